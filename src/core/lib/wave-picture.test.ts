import { expect, test } from 'vitest';
import { wavePath } from './wave-picture.ts';

test('the outline follows the highest points and returns along the lowest, within its row', () => {
  const low = Float32Array.of(-1, 0, -2);
  const high = Float32Array.of(1, 0, 0.5);
  // A reach of nine pixels around the middle, of which half the amplitude takes 2 ** -0.7.
  expect(wavePath({ low, high }, 20, 20)).toBe(
    'M0 21L0.5 21L1.5 29.5L2.5 24.5L3 24.5L3 44.6L2.5 44.6L1.5 30.5L0.5 39L0 39z',
  );
});

test('silence is a line of one pixel', () => {
  const silent = new Float32Array(2);
  expect(wavePath({ low: silent, high: silent }, 0, 16)).toBe(
    'M0 7.5L0.5 7.5L1.5 7.5L2 7.5L2 8.5L1.5 8.5L0.5 8.5L0 8.5z',
  );
});
