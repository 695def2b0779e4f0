import { expect, it } from 'vitest';
import { composite } from './composite.ts';
import { createPlanes } from './planes.ts';

it('mixes by alpha, and fills what an even size adds to an odd picture', () => {
  const picture = createPlanes(3, 3);
  picture.y.fill(200);
  picture.u.fill(100);
  picture.v.fill(150);
  const alpha = Uint8Array.of(255, 255, 0, 255, 255, 0, 128, 128, 0);
  const target = createPlanes(4, 4);
  composite(picture, alpha, [50, 60, 70], target);
  expect([...target.y]).toEqual([200, 200, 50, 50, 200, 200, 50, 50, 125, 125, 50, 50, 50, 50, 50, 50]);
  expect([...target.u]).toEqual([100, 60, 80, 60]);
  expect([...target.v]).toEqual([150, 70, 110, 70]);
});
