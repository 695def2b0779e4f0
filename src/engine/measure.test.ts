import { expect, test } from 'vitest';
import { StartMeter } from './measure.ts';

/** Reports a frame every `frameMs`, the first one after `startMs`. */
function run(meter: StartMeter, startMs: number, frameMs: number, count: number): number {
  for (let frames = 1; frames <= count; frames += 1) {
    meter.note(startMs + frames * frameMs, frames);
  }
  return startMs + count * frameMs;
}

test.each([240, 86_400])('the start of a run of %i frames is the time before them', (count) => {
  const meter = new StartMeter();
  expect(meter.toStartMs(run(meter, 3000, 20, count))).toBeCloseTo(3000, 6);
});

test('slow first frames belong to the start', () => {
  const meter = new StartMeter();
  for (let frames = 1; frames <= 20; frames += 1) {
    meter.note(1000 + frames * 100, frames);
  }
  for (let frames = 21; frames <= 520; frames += 1) {
    meter.note(3000 + (frames - 20) * 20, frames);
  }
  expect(meter.toStartMs(13_000)).toBeCloseTo(3000 - 20 * 20, 6);
});

test('scenes that differ do not make a long start', () => {
  const meter = new StartMeter();
  const endMs = run(meter, 0, 100, 100);
  expect(meter.toStartMs(endMs + 3_600_000)).toBeLessThanOrEqual(10_000);
});

test('a run without reports has no start', () => {
  expect(new StartMeter().toStartMs(5000)).toBe(0);
});
