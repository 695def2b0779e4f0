import { expect, it } from 'vitest';
import { findChanged } from './changed.ts';

it('returns the changed fields with their whole values', () => {
  const before = { a: 1, window: { startSeconds: 0, endSeconds: 2 }, list: [1] };
  expect(findChanged(before, before)).toEqual({});
  expect(findChanged({ ...before, a: 2, window: { startSeconds: 0, endSeconds: 3 }, b: null }, before)).toEqual({
    a: 2,
    window: { startSeconds: 0, endSeconds: 3 },
    b: null,
  });
});

it('returns null for a removed field, because a call would keep an omitted field', () => {
  expect(findChanged({ a: 1 }, { a: 1, window: { startSeconds: 0 } })).toEqual({ window: null });
});
