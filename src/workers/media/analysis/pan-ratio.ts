import type { Size } from '#core/lib/size.ts';

/** The maximum pan as a share of a side, and the maximum deviation from its axis in pixels. */
const maxShift = 2 / 3;
const maxStray = 2;
/** The pixels between two compared shifts. */
const step = 2;
/** The minimum difference per pixel, in levels, so that two flat images are not a pan. */
const noise = 0.5;

/**
 * Returns the smallest difference of two images over all shifts along an axis, relative to the deviation of the overlapping part.
 * It is near 0 if one image is the other one moved. Values are levels.
 */
export function findPanRatio(one: Float32Array, other: Float32Array, size: Size): number {
  const along = step * Math.floor((maxShift * size.width) / step);
  const down = step * Math.floor((maxShift * size.height) / step);
  let best = Number.POSITIVE_INFINITY;
  for (let stray = -maxStray; stray <= maxStray; stray += step) {
    for (let x = -along; x <= along; x += step) {
      best = Math.min(best, compareShifted(one, other, size, x, stray));
    }
    for (let y = -down; y <= down; y += step) {
      best = Math.min(best, compareShifted(one, other, size, stray, y));
    }
  }
  return best;
}

/** Compares the overlapping parts of `one` and of `other` shifted by `(x, y)`, without their means. */
function compareShifted(one: Float32Array, other: Float32Array, { width, height }: Size, x: number, y: number): number {
  const [left, right] = [Math.max(0, -x), Math.min(width, width - x)];
  const [top, bottom] = [Math.max(0, -y), Math.min(height, height - y)];
  const shift = y * width + x;
  const count = Math.max(1, (right - left) * (bottom - top));
  let [oneSum, otherSum] = [0, 0];
  for (let row = top; row < bottom; row++) {
    for (let at = row * width + left; at < row * width + right; at++) {
      oneSum += one[at] ?? 0;
      otherSum += other[at + shift] ?? 0;
    }
  }
  const [oneMean, otherMean] = [oneSum / count, otherSum / count];
  let [difference, oneDeviation, otherDeviation] = [0, 0, 0];
  for (let row = top; row < bottom; row++) {
    for (let at = row * width + left; at < row * width + right; at++) {
      const [level, moved] = [(one[at] ?? 0) - oneMean, (other[at + shift] ?? 0) - otherMean];
      difference += Math.abs(level - moved);
      oneDeviation += Math.abs(level);
      otherDeviation += Math.abs(moved);
    }
  }
  return (difference + noise * count) / Math.max(1e-3, Math.min(oneDeviation, otherDeviation));
}
