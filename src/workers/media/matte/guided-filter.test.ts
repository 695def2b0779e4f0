import { describe, expect, it } from 'vitest';
import type { SmallPicture } from '../picture/small-picture.ts';
import { Workspace } from '../picture/workspace.ts';
import { EdgeGrid } from './edge-grid.ts';
import { cell, GuidedFilter, type GuidedFilterOptions } from './guided-filter.ts';

type Plane = { width: number; height: number; values: Float32Array };

function boxMean({ width, height, values }: Plane, radius: number): Float32Array {
  return values.map((_, at) => {
    const x = at % width;
    const y = Math.floor(at / width);
    let sum = 0;
    let count = 0;
    for (let row = Math.max(0, y - radius); row <= Math.min(height - 1, y + radius); row++) {
      for (let column = Math.max(0, x - radius); column <= Math.min(width - 1, x + radius); column++) {
        sum += values[row * width + column] ?? 0;
        count++;
      }
    }
    return sum / count;
  });
}

/** Algorithm 1 of the paper, implemented literally. */
function reference(guide: Plane, matte: Plane, radius: number, epsilon: number) {
  const mean = (values: Float32Array): Float32Array => boxMean({ ...guide, values }, radius);
  const times = (left: Float32Array, right: Float32Array) => left.map((value, i) => value * (right[i] ?? 0));
  const meanI = mean(guide.values);
  const meanP = mean(matte.values);
  const corrI = mean(times(guide.values, guide.values));
  const corrIp = mean(times(guide.values, matte.values));
  const a = corrIp.map((value, i) => {
    const light = meanI[i] ?? 0;
    return (value - light * (meanP[i] ?? 0)) / ((corrI[i] ?? 0) - light * light + epsilon);
  });
  const b = meanP.map((value, i) => value - (a[i] ?? 0) * (meanI[i] ?? 0));
  return { slopes: mean(a), offsets: mean(b) };
}

function plane(width: number, height: number, value: (x: number, y: number) => number): Plane {
  const values = Float32Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width)));
  return { width, height, values };
}

const picture = (y: Plane, u = plane(y.width, y.height, () => 128), v = u): SmallPicture => ({
  width: y.width,
  height: y.height,
  y: y.values,
  u: u.values,
  v: v.values,
});

function openFilter(width: number, height: number, options: GuidedFilterOptions) {
  const size = { width, height };
  const grid = new EdgeGrid(size, new Workspace(size, size, 1).kernels);
  const filter = new GuidedFilter(grid, options);
  const fit = (shown: SmallPicture, matte: Float32Array): void => {
    grid.load(shown, matte);
    filter.fit();
  };
  const { planes, kinds } = filter.lines;
  const part = (at: number): Float32Array => planes.subarray(at * grid.size, (at + 1) * grid.size);
  return { lines: { offsets: part(0), y: part(1), u: part(2), v: part(3), kinds }, fit };
}

const lumaAt = (radius: number, smoothness: number) => ({ guide: 'luma', radius, smoothness }) as const;

const disc = plane(40, 30, (x, y) => (Math.hypot(x - 20, y - 14) < 9 ? 190 : 70) + ((x * 7 + y * 13) % 19));
const softDisc = plane(40, 30, (x, y) => Math.max(0, Math.min(255, (11 - Math.hypot(x - 21, y - 15)) * 60)));

describe('GuidedFilter', () => {
  it.each([1, 2, 4])('finds the lines of the reference, at radius %i', (radius) => {
    const filter = openFilter(40, 30, lumaAt(radius, 50));
    filter.fit(picture(disc), softDisc.values);
    const { offsets, y: slopes } = filter.lines;
    const expected = reference(disc, softDisc, radius, 50);
    expected.slopes.forEach((slope, i) => expect(slopes[i]).toBeCloseTo(slope, 3));
    expected.offsets.forEach((offset, i) => expect(Math.abs((offsets[i] ?? 0) - offset)).toBeLessThan(0.3));
  });

  it('finds the same lines with a colour guide as with luma if there is only luma', () => {
    const inLuma = openFilter(40, 30, lumaAt(2, 50));
    const inColour = openFilter(40, 30, { guide: 'colour', radius: 2, smoothness: 50 });
    inLuma.fit(picture(disc), softDisc.values);
    inColour.fit(picture(disc), softDisc.values);
    inLuma.lines.y.forEach((slope, i) => expect(inColour.lines.y[i]).toBeCloseTo(slope, 4));
    expect(inColour.lines.u.every((slope) => slope === 0)).toBe(true);
  });

  it('follows an edge that is visible only in colour', () => {
    const grey = plane(32, 32, () => 120);
    const blue = plane(32, 32, (x) => (x < 16 ? 100 : 160));
    const matte = plane(32, 32, (x) => Math.max(0, Math.min(255, (x - 13) * 50)));
    const filter = openFilter(32, 32, { guide: 'colour', radius: 2, smoothness: 10 });
    filter.fit(picture(grey, blue, grey), matte.values);
    const { offsets, y: lumas, u: blues, v: reds } = filter.lines;
    const alphaAt = (x: number): number => {
      const at = 16 * 32 + x;
      const colour = (blues[at] ?? 0) * (blue.values[at] ?? 0) + (reds[at] ?? 0) * 120;
      return (offsets[at] ?? 0) + (lumas[at] ?? 0) * 120 + colour;
    };
    expect(alphaAt(16) - alphaAt(15)).toBeGreaterThan(120);
  });

  it('moves a misplaced edge of the matte to the edge of the image', () => {
    const guide = plane(32, 32, (x) => (x < 16 ? 60 : 200));
    const matte = plane(32, 32, (x) => Math.max(0, Math.min(255, (x - 13) * 50)));
    const filter = openFilter(32, 32, lumaAt(3, 20));
    filter.fit(picture(guide), matte.values);
    const { offsets, y: slopes } = filter.lines;
    const alphaAt = (x: number): number =>
      (slopes[16 * 32 + x] ?? 0) * (guide.values[16 * 32 + x] ?? 0) + (offsets[16 * 32 + x] ?? 0);
    expect(alphaAt(16) - alphaAt(15)).toBeGreaterThan(120);
    expect(alphaAt(4)).toBe(0);
    expect(alphaAt(28)).toBe(255);
  });

  it('does not depend on the frame before', () => {
    const guide = plane(16, 16, (x, y) => x * 10 + y);
    const filter = openFilter(16, 16, lumaAt(2, 50));
    filter.fit(picture(guide), plane(16, 16, (x) => (x < 8 ? 0 : 255)).values);
    filter.fit(picture(guide), plane(16, 16, () => 0).values);
    const { offsets, kinds } = filter.lines;
    expect([offsets.every((value) => value === 0), kinds.every((kind) => kind === cell.background)]).toEqual([
      true,
      true,
    ]);
  });
});
