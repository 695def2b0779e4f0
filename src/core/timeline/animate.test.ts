import { expect, test } from 'vitest';
import { ease, valueAt } from './animate.ts';
import { easingIds } from './easing.ts';

const ramp = (easing: (typeof easingIds)[number]) => ({
  keyframes: [
    { atSeconds: 1, value: 10, easing },
    { atSeconds: 3, value: 20, easing: 'linear' as const },
  ],
});

test('a plain number has the same value at all times', () => {
  expect([-1, 0, 100].map((time) => valueAt(7, time))).toEqual([7, 7, 7]);
});

test('the value is constant before the first keyframe and after the last one', () => {
  expect([0, 1, 2, 3, 9].map((time) => valueAt(ramp('linear'), time))).toEqual([10, 10, 15, 20, 20]);
  expect(valueAt({ keyframes: [{ atSeconds: 1, value: 4, easing: 'linear' }] }, 5)).toBe(4);
});

test('hold keeps a value until the next keyframe', () => {
  expect([1, 2.999, 3].map((time) => valueAt(ramp('hold'), time))).toEqual([10, 10, 20]);
});

test('every curve goes from its start to its end, and matches CSS in between', () => {
  for (const easing of easingIds) {
    expect([ease(easing, 0), ease(easing, 1)]).toEqual([0, 1]);
  }
  // Values of a browser's `cubic-bezier()`.
  expect(ease('ease-in', 0.5)).toBeCloseTo(0.3153, 3);
  expect(ease('ease-out', 0.5)).toBeCloseTo(0.6847, 3);
  expect(ease('ease-in-out', 0.5)).toBeCloseTo(0.5, 6);
  expect(ease('ease-in-out', 0.25)).toBeCloseTo(0.1292, 3);
  expect(Math.max(...[0.5, 0.6, 0.7, 0.8].map((share) => ease('overshoot', share)))).toBeGreaterThan(1.05);
});
