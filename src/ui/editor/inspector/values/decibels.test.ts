import { expect, it } from 'vitest';
import { formatDecibels, fromPosition, parseDecibels, toPosition } from './decibels.ts';

it('formats an amplitude as a level, and silence as minus infinity', () => {
  expect([1, 0.5, 2, 0].map(formatDecibels)).toEqual(['0 dB', '-6.0 dB', '+6.0 dB', '-∞ dB']);
});

it('parses typed levels', () => {
  expect(parseDecibels('-20')).toBeCloseTo(0.1);
  expect(parseDecibels('0 dB')).toBe(1);
  expect(parseDecibels('-inf')).toBe(0);
  expect(parseDecibels('−∞ dB')).toBe(0);
  expect(parseDecibels('loud')).toBeNull();
});

it('the slider has silence at its start and 0 dB at three quarters, and converts both ways', () => {
  expect(fromPosition(0)).toBe(0);
  expect(fromPosition(0.75)).toBe(1);
  expect(toPosition(0)).toBe(0);
  expect(toPosition(10)).toBe(1);
  for (const position of [0.1, 0.4, 0.75, 0.9, 1]) {
    expect(toPosition(fromPosition(position))).toBeCloseTo(position);
  }
});
