import { expect, it } from 'vitest';
import { Snap } from './snap.ts';

const sum = (ranges: readonly { startSeconds: number; endSeconds: number }[]): number =>
  ranges.reduce((total, { startSeconds, endSeconds }) => total + endSeconds - startSeconds, 0);

it('keeps the sum of a thousand ranges within half a frame, with every edge on a frame', () => {
  const ranges = Array.from({ length: 1000 }, (_, index) => ({
    startSeconds: 3 * index + 0.0161,
    endSeconds: 3 * index + 1.0332,
  }));
  const snapped = new Snap(null, 30, 4000).ranges(ranges);
  expect(Math.abs(sum(snapped) - sum(ranges))).toBeLessThan(0.5 / 30 + 1e-9);
  for (const { startSeconds, endSeconds } of snapped) {
    expect(Math.abs(startSeconds * 30 - Math.round(startSeconds * 30))).toBeLessThan(1e-6);
    expect(Math.abs(endSeconds * 30 - Math.round(endSeconds * 30))).toBeLessThan(1e-6);
  }
  expect(new Snap(null, 30, 4000).ranges(snapped)).toEqual(snapped);
});

it('uses the timestamps of frames at a variable frame rate, but moves no edge far', () => {
  const snap = new Snap([0, 0.05, 0.11, 0.2, 5, 5.02], 10, 6);
  const [first, second] = snap.ranges([
    { startSeconds: 0.07, endSeconds: 0.19 },
    { startSeconds: 2, endSeconds: 5.01 },
  ]);
  expect(first).toEqual({ startSeconds: 0.05, endSeconds: 0.2 });
  expect(second?.startSeconds).toBe(2);
  expect([5, 5.02]).toContain(second?.endSeconds);
});

it('leaves the ends of the clip unchanged', () => {
  expect(new Snap(null, 30, 5.01).ranges([{ startSeconds: 0, endSeconds: 5.01 }])).toEqual([
    { startSeconds: 0, endSeconds: 5.01 },
  ]);
});

it.each([
  ['at a constant frame rate', null],
  ['with the timestamps of frames', Array.from({ length: 300 }, (_, index) => index / 30)],
])('moves no edge into a protected part, %s', (_, times) => {
  const protect = [
    { startSeconds: 2.01, endSeconds: 3.01 },
    { startSeconds: 5.02, endSeconds: 6 },
  ];
  // The nearest frames are 2.0333, 3 and 5.0333.
  const ranges = [
    { startSeconds: 1, endSeconds: 2.01 },
    { startSeconds: 3.01, endSeconds: 5.02 },
  ];
  const snapped = new Snap(times, 30, 10).ranges(ranges, protect);
  expect(snapped[0]?.endSeconds).toBeCloseTo(2, 6);
  expect(snapped[1]?.startSeconds).toBeCloseTo(91 / 30, 6);
  expect(snapped[1]?.endSeconds).toBeCloseTo(150 / 30, 6);
});
