import { afterEach, expect, it } from 'vitest';
import { formatTime, isTimecode, parseTime } from './time-notation.ts';

afterEach(() => {
  isTimecode.value = false;
});

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
  ['00:01:02:15', 62.5],
  ['+0:00:01:06', 11.2],
])('"%s" turns 10 s into %d s', (text, expected) => {
  expect(parseTime(text, 30)?.(10)).toBe(expected);
});

it.each(['', 'soon', '+', '-f', '1f2', '1:2:3:30', '1:2:3:4:5', '1:60:00:00', '1:', '1:x'])(
  '"%s" is not a time',
  (text) => {
    expect(parseTime(text, 30)).toBeNull();
  },
);

it('times are shown to the hundredth, and finer where frames are shorter', () => {
  expect(formatTime(62.5, 30)).toBe('1:02.50');
  expect(formatTime(3723, 30)).toBe('1:02:03.00');
  expect(formatTime(1 / 240, 240)).toBe('0:00.004');
  expect(formatTime(-0.5, 30)).toBe('-0:00.50');
});

// Known values of drop-frame timecode: the numbers 0 and 1 are missing in each minute, except every tenth.
it.each([
  [0, 25, '00:00:00:00'],
  [90_000 + 12, 25, '01:00:00:12'],
  [1799, 30_000 / 1001, '00:00:59;29'],
  [1800, 30_000 / 1001, '00:01:00;02'],
  [17_982, 30_000 / 1001, '00:10:00;00'],
  [107_892, 30_000 / 1001, '01:00:00;00'],
  [3600, 60_000 / 1001, '00:01:00;04'],
  [24 * 60, 24_000 / 1001, '00:01:00:00'],
])('frame %d at %d frames a second is %s, and back', (frame, frameRate, timecode) => {
  isTimecode.value = true;
  expect(formatTime(frame / frameRate, frameRate)).toBe(timecode);
  expect(Math.round((parseTime(timecode, frameRate)?.(0) ?? Number.NaN) * frameRate)).toBe(frame);
});
