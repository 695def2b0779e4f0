import { expect, test } from 'vitest';
import { rulerLabels, rulerSteps } from './ruler-steps.ts';

test('labels fit at every zoom, and small ticks are distinguishable', () => {
  for (let zoom = 0.02; zoom < 3000; zoom *= 1.3) {
    const { stepSeconds, parts } = rulerSteps(zoom, 30);
    expect(stepSeconds * zoom).toBeGreaterThanOrEqual(zoom > 0.006 ? 84 : 0);
    expect((stepSeconds * zoom) / parts).toBeGreaterThanOrEqual(7);
  }
});

test('single frames are labeled if the labels fit', () => {
  const steps = rulerSteps(3000, 30);
  expect(steps).toEqual({ stepSeconds: 1 / 30, parts: 1 });
  expect(rulerLabels(steps, { fromSeconds: 1, toSeconds: 1.1 }, 30).map(({ text }) => text)).toEqual([
    '0:01.00',
    '0:01.03',
    '0:01.07',
  ]);
});

test.each([10, 12, 15, 24, 25, 30, 50, 60])('every second of %d frames is labeled, and ticks are frames', (rate) => {
  for (let zoom = 3000; zoom > 84; zoom /= 1.1) {
    const { stepSeconds, parts } = rulerSteps(zoom, rate);
    expect((1 / stepSeconds) % 1).toBeCloseTo(0);
    expect(stepSeconds === 1 ? 0 : ((stepSeconds * rate) / parts) % 1).toBeCloseTo(0);
  }
});

test('labels in whole seconds omit the hundredths', () => {
  expect(rulerLabels({ stepSeconds: 30, parts: 3 }, { fromSeconds: 40, toSeconds: 100 }, 30)).toEqual([
    { atSeconds: 30, text: '0:30' },
    { atSeconds: 60, text: '1:00' },
    { atSeconds: 90, text: '1:30' },
  ]);
});
