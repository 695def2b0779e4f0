import { expect, it } from 'vitest';
import { getWindow } from './tile-window.ts';

const grid = { columns: 2, rowPx: 100 };

it('contains the visible tiles and two more rows at each end', () => {
  expect(getWindow(1000, grid, { scrollPx: 5000, heightPx: 400 })).toEqual({
    first: 96,
    end: 112,
    beforePx: 4800,
    wholePx: 50_000,
  });
});

it('is limited to the list, at both of its ends', () => {
  expect(getWindow(5, grid, { scrollPx: 0, heightPx: 400 })).toEqual({ first: 0, end: 5, beforePx: 0, wholePx: 300 });
  expect(getWindow(5, grid, { scrollPx: 9000, heightPx: 400 })).toMatchObject({ first: 2, end: 5 });
  expect(getWindow(0, grid, { scrollPx: 0, heightPx: 400 })).toMatchObject({ first: 0, end: 0, wholePx: 0 });
});
