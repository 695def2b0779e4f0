import { expect, test } from 'vitest';
import { moveMark } from './source-marks.ts';

test('a file has an in and an out point, which do not cross', () => {
  const first = moveMark(null, 'in', 2, 10);
  expect(first).toEqual({ startSeconds: 2, endSeconds: 10 });
  const both = moveMark(first, 'out', 6, 10);
  expect(both).toEqual({ startSeconds: 2, endSeconds: 6 });
  expect(moveMark(both, 'in', 8, 10)).toEqual({ startSeconds: 8, endSeconds: 10 });
  expect(moveMark(both, 'out', 1, 10)).toEqual({ startSeconds: 0, endSeconds: 1 });
});

test('points at both ends mean the whole file, and points outside the file are moved into it', () => {
  expect(moveMark({ startSeconds: 2, endSeconds: 10 }, 'in', 0, 10)).toBe(null);
  expect(moveMark(null, 'out', 12, 10)).toBe(null);
  expect(moveMark(null, 'in', 12, 10)).toEqual({ startSeconds: 9.96, endSeconds: 10 });
  expect(moveMark(null, 'in', 0.01, 0.03)).toBe(null);
});
