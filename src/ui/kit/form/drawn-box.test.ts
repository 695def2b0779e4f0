import { expect, it } from 'vitest';
import { toBox, toPoint, toShares } from './drawn-box.ts';

const size = { width: 640, height: 360 };

it('creates a box from two corners in any order', () => {
  const box = { x: 10, y: 20, width: 90, height: 50 };
  expect(toBox({ x: 10.2, y: 19.8 }, { x: 100, y: 70 }, size)).toEqual(box);
  expect(toBox({ x: 100, y: 70 }, { x: 10.2, y: 19.8 }, size)).toEqual(box);
});

it('clamps a box to the image, and gives a click a size', () => {
  expect(toBox({ x: 600, y: 300 }, { x: 900, y: -40 }, size)).toEqual({ x: 600, y: 0, width: 40, height: 300 });
  expect(toBox({ x: 640, y: 360 }, { x: 640, y: 360 }, size)).toEqual({ x: 636, y: 356, width: 4, height: 4 });
  expect(toPoint({ x: -3, y: 400 }, size)).toEqual({ x: 0, y: 360 });
});

it('positions a box over the image, and hides it without a position', () => {
  expect(toShares({ x: 64, y: 36, width: 320, height: 90 }, size)).toEqual({
    left: '10%',
    top: '10%',
    width: '50%',
    height: '25%',
  });
  expect(toShares({ x: 64 }, size)).toEqual({ display: 'none' });
});
