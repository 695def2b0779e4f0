import { describe, expect, it } from 'vitest';
import { addSteps, formatNumber, parseNumber, type NumberFormat } from './parse-number.ts';

const pixels: NumberFormat = { unit: 'px', digits: 1, step: 1, least: -1000, most: 5000, scale: 1 };
const share: NumberFormat = { unit: '%', digits: 1, step: 1, least: 0, most: 1, scale: 100 };

describe('typed text', () => {
  it.each([
    ['960', 960],
    ['960 px', 960],
    ['960px', 960],
    [' -12,5 ', -12.5],
    ['−12', -12],
    ['1920/2', 960],
    ['100 + 2 * (3 - 1)', 104],
    ['+10', 110],
    ['* 2', 200],
    ['/4', 25],
    ['50%', 50],
    ['9000', 5000],
    ['-9000', -1000],
  ])('"%s" turns 100 px into %d', (text, expected) => {
    expect(parseNumber(text, pixels)?.(100)).toBe(expected);
  });

  it.each([
    ['50', 0.5],
    ['50 %', 0.5],
    ['+10', 0.4],
    ['200', 1],
  ])('"%s" turns 30 % into %d', (text, expected) => {
    expect(parseNumber(text, share)?.(0.3)).toBe(expected);
  });

  it.each(['', 'wide', '12 12', '(1', '1/0', '+', '%', '1 +'])('"%s" is not a number', (text) => {
    expect(parseNumber(text, pixels)).toBeNull();
  });
});

it('shows numbers with their unit, without trailing zeros', () => {
  expect(formatNumber(960, pixels)).toBe('960 px');
  expect(formatNumber(274.2857, pixels)).toBe('274.3 px');
  expect(formatNumber(-0.01, pixels)).toBe('0 px');
  expect(formatNumber(0.125, share)).toBe('12.5 %');
  expect(formatNumber(45, { ...pixels, unit: '°' })).toBe('45°');
});

it('steps in displayed units and stops at the bounds', () => {
  expect(addSteps(-1, share)(0.3)).toBe(0.29);
  expect(addSteps(90, share)(0.3)).toBe(1);
});
