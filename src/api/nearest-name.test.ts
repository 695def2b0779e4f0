import { expect, it } from 'vitest';
import { findNearestName } from './nearest-name.ts';

it.each([
  ['outputformat', 'outputFormat'],
  ['output_format', 'outputFormat'],
  ['materal', 'material'],
  ['qualty', 'quality'],
  ['format', undefined],
  ['x', undefined],
])('corrects %s to %s', (name, nearest) => {
  expect(findNearestName(name, ['material', 'quality', 'outputFormat', 'smoothing'])).toBe(nearest);
});

it('compares only the beginning of a long name', () => {
  const long = 'x'.repeat(1_000_000);
  expect(findNearestName(long, ['material'])).toBeUndefined();
  expect(findNearestName(long, ['x'.repeat(100)])).toBe('x'.repeat(100));
});
