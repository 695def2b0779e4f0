import { expect, test } from 'vitest';
import { countLetters, takeLetters } from './typing.ts';

const lines = ['a👩‍👩‍👧', 'né'].map((text) => ({
  text,
  x: 0,
  baseline: 0,
  width: 10,
  isRightToLeft: false,
  letterSpacingPx: 0,
}));

test('counts and takes letters as a reader perceives them', () => {
  expect(countLetters(lines)).toBe(4);
  expect([0, 1, 2, 3, 4].map((count) => takeLetters(lines, count).map(({ text }) => text))).toEqual([
    ['', ''],
    ['a', ''],
    ['a👩‍👩‍👧', ''],
    ['a👩‍👩‍👧', 'n'],
    ['a👩‍👩‍👧', 'né'],
  ]);
});
