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

it.each([
  [64, 36],
  [63, 35],
])('mixes every pixel of %i x %i by its own alpha, runs or not', (width, height) => {
  const picture = createPlanes(width, height);
  picture.bytes.forEach((_, i) => (picture.bytes[i] = (i * 7919) % 256));
  const alpha = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.max(0, Math.min(255, 400 * Math.sin(i / 17 + i / width / 5))),
  );
  const target = createPlanes(width + (width & 1), height + (height & 1));
  composite(picture, alpha, [145.4, 54, 34], target);
  for (let i = 0; i < alpha.length; i++) {
    const at = Math.floor(i / width) * target.width + (i % width);
    const expected = 145.4 + ((alpha[i] ?? 0) / 255) * ((picture.y[i] ?? 0) - 145.4);
    expect(Math.abs((target.y[at] ?? 0) - expected)).toBeLessThan(0.501);
  }
});
