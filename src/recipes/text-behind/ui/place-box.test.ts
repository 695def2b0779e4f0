import { expect, it } from 'vitest';
import { scaleSize, snapBox, turnedSize } from './place-box.ts';

const picture = { width: 1000, height: 500 };
const box = { width: 400, height: 100 };

it('snaps a box to the middle, and returns the guides', () => {
  expect(snapBox({ x: 506, y: 100 }, box, picture, 8)).toEqual({ x: 500, y: 100, guides: [{ axis: 'x', at: 500 }] });
  expect(snapBox({ x: 520, y: 100 }, box, picture, 8)).toEqual({ x: 520, y: 100, guides: [] });
});

it('prefers the middle to an edge at a similar distance', () => {
  expect(snapBox({ x: 503, y: 100 }, { width: 894, height: 100 }, picture, 8).x).toBe(500);
});

it('snaps the edges of a box to those of the safe area', () => {
  const { x, y, guides } = snapBox({ x: 246, y: 430 }, box, picture, 8);
  expect([x, y]).toEqual([250, 425]);
  expect(guides).toEqual([
    { axis: 'x', at: 50 },
    { axis: 'y', at: 475 },
  ]);
});

it('computes the bounds of a rotated box', () => {
  const turned = turnedSize(box, 90);
  expect([turned.width, turned.height].map(Math.round)).toEqual([100, 400]);
});

it('scales letters with their corner, within limits', () => {
  expect(scaleSize(100, 50, 75)).toBe(150);
  expect(scaleSize(100, 50, 0)).toBe(4);
  expect(scaleSize(100, 0, 20)).toBe(100);
});
