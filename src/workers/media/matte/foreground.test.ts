import { describe, expect, it } from 'vitest';
import { createPlanes, type Planes } from '../picture/planes.ts';
import { Reducer, type SmallPicture } from '../picture/small-picture.ts';
import { Workspace } from '../picture/workspace.ts';
import { EdgeGrid } from './edge-grid.ts';
import { Foreground } from './foreground.ts';
import { ForegroundPainter } from './foreground-painter.ts';
import { cell } from './guided-filter.ts';

const width = 192;
const height = 160;
const grid = { width: 64, height: 64 };

/** Composites a reddish disc with some shading over a bright green wall, with a soft alpha, like a camera. */
function composite(radius = 50): { shown: Planes; own: Planes; alpha: Uint8ClampedArray } {
  const shown = createPlanes(width, height);
  const own = createPlanes(width, height);
  const alpha = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const chroma = (y >> 1) * own.chromaWidth + (x >> 1);
      const share = Math.max(0, Math.min(1, (radius - Math.hypot(x - 96, y - 80)) / 6 + 0.5));
      alpha[at] = 255 * share;
      own.y[at] = 90 + x / 8 + ((x * 3 + y * 5) % 7);
      own.u[chroma] = 110;
      own.v[chroma] = 170 + y / 16;
      shown.y[at] = share * (own.y[at] ?? 0) + (1 - share) * (180 + (x % 5)) + 0.5;
      shown.u[chroma] = share * 110 + (1 - share) * 70 + 0.5;
      shown.v[chroma] = share * (own.v[chroma] ?? 0) + (1 - share) * 60 + 0.5;
    }
  }
  return { shown, own, alpha };
}

/** Returns the mean colour error along the edge, weighted with its visibility. */
function edgeError(planes: Planes, own: Planes, alpha: Uint8ClampedArray): number {
  let sum = 0;
  let weight = 0;
  for (let at = 0; at < alpha.length; at++) {
    const share = (alpha[at] ?? 0) / 255;
    if (share > 0 && share < 1) {
      const chroma = (Math.floor(at / width) >> 1) * own.chromaWidth + ((at % width) >> 1);
      const difference = (plane: 'y' | 'u' | 'v', i: number): number =>
        Math.abs((planes[plane][i] ?? 0) - (own[plane][i] ?? 0));
      sum += share * (difference('y', at) + difference('u', chroma) + difference('v', chroma));
      weight += share;
    }
  }
  return sum / weight;
}

function reduce(planes: Pick<Planes, 'y' | 'u' | 'v'>): SmallPicture {
  const { kernels, free } = new Workspace({ width, height }, grid, 1);
  const reducer = new Reducer(free, grid, kernels);
  free.y.set(planes.y);
  free.u.set(planes.u);
  free.v.set(planes.v);
  reducer.reduce(free);
  return reducer.small;
}

function estimate({ kernels }: Workspace, matte: Float32Array, small: SmallPicture): Foreground {
  const cells = new EdgeGrid(grid, kernels);
  const foreground = new Foreground(cells);
  cells.load(small, matte);
  foreground.estimate();
  return foreground;
}

function paintWith(shown: Planes, alpha: Uint8ClampedArray, isDecontaminating = true): Foreground {
  const workspace = new Workspace(shown, grid, 1);
  const { kernels, free, alphaPixels } = workspace;
  const foreground = estimate(workspace, reduce({ ...shown, y: Uint8Array.from(alpha) }).y, reduce(shown));
  free.bytes.set(shown.bytes);
  alphaPixels.set(alpha);
  new ForegroundPainter(shown, grid, isDecontaminating, kernels).paint(free, alphaPixels, foreground);
  shown.bytes.set(free.bytes);
  return foreground;
}

function clean(isDecontaminating: boolean) {
  const { shown, own, alpha } = composite();
  const before = edgeError(shown, own, alpha);
  paintWith(shown, alpha, isDecontaminating);
  return { shown, own, alpha, before, after: edgeError(shown, own, alpha) };
}

