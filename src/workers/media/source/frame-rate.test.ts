import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseStatedRate, estimateFrameRate } from './frame-rate.ts';

const usual = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 48, 50, 60_000 / 1001, 60, 120] as const;
const odd = [5, 10, 12.5, 14.985, 15, 18, 20, 28.5, 31, 100, 240] as const;
const toThousandth = (rate: number): number => Math.round(rate * 1000) / 1000;
const frames = (rate: number, count: number, start = 0): number[] =>
  Array.from({ length: count }, (_, index) => start + index / rate);
const onMilliseconds = (times: readonly number[]): number[] => times.map((time) => Math.round(time * 1000) / 1000);

describe('estimateFrameRate', () => {
  test.each([...usual, ...odd])('returns %f for an exact clock and for one of milliseconds', (rate) => {
    expect(estimateFrameRate(frames(rate, 300))).toBeCloseTo(toThousandth(rate), 3);
    const rounded = estimateFrameRate(onMilliseconds(frames(rate, 300))) ?? 0;
    // Rates that are not snapped are as exact as the clock.
    expect(Math.abs(rounded / rate - 1)).toBeLessThan(rate === 240 ? 0.001 : 0.0002);
  });

  test('returns usual rates for any start, any order, dropped frames and a clock that truncates or rounds', () => {
    const property = fc.property(
      fc.constantFrom(...usual),
      fc.double({ min: -10, max: 100_000, noNaN: true }),
      fc.integer({ min: 300, max: 600 }),
      fc.constantFrom(Math.round, Math.floor),
      fc.integer({ min: 3, max: 40 }),
      (rate, start, count, cut, dropEach) => {
        const times = frames(rate, count, start)
          .filter((_, index) => index % dropEach !== 1)
          .map((time) => cut(time * 1000) / 1000);
        expect(estimateFrameRate(times.toReversed())).toBe(toThousandth(rate));
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  test('returns a positive number or null for any timestamps', () => {
    fc.assert(
      fc.property(fc.array(fc.double()), (times) => {
        const rate = estimateFrameRate(times);
        expect(rate === null || (rate > 0 && rate <= 2000)).toBe(true);
      }),
    );
  });

  test('rejects timestamps whose distance is not a number', () => {
    expect(estimateFrameRate([-1.1e293, Number.MAX_VALUE])).toBeNull();
  });

  test('returns 30 for one frame', () => {
    expect(estimateFrameRate([0])).toBe(30);
    expect(estimateFrameRate([7.25])).toBe(30);
    expect(estimateFrameRate([])).toBe(30);
  });

  test('snaps two frames on a millisecond clock', () => {
    expect(estimateFrameRate([0, 0.033])).toBe(30);
    expect(estimateFrameRate([0, 0.04])).toBe(25);
    expect(estimateFrameRate([0, 0.017])).toBe(59.94);
  });

  test('snaps a camera whose clock is inexact and jitters', () => {
    const jitter = (index: number): number => 0.002 * Math.sin(index * 7.3);
    expect(estimateFrameRate(frames(30.02, 300).map((time, index) => time + jitter(index)))).toBe(30);
  });

  test('returns the rate of a grid with missing frames, and the median of a variable frame rate', () => {
    const kept = frames(30, 300).filter((_, index) => index % 3 === 0 || index % 7 === 0);
    expect(estimateFrameRate(kept)).toBe(30);
    const durations = [0.02, 0.0277, 0.04, 0.0401, 0.0533, 0.0711, 0.0129];
    let now = 0;
    const variable = Array.from({ length: 210 }, (_, index) => (now += durations[index % 7] ?? 0));
    expect(estimateFrameRate(variable)).toBe(25);
  });

  test('ignores a gap and a jump of the clock', () => {
    const times = [...frames(25, 100), ...frames(25, 100, 1234.5678)];
    expect(estimateFrameRate(onMilliseconds(times))).toBe(25);
  });

  test('rejects timestamps that are all equal, one tick of 90 kHz apart, or not numbers', () => {
    expect(estimateFrameRate(frames(90_000, 300))).toBeNull();
    expect(estimateFrameRate([0, 0, 0, 0])).toBeNull();
    expect(estimateFrameRate([Number.NaN, Number.NaN])).toBeNull();
    // A few pairs of equal timestamps are not a reason to reject a video.
    expect(estimateFrameRate([...frames(25, 50), 0, 0.04, 0.08])).toBe(25);
  });
});

test('snaps the rates of ffprobe, and replaces invalid ones by 30', () => {
  expect(chooseStatedRate(30_000 / 1001, 30_000 / 1001)).toBe(29.97);
  expect(chooseStatedRate(29.309, 30)).toBe(30);
  expect(chooseStatedRate(29.98, 90_000)).toBe(29.97);
  expect(chooseStatedRate(0, 25)).toBe(25);
  expect(chooseStatedRate(12.5, 12.5)).toBe(12.5);
  expect(chooseStatedRate(90_000, 90_000)).toBe(30);
  expect(chooseStatedRate(0, 0)).toBe(30);
  expect(chooseStatedRate(17, 1000)).toBe(17);
});
