import { expect, test } from 'vitest';
import { textMotionAt } from './motion.ts';

const rest = {
  scale: 1,
  wiped: 1,
  isWipedFromEnd: false,
  typed: 1,
  lines: [1, 1].map(() => ({ opacity: 1, riseEm: 0 })),
};
const types = ['fade', 'rise', 'scale', 'wipe', 'type'] as const;

test.each(types)('a text with %s is fully visible in between, and invisible before and after', (type) => {
  const motion = { type, durationSeconds: 0.5 };
  const item = { durationSeconds: 3, entrance: motion, exit: motion };
  const at = (seconds: number) => textMotionAt(item, seconds, 2);
  expect([0.5, 1, 2.5].map(at)).toEqual([rest, rest, rest]);
  for (const { lines, wiped, typed } of [at(0), at(3)]) {
    expect(wiped * typed * Math.max(...lines.map(({ opacity }) => opacity))).toBe(0);
  }
  expect(at(0.25)).not.toEqual(rest);
  expect(at(2.75)).not.toEqual(rest);
});

test('is at rest without motions', () => {
  expect(textMotionAt({ durationSeconds: 3 }, 0, 2)).toEqual(rest);
});

test('splits the time of a short item between both motions', () => {
  const item = {
    durationSeconds: 1,
    entrance: { type: 'type', durationSeconds: 3 },
    exit: { type: 'fade', durationSeconds: 1 },
  } as const;
  expect(textMotionAt(item, 0.375, 2).typed).toBeCloseTo(0.5);
  expect(textMotionAt(item, 0.75, 2)).toEqual(rest);
  expect(textMotionAt(item, 0.875, 2).lines[0]?.opacity).toBeCloseTo(0.5);
});

test('raises lines one after the other, and lets them leave upwards', () => {
  const motion = { type: 'rise', durationSeconds: 1 } as const;
  const item = { durationSeconds: 4, entrance: motion, exit: motion };
  const [first, second] = textMotionAt(item, 0.3, 2).lines;
  expect(first?.riseEm).toBeLessThan(second?.riseEm ?? 0);
  expect(textMotionAt(item, 3.9, 2).lines[0]?.riseEm).toBeLessThan(0);
});
