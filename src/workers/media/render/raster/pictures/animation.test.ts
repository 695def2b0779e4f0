import { expect, test } from 'vitest';
import { frameIndexAt } from './animation.ts';

const times = { startsUs: [0, 100_000, 300_000], totalUs: 400_000 };
const indices = (repetitions: number, ...seconds: number[]): number[] =>
  seconds.map((at) => frameIndexAt({ ...times, repetitions }, at));

test('each frame shows for its own time, again and again', () => {
  expect(indices(Infinity, 0, 0.099, 0.1, 0.29, 0.3, 0.39, 0.4, 40.15)).toEqual([0, 0, 1, 1, 2, 2, 0, 1]);
});

test('after the last repetition the last frame stays', () => {
  expect(indices(0, 0.2, 0.4, 9)).toEqual([1, 2, 2]);
  expect(indices(1, 0.4, 0.5, 0.8)).toEqual([0, 1, 2]);
});

test('before its item a picture shows its first frame, and one without times its last', () => {
  expect(indices(Infinity, -1)).toEqual([0]);
  expect(frameIndexAt({ startsUs: [0, 0], totalUs: 0, repetitions: Infinity }, 1)).toBe(1);
});
