import { expect, it } from 'vitest';
import { shorten } from './shorten.ts';

it('leaves what fits as it is, and says where something is missing', () => {
  expect(shorten('x'.repeat(100))).toBe('x'.repeat(100));
  expect(shorten('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`);
  expect(shorten('abcdef', 4)).toBe('abc…');
});

it('cuts no character in two', () => {
  expect(shorten('ab😀def', 4).isWellFormed()).toBe(true);
});
