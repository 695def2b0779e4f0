import { expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

it.each([
  ['', ''],
  ['a'.repeat(100), 'a'.repeat(100)],
  ['a'.repeat(101), `${'a'.repeat(100)}...`],
  ['a'.repeat(40_000), `${'a'.repeat(100)}...`],
  // Two code units each: none is cut in half.
  ['😀'.repeat(100), '😀'.repeat(100)],
  [`a${'😀'.repeat(100)}`, `a${'😀'.repeat(99)}...`],
])('cuts to 100 characters', (text, shown) => {
  expect(excerpt(text)).toBe(shown);
});
