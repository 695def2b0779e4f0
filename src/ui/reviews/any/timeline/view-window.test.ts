import { expect, it } from 'vitest';
import { firstWindow, fitWindow, reveal, zoomWindow } from './view-window.ts';

it('starts with a minute at most', () => {
  expect(firstWindow(20)).toEqual({ from: 0, to: 20 });
  expect(firstWindow(3600)).toEqual({ from: 0, to: 60 });
});

it('stays within the clip', () => {
  expect(fitWindow({ from: -5, to: 5 }, 100)).toEqual({ from: 0, to: 10 });
  expect(fitWindow({ from: 95, to: 105 }, 100)).toEqual({ from: 90, to: 100 });
  expect(fitWindow({ from: 0, to: 500 }, 100)).toEqual({ from: 0, to: 100 });
});

it('zooms around a time, from a second to the whole clip', () => {
  expect(zoomWindow({ from: 40, to: 60 }, 0.5, 45, 100)).toEqual({ from: 42.5, to: 52.5 });
  const { from, to } = zoomWindow({ from: 40, to: 60 }, 0.001, 45, 100);
  expect(to - from).toBeCloseTo(1, 9);
  expect(zoomWindow({ from: 40, to: 60 }, 99, 45, 100)).toEqual({ from: 0, to: 100 });
});

it('moves only if a cut is not completely visible', () => {
  const view = { from: 0, to: 60 };
  expect(reveal(view, { startSeconds: 20, endSeconds: 21 }, 600)).toEqual(view);
  expect(reveal(view, { startSeconds: 100, endSeconds: 102 }, 600)).toEqual({ from: 71, to: 131 });
  const wide = reveal(view, { startSeconds: 100, endSeconds: 200 }, 600);
  expect(wide.from).toBeLessThan(100);
  expect(wide.to).toBeGreaterThan(200);
});
