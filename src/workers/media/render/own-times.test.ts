import { describe, expect, it } from 'vitest';
import { isVariable, toGrid } from './own-times.ts';

const even = Array.from({ length: 100 }, (_, at) => at / 30);

describe('isVariable', () => {
  it('tells a constant rate, also one whose times are rounded or that lacks a frame', () => {
    expect(isVariable(even)).toBe(false);
    expect(isVariable(even.map((time) => Math.round(1000 * time) / 1000))).toBe(false);
    expect(isVariable(even.filter((_, at) => at !== 40))).toBe(false);
  });

  it('tells a rate that varies', () => {
    expect(isVariable(even.filter((_, at) => at % 7 === 0 || at % 5 === 0))).toBe(true);
  });
});

describe('toGrid', () => {
  it('has the times of the pictures within the span, and shows each in its middle', () => {
    const grid = toGrid([0, 0.5, 0.9, 1.5, 2.2, 3], -0.6, { startSeconds: 0, endSeconds: 2 });
    const times = Array.from({ length: grid?.count ?? 0 }, (_, at) => grid?.timestampOf(at) ?? 0);
    [0, 0.3, 0.9, 1.6].forEach((time, at) => expect(times[at]).toBeCloseTo(time, 9));
    expect(times).toHaveLength(4);
    expect(grid?.timestampOf(4)).toBe(2);
    expect(grid?.sceneTimeOf(1)).toBeCloseTo(0.6, 9);
  });
});
