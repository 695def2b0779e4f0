import { describe, expect, test } from 'vitest';
import { findFigures } from '#workers/matting/figures.ts';
import type { Edges } from '#workers/matting/regions.ts';
import type { Raster } from '#workers/matting/resample.ts';

const size = { width: 200, height: 100 };

function draw(...boxes: readonly Edges[]): Raster {
  const data = new Uint8Array(size.width * size.height);
  for (const { left, top, right, bottom } of boxes) {
    for (let y = top; y < bottom; y += 1) {
      data.fill(255, y * size.width + left, y * size.width + right);
    }
  }
  return { ...size, data };
}

const box = (left: number, top: number, right: number, bottom: number): Edges => ({ left, top, right, bottom });

describe('figures', () => {
  test('are the connected parts of a matte, the largest first', () => {
    const [small, large] = [box(10, 20, 30, 50), box(100, 10, 160, 90)];
    expect(findFigures(draw(small, large), 3)).toEqual([
      { ...large, area: 60 * 80 },
      { ...small, area: 20 * 30 },
    ]);
  });

  test('are connected over corners and around gaps', () => {
    // Two arms of a U that only meet in its last rows, and a square that touches one at a corner.
    const parts = [box(20, 10, 40, 80), box(80, 10, 100, 80), box(20, 80, 100, 90), box(100, 0, 120, 10)];
    expect(findFigures(draw(...parts), 3)).toEqual([{ ...box(20, 0, 120, 90), area: 20 * 70 * 2 + 80 * 10 + 200 }]);
  });

  test('are merged if one is inside the box of the other, such as legs below a table', () => {
    const [body, leg] = [box(50, 10, 110, 60), box(60, 55, 80, 90)];
    expect(findFigures(draw(body, box(50, 62, 60, 64), leg), 3)).toHaveLength(1);
    expect(
      findFigures(draw(box(20, 10, 40, 60), box(10, 10, 14, 80), box(10, 80, 60, 84), box(56, 10, 60, 80)), 3),
    ).toEqual([{ ...box(10, 10, 60, 84), area: 20 * 50 + 4 * 70 * 2 + 50 * 4 }]);
  });

  test('share a box with the nearest if there are more than the maximum', () => {
    const far = box(150, 10, 180, 90);
    const near = [box(10, 10, 40, 90), box(44, 10, 70, 90)];
    expect(findFigures(draw(far, ...near), 2).map(({ left, right }) => [left, right])).toEqual([
      [10, 70],
      [150, 180],
    ]);
  });

  test('exclude specks, and do not exist in an empty matte', () => {
    expect(findFigures(draw(box(10, 10, 16, 16)), 3)).toEqual([]);
    expect(findFigures(draw(), 3)).toEqual([]);
    expect(findFigures({ ...size, data: new Uint8Array(20_000).fill(255) }, 3)).toEqual([
      { ...box(0, 0, 200, 100), area: 20_000 },
    ]);
  });
});
