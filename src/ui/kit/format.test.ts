import { expect, it } from 'vitest';
import { toAge, toClock, toCount, toDate, toDuration, toNumber, toPercent, toSize, toTimecode } from './format.ts';

it('formats durations', () => {
  expect([0, 12.4, 59.6, 185, 3599.7, 7800].map(toDuration)).toEqual([
    '0 s',
    '12 s',
    '1 min',
    '3 min 05 s',
    '1 h',
    '2 h 10 min',
  ]);
});

it('formats positions to the hundredth, and carries', () => {
  expect([0, 3.25, 59.999, 3723].map(toTimecode)).toEqual(['0:00.00', '0:03.25', '1:00.00', '1:02:03.00']);
});

it('formats sizes', () => {
  expect([0, 840, 999.6, 1_449, 12_345_678, 999_600_000, 2e9].map(toSize)).toEqual([
    '0 B',
    '840 B',
    '1.0 kB',
    '1.4 kB',
    '12.3 MB',
    '1.0 GB',
    '2.0 GB',
  ]);
});

it('shows 100 % only when complete', () => {
  expect([-1, 0.419, 0.999, 1].map(toPercent)).toEqual(['0 %', '41 %', '99 %', '100 %']);
});

it('counts', () => {
  expect([toCount(1, 'job'), toCount(1200, 'job'), toCount(0, 'key')]).toEqual(['1 job', '1,200 jobs', '0 keys']);
});

it('groups the digits of numbers', () => {
  const numbers = [0, 999, 1000, -1234, 1_234_567, 12_345.6, 0.123_45, 1000.9999];
  expect(numbers.map(toNumber)).toEqual(numbers.map((value) => value.toLocaleString('en')));
});

it('formats dates and times', () => {
  const atMs = new Date(2026, 8, 3, 4, 5, 9).getTime();
  expect([toDate(atMs), toClock(atMs)]).toEqual(['3 Sept 2026, 04:05', '04:05:09']);
});

it('formats ages', () => {
  const now = Date.UTC(2026, 4, 3, 14, 5);
  expect([0, 5 * 60_000, 3 * 3_600_000].map((ago) => toAge(now - ago, now))).toEqual([
    'just now',
    '5 min ago',
    '3 h ago',
  ]);
  expect(toAge(now - 48 * 3_600_000, now)).toContain('May 2026');
});
