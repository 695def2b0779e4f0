import { expect, it } from 'vitest';
import { findChanged } from './changed.ts';

it('gives the fields that are not what they were, whole', () => {
  const before = { a: 1, window: { startSeconds: 0, endSeconds: 2 }, list: [1] };
  expect(findChanged(before, before)).toEqual({});
  expect(findChanged({ ...before, a: 2, window: { startSeconds: 0, endSeconds: 3 }, b: null }, before)).toEqual({
    a: 2,
    window: { startSeconds: 0, endSeconds: 3 },
    b: null,
  });
});

it('gives null for a field that was emptied, which a call would else leave as it was', () => {
  expect(findChanged({ a: 1 }, { a: 1, window: { startSeconds: 0 } })).toEqual({ window: null });
});
