import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1_540_000, '1.54 MB'],
  [4_000_000_000, '4 GB'],
  [9_007_199_254_740_991, '9010 TB'],
])('formats %d as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
