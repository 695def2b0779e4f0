import { expect, test } from 'vitest';
import { frameIndexAt } from './animation.ts';

const times = { startsUs: [0, 100_000, 300_000], totalUs: 400_000 };
const indices = (repetitions: number, ...seconds: number[]): number[] =>
  seconds.map((at) => frameIndexAt({ ...times, repetitions }, at));

test('shows each frame for its own duration, repeatedly', () => {
  expect(indices(Infinity, 0, 0.099, 0.1, 0.29, 0.3, 0.39, 0.4, 40.15)).toEqual([0, 0, 1, 1, 2, 2, 0, 1]);
});

test('keeps the last frame after the last repetition', () => {
  expect(indices(0, 0.2, 0.4, 9)).toEqual([1, 2, 2]);
  expect(indices(1, 0.4, 0.5, 0.8)).toEqual([0, 1, 2]);
});

test('shows the first frame before the item, and the last one of an image without durations', () => {
  expect(indices(Infinity, -1)).toEqual([0]);
  expect(frameIndexAt({ startsUs: [0, 0], totalUs: 0, repetitions: Infinity }, 1)).toBe(1);
});
