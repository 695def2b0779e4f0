import { expect, it } from 'vitest';
import { formatTime, parseTime } from './time-notation.ts';

it.each([
  ['3.5', 3.5],
  ['3,5 s', 3.5],
  ['1:02.5', 62.5],
  ['1:02:03', 3723],
  ['15f', 0.5],
  ['+2', 12],
  ['+15 f', 10.5],
  ['-2', 8],
  ['−12 f', 9.6],
  ['+1:00', 70],
])('"%s" turns 10 s into %d s', (text, expected) => {
  expect(parseTime(text, 30)?.(10)).toBe(expected);
});

it.each(['', 'soon', '+', '-f', '1f2', '1:2:3:4', '1:', '1:x'])('"%s" is not a time', (text) => {
  expect(parseTime(text, 30)).toBeNull();
});

it('times are shown to the hundredth, and finer where frames are shorter', () => {
  expect(formatTime(62.5, 30)).toBe('1:02.50');
  expect(formatTime(3723, 30)).toBe('1:02:03.00');
  expect(formatTime(1 / 240, 240)).toBe('0:00.004');
  expect(formatTime(-0.5, 30)).toBe('-0:00.50');
});
