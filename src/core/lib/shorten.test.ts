import { expect, it } from 'vitest';
import { shorten } from './shorten.ts';

it('returns a short text unchanged, and marks an omission', () => {
  expect(shorten('x'.repeat(100))).toBe('x'.repeat(100));
  expect(shorten('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`);
  expect(shorten('abcdef', 4)).toBe('abc…');
});

it('does not split a character', () => {
  expect(shorten('ab😀def', 4).isWellFormed()).toBe(true);
});
