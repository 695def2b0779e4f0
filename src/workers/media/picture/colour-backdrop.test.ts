import { expect, it } from 'vitest';
import { ColourBackdrop } from './colour-backdrop.ts';
import { createPlanes } from './planes.ts';

it('mixes by alpha, and fills the extra column and row of an even size', () => {
  const picture = createPlanes(3, 3);
  picture.y.fill(200);
  picture.u.fill(100);
  picture.v.fill(150);
  const alpha = Uint8Array.of(255, 255, 0, 255, 255, 0, 128, 128, 0);
  const backdrop = new ColourBackdrop(picture, [50, 60, 70], { width: 4, height: 4 });
  backdrop.lay(picture, alpha);
  const { result: target } = backdrop;
  expect([...target.y]).toEqual([200, 200, 50, 50, 200, 200, 50, 50, 125, 125, 50, 50, 50, 50, 50, 50]);
  expect([...target.u]).toEqual([100, 60, 80, 60]);
  expect([...target.v]).toEqual([150, 70, 110, 70]);
});

it.each([
  [64, 36],
  [63, 35],
])('mixes every pixel of %i x %i by its own alpha, in runs or not', (width, height) => {
  const picture = createPlanes(width, height);
  picture.bytes.forEach((_, i) => (picture.bytes[i] = (i * 7919) % 256));
  const alpha = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.max(0, Math.min(255, 400 * Math.sin(i / 17 + i / width / 5))),
  );
  const even = { width: width + (width & 1), height: height + (height & 1) };
  const backdrop = new ColourBackdrop(picture, [145.4, 54, 34], even);
  backdrop.lay(picture, alpha);
  const { result: target } = backdrop;
  for (let i = 0; i < alpha.length; i++) {
    const at = Math.floor(i / width) * target.width + (i % width);
    const expected = 145.4 + ((alpha[i] ?? 0) / 255) * ((picture.y[i] ?? 0) - 145.4);
    expect(Math.abs((target.y[at] ?? 0) - expected)).toBeLessThan(0.501);
  }
  const { chromaWidth } = picture;
  picture.u.forEach((shown, i) => {
    const [left, top] = [2 * (i % chromaWidth), 2 * Math.floor(i / chromaWidth)];
    const corners = [left, Math.min(width - 1, left + 1)].flatMap((x) => [
      top * width + x,
      Math.min(height - 1, top + 1) * width + x,
    ]);
    const share = corners.reduce((sum, at) => sum + (alpha[at] ?? 0), 0) / 1020;
    expect(Math.abs((target.u[i] ?? 0) - (54 + share * (shown - 54)))).toBeLessThan(0.501);
    expect(Math.abs((target.v[i] ?? 0) - (34 + share * ((picture.v[i] ?? 0) - 34)))).toBeLessThan(0.501);
  });
});
