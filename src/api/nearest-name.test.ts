import { expect, it } from 'vitest';
import { editDistance, findNearestName } from './nearest-name.ts';

it.each([
  ['', '', 0],
  ['kitten', 'sitting', 3],
  ['flaw', 'lawn', 2],
  ['', 'abc', 3],
  ['same', 'same', 0],
])('is %s -> %s in so many edits', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});

it.each([
  ['outputformat', 'outputFormat'],
  ['output_format', 'outputFormat'],
  ['materal', 'material'],
  ['qualty', 'quality'],
  ['format', undefined],
  ['x', undefined],
])('takes %s for %s', (name, nearest) => {
  expect(findNearestName(name, ['material', 'quality', 'outputFormat', 'smoothing'])).toBe(nearest);
});