describe('Foreground', () => {
  it('removes most of the old background from the edge', () => {
    const { before, after } = clean(true);
    expect(before).toBeGreaterThan(40);
    expect(after).toBeLessThan(before / 5);
  });

  it('adds little of the old background where alpha is too high', () => {
    const { shown, own, alpha } = composite();
    const { alpha: wide } = composite(51);
    const before = edgeError(shown, own, alpha);
    paintWith(shown, wide);
    expect(edgeError(shown, own, alpha)).toBeLessThan(before / 4);
  });

  it('takes the colours of faint parts from themselves if nothing surer is near', () => {
    const { shown, alpha } = composite();
    const faint = alpha.map((value, at) => (at % width < 24 && at < 40 * width ? 30 : value));
    paintWith(shown, faint);
    expect(shown.y[10 * width + 8]).toBeGreaterThan(170);
  });

  it('leaves the inside untouched', () => {
    const { shown } = clean(true);
    const { shown: original } = composite();
    const row = 80 * width;
    expect(shown.y.subarray(row + 70, row + 120)).toEqual(original.y.subarray(row + 70, row + 120));
  });

  it('shows no old background where alpha is 0', () => {
    const { shown } = clean(true);
    expect(Math.max(...shown.y.subarray(0, width))).toBeLessThan(130);
    expect(shown.u[0]).toBeGreaterThan(100);
  });

  it('leaves the edge as it is without decontamination', () => {
    const { before, after } = clean(false);
    expect(after).toBe(before);
  });

  it('handles an empty and a full matte', () => {
    const { shown } = composite();
    const empty = new Float32Array(grid.width * grid.height);
    expect(estimate(new Workspace(shown, grid, 1), empty, reduce(shown)).mean).toEqual([16, 128, 128]);
    const before = shown.bytes.slice();
    paintWith(shown, new Uint8ClampedArray(width * height).fill(255));
    expect(shown.bytes).toEqual(before);
  });

  it('removes the light of a screen from the rim of the subject, and no further in', () => {
    const { shown, alpha } = composite();
    const leans = (rim: (distance: number) => boolean): number[] =>
      Array.from(shown.u, (u, i) => {
        const distance = 50 - Math.hypot(2 * (i % shown.chromaWidth) - 96, 2 * Math.floor(i / shown.chromaWidth) - 80);
        return rim(distance) ? ((u - 128) * -58 + ((shown.v[i] ?? 0) - 128) * -68) / Math.hypot(58, 68) : 0;
      });
    const isRim = (distance: number): boolean => distance > 4 && distance < 10;
    const isInside = (distance: number): boolean => distance > 30;
    shown.u.forEach((_, i) => {
      const distance = 50 - Math.hypot(2 * (i % shown.chromaWidth) - 96, 2 * Math.floor(i / shown.chromaWidth) - 80);
      if (isRim(distance)) {
        shown.u[i] = 105;
        shown.v[i] = 110;
      }
    });
    const inside = leans(isInside);
    expect(Math.max(...leans(isRim))).toBeGreaterThan(25);
    paintWith(shown, alpha);
    expect(Math.max(...leans(isRim))).toBeLessThan(5);
    expect(leans(isInside)).toEqual(inside);
  });

  it.each([
    ['takes a faint hue of the screen for its light, even if all around has it', 4, 0],
    ['takes a strong one for the subject’s own', 20, 20],
  ])('%s', (_, lean, limit) => {
    const { shown, alpha } = composite();
    shown.u.forEach((_value, i) => {
      const x = i % shown.chromaWidth;
      if (alpha[4 * shown.chromaWidth * Math.floor(i / shown.chromaWidth) + 2 * x] === 255) {
        shown.u[i] = 128 - (lean * 58) / Math.hypot(58, 68);
        shown.v[i] = 128 - (lean * 68) / Math.hypot(58, 68);
      }
    });
    const { kinds, hueLimits } = paintWith(shown, alpha);
    // Left of the middle the disc ends at a quarter of the width.
    const rim = [16, 17, 18].map((x) => 32 * grid.width + x);
    expect(rim.map((at) => kinds[at])).toEqual([cell.edge, cell.edge, cell.edge]);
    for (const at of rim) {
      expect(Math.abs((hueLimits[at] ?? NaN) - limit)).toBeLessThan(2);
    }
  });

  it('detects no screen in an uneven background', () => {
    const { shown, alpha } = composite();
    shown.u.forEach((_, i) => (shown.u[i] = i % 16 < 8 ? 60 : 190));
    expect(paintWith(shown, alpha).screen).toBe(null);
  });
});
