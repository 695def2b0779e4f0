import { expect, it } from 'vitest';
import { getWindow } from './get-window.ts';

const list = { heightPx: 600, rowPx: 60, count: 500, spare: 4 };

it('renders the visible rows and a few more', () => {
  expect(getWindow({ ...list, topPx: 0 })).toEqual({ first: 0, end: 14 });
  expect(getWindow({ ...list, topPx: 300 })).toEqual({ first: 0, end: 9 });
  expect(getWindow({ ...list, topPx: -6000 })).toEqual({ first: 96, end: 114 });
});

it('stays within the list', () => {
  expect(getWindow({ ...list, topPx: -29_800 })).toEqual({ first: 492, end: 500 });
  expect(getWindow({ ...list, topPx: -90_000 })).toEqual({ first: 500, end: 500 });
  expect(getWindow({ ...list, topPx: 0, count: 3 })).toEqual({ first: 0, end: 3 });
  expect(getWindow({ ...list, topPx: 5000 })).toEqual({ first: 0, end: 4 });
});
