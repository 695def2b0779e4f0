import { describe, expect, test } from 'vitest';
import { applyConfidenceFilter } from '#workers/matting/confidence-filter.ts';
import type { Raster } from '#workers/matting/resample.ts';
import { Tracks } from '#workers/matting/tracks.ts';

const [width, height] = [80, 40];
const person = { left: 4, top: 4, right: 24, bottom: 36 };
const ghost = { left: 50, top: 4, right: 70, bottom: 36 };

/** A person with high confidence and low-confidence legs, and a ghost of `alpha` with a fringe of 30. */
function draw(alpha: number): Raster {
  const data = new Uint8Array(width * height);
  const fill = (left: number, top: number, right: number, bottom: number, level: number): void => {
    for (let y = top; y < bottom; y += 1) {
      data.fill(level, y * width + left, y * width + right);
    }
  };
  fill(4, 4, 24, 26, 250);
  fill(8, 28, 12, 36, 140);
  fill(48, 2, 72, 38, 30);
  fill(50, 4, 70, 36, alpha);
  return { width, height, data };
}

const at = ({ data }: Raster, x: number, y: number): number => data[y * width + x] ?? 0;
const follow = (): Tracks => {
  const tracks = new Tracks(3);
  tracks.follow(
    [person, ghost].map((box) => ({ ...box, area: 640 })),
    { width, height },
  );
  return tracks;
};

describe('a figure with low confidence', () => {
  test('is removed with its fringe, while the parts of a confident figure stay', () => {
    const mean = draw(145);
    applyConfidenceFilter(mean, follow());
    expect([at(mean, 60, 20), at(mean, 49, 20), at(mean, 71, 3)]).toEqual([0, 0, 0]);
    expect([at(mean, 14, 14), at(mean, 10, 32)]).toEqual([250, 140]);
  });

  test('stays if a tenth of it has high confidence, and partly in between', () => {
    const sure = draw(200);
    applyConfidenceFilter(sure, follow());
    expect(sure).toEqual(draw(200));
    const half = draw(166);
    applyConfidenceFilter(half, follow());
    expect(at(half, 60, 20)).toBeGreaterThan(60);
    expect(at(half, 60, 20)).toBeLessThan(120);
  });

  test('appears and disappears slowly, to prevent flicker', () => {
    const tracks = follow();
    applyConfidenceFilter(draw(220), tracks);
    const levels = Array.from({ length: 7 }, () => {
      const mean = draw(145);
      applyConfidenceFilter(mean, tracks);
      return at(mean, 60, 20);
    });
    expect(levels[0]).toBeCloseTo((145 * 5) / 6, -1);
    expect(levels).toEqual(levels.toSorted((a, b) => b - a));
    expect(levels.at(-1)).toBe(0);
  });

  test('is judged by itself if it has no track', () => {
    const mean = draw(145);
    applyConfidenceFilter(mean, new Tracks(3));
    expect([at(mean, 60, 20), at(mean, 14, 14), at(mean, 10, 32)]).toEqual([0, 250, 0]);
  });
});
