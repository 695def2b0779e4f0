import { expect, test } from 'vitest';
import { listTicks } from './ticks.ts';

test('labels whole steps that do not overlap, and not the end', () => {
  expect(listTicks(0, 4, 480)).toEqual([0, 1, 2, 3]);
  expect(listTicks(0, 60, 480)).toEqual([0, 10, 20, 30, 40, 50]);
  expect(listTicks(0, 0, 480)).toEqual([]);
});

test('labels the times of a window that starts later', () => {
  expect(listTicks(3.5, 7.5, 480)).toEqual([4, 5, 6, 7]);
  expect(listTicks(2, 3, 640)).toEqual([2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 2.7, 2.8, 2.9]);
});
