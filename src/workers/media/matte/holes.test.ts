import { expect, it } from 'vitest';
import { Holes } from './holes.ts';

const size = { width: 40, height: 30 };

/**
 * A matte that is all subject except for a border of background, with a hole of 4 x 4 whose middle is `depth`, and a slit to the
 * outside.
 */
function body(depth: number): Float32Array {
  return Float32Array.from({ length: size.width * size.height }, (_, i) => {
    const x = i % size.width;
    const y = Math.floor(i / size.width);
    if (x < 4 || y < 4 || x >= 36 || y >= 26) {
      return 0;
    }
    if (x === 30 && y < 15) {
      return 120;
    }
    return x >= 10 && x < 14 && y >= 10 && y < 14 ? (x === 12 && y === 12 ? depth : 180) : 255;
  });
}

const at = (x: number, y: number): number => y * size.width + x;

it.each([
  [200, 255, 255],
  [90, 255, 255],
  [50, 152.5, 217.5],
  [10, 10, 180],
])('closes a hole with a minimum of %d to %d there and %d at its rim', (depth, middle, rim) => {
  const matte = body(depth);
  new Holes(size).close(matte);
  expect(matte[at(12, 12)]).toBeCloseTo(middle, 4);
  expect(matte[at(10, 10)]).toBeCloseTo(rim, 4);
});

it('leaves open areas and the border of the image unchanged', () => {
  const matte = body(255);
  const before = matte.slice();
  new Holes(size).close(matte);
  expect(matte[at(30, 10)]).toBe(120);
  expect(matte[at(2, 2)]).toBe(0);
  const unsure = new Float32Array(size.width * size.height).fill(120);
  new Holes(size).close(unsure);
  expect(unsure.every((value) => value === 120)).toBe(true);
  expect(matte.filter((value, i) => value !== before[i]).length).toBe(16 - 1);
});
