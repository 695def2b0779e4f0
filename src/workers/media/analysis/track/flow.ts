import type { Plane, Pyramid } from './plane.ts';

/** Windows are squares with a side of twice this plus one pixels, at each level. */
const reach = 7;
const side = 2 * reach + 1;
const rimmed = side + 2;
const pixels = side * side;
/** The maximum number of steps at one level, and the step in pixels below which a point has converged. */
const maxSteps = 10;
const arrived = 0.03;
/** The minimum smaller eigenvalue of a window's gradients, per pixel, for a point to be trackable. */
const minEigenvalue = 0.3;

/** The new positions of points. `isFound` is 0 for points that left the frame or cannot be tracked. */
export type Flow = { readonly points: Float32Array; readonly isFound: Uint8Array };

/**
 * Tracks small windows by the pyramidal method of Lucas and Kanade (J. Bouguet, "Pyramidal implementation of the affine Lucas
 * Kanade feature tracker", 2001), for translation only. Windows are compared by their difference from their own mean, so that a
 * change of light is not motion.
 */
export class FlowTracker {
  readonly #patch = new Float32Array(rimmed * rimmed);
  readonly #window = new Float32Array(pixels);
  readonly #across = new Float32Array(pixels);
  readonly #down = new Float32Array(pixels);
  readonly #other = new Float32Array(pixels);
  /** The displacement at the scale of the current level. */
  #x = 0;
  #y = 0;
  /**
   * The difference of the window at that displacement, along each gradient. Fields avoid allocations: this is computed a million
   * times per clip.
   */
  #bx = 0;
  #by = 0;

  /** Tracks points, as x, y, x, y ..., from one frame to another, starting at `guess`. */
  track(from: Pyramid, to: Pyramid, points: Float32Array, guess: Float32Array): Flow {
    const found = new Float32Array(points.length);
    const isFound = new Uint8Array(points.length >> 1);
    for (let at = 0; at < points.length; at += 2) {
      const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
      this.#x = (guess[at] ?? 0) - x;
      this.#y = (guess[at + 1] ?? 0) - y;
      isFound[at >> 1] = this.#follow(from, to, x, y) ? 1 : 0;
      found[at] = x + this.#x;
      found[at + 1] = y + this.#y;
    }
    return { points: found, isFound };
  }

  /** Tracks a point from the smallest level to the full one. */
  #follow(from: Pyramid, to: Pyramid, x: number, y: number): boolean {
    const top = from.levels.length - 1;
    this.#x /= 2 ** (top + 1);
    this.#y /= 2 ** (top + 1);
    for (let level = top; level >= 0; level--) {
      this.#x *= 2;
      this.#y *= 2;
      const scale = 2 ** level;
      const isHeld = this.#followAt(from.level(level), to.level(level), x / scale, y / scale);
      if (level === 0 && !isHeld) {
        return false;
      }
    }
    const { width, height } = to.base;
    const [left, top0] = [x + this.#x, y + this.#y];
    return left >= 0 && top0 >= 0 && left <= width - 1 && top0 <= height - 1;
  }

  #followAt(from: Plane, to: Plane, x: number, y: number): boolean {
    this.#readWindow(from, x, y);
    let [xx, xy, yy] = [0, 0, 0];
    for (let at = 0; at < pixels; at++) {
      const [across, down] = [this.#across[at] ?? 0, this.#down[at] ?? 0];
      xx += across * across;
      xy += across * down;
      yy += down * down;
    }
    const determinant = xx * yy - xy * xy;
    const smaller = (xx + yy - Math.sqrt((xx - yy) ** 2 + 4 * xy * xy)) / 2;
    if (smaller < minEigenvalue * pixels || determinant < 1e-6) {
      return false;
    }
    for (let step = 0; step < maxSteps; step++) {
      this.#compare(to, x + this.#x, y + this.#y);
      const moveX = (yy * this.#bx - xy * this.#by) / determinant;
      const moveY = (xx * this.#by - xy * this.#bx) / determinant;
      this.#x += moveX;
      this.#y += moveY;
      if (moveX * moveX + moveY * moveY < arrived * arrived) {
        break;
      }
    }
    return true;
  }

  /** Computes the right side of a Gauss-Newton step. */
  #compare(to: Plane, x: number, y: number): void {
    const [other, window, across, down] = [this.#other, this.#window, this.#across, this.#down];
    readPatch(to, x - reach, y - reach, side, other);
    let [bx, by] = [0, 0];
    for (let at = 0; at < pixels; at++) {
      const difference = (window[at] ?? 0) - (other[at] ?? 0);
      bx += difference * (across[at] ?? 0);
      by += difference * (down[at] ?? 0);
    }
    // The gradients have zero mean, which removes the mean of the difference, a change of light.
    this.#bx = bx;
    this.#by = by;
  }

  /** Reads the window around a point, and its gradients without their means. */
  #readWindow(plane: Plane, x: number, y: number): void {
    readPatch(plane, x - reach - 1, y - reach - 1, rimmed, this.#patch);
    const [patch, window, gradientX, gradientY] = [this.#patch, this.#window, this.#across, this.#down];
    let [sumX, sumY] = [0, 0];
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        const at = row * side + column;
        const middle = (row + 1) * rimmed + column + 1;
        const across = ((patch[middle + 1] ?? 0) - (patch[middle - 1] ?? 0)) / 2;
        const down = ((patch[middle + rimmed] ?? 0) - (patch[middle - rimmed] ?? 0)) / 2;
        window[at] = patch[middle] ?? 0;
        gradientX[at] = across;
        gradientY[at] = down;
        sumX += across;
        sumY += down;
      }
    }
    for (let at = 0; at < pixels; at++) {
      gradientX[at] = (gradientX[at] ?? 0) - sumX / pixels;
      gradientY[at] = (gradientY[at] ?? 0) - sumY / pixels;
    }
  }
}

/** Reads a square between pixels with one set of bilinear weights. Pixels outside the plane repeat its edge. */
function readPatch({ width, height, data }: Plane, x: number, y: number, size: number, into: Float32Array): void {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const [a, b, c, d] = [(1 - right) * (1 - down), right * (1 - down), (1 - right) * down, right * down];
  if (left >= 0 && top >= 0 && left + size < width && top + size < height) {
    for (let row = 0; row < size; row++) {
      let at = (top + row) * width + left;
      for (let to = row * size; to < (row + 1) * size; to++, at++) {
        into[to] =
          a * (data[at] ?? 0) + b * (data[at + 1] ?? 0) + c * (data[at + width] ?? 0) + d * (data[at + width + 1] ?? 0);
      }
    }
    return;
  }
  const value = (column: number, row: number): number =>
    data[Math.min(height - 1, Math.max(0, row)) * width + Math.min(width - 1, Math.max(0, column))] ?? 0;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [u, v] = [left + column, top + row];
      into[row * size + column] = a * value(u, v) + b * value(u + 1, v) + c * value(u, v + 1) + d * value(u + 1, v + 1);
    }
  }
}

/** Points that were tracked forward and backward, and how far they missed their start. */
export type Checked = {
  readonly from: Float32Array;
  readonly to: Float32Array;
  /** The median of the forward-backward errors of all points that were found. */
  readonly medianError: number;
};

/** The maximum forward-backward error, in pixels. */
const maxError = 1;
/** The minimum similarity (ZNCC) of the patches around both ends. */
const minLikeness = 0.75;
const likenessSide = 11;

/**
 * Tracks points forward and backward, and keeps those that return to their start and look similar (Z. Kalal, K. Mikolajczyk, J.
 * Matas, "Forward-backward error", 2010).
 */
export function trackChecked(
  tracker: FlowTracker,
  from: Pyramid,
  to: Pyramid,
  points: Float32Array,
  guess: Float32Array,
): Checked {
  const there = tracker.track(from, to, points, guess);
  const back = tracker.track(to, from, there.points, points);
  const errors: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < points.length; at += 2) {
    if (!there.isFound[at >> 1] || !back.isFound[at >> 1]) {
      continue;
    }
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0];
    const [u, v] = [there.points[at] ?? 0, there.points[at + 1] ?? 0];
    const error = Math.hypot((back.points[at] ?? 0) - x, (back.points[at + 1] ?? 0) - y);
    errors.push(error);
    if (error < maxError && likeness(from.base, to.base, [x, y], [u, v]) > minLikeness) {
      starts.push(x, y);
      ends.push(u, v);
    }
  }
  errors.sort((one, other) => one - other);
  return {
    from: Float32Array.from(starts),
    to: Float32Array.from(ends),
    medianError: errors[errors.length >> 1] ?? Infinity,
  };
}

const one = new Float32Array(likenessSide * likenessSide);
const other = new Float32Array(likenessSide * likenessSide);

/** Returns the zero-mean normalised cross-correlation of the squares around two points, -1 to 1. */
function likeness(
  from: Plane,
  to: Plane,
  [x, y]: readonly [number, number],
  [u, v]: readonly [number, number],
): number {
  const half = (likenessSide - 1) / 2;
  readPatch(from, x - half, y - half, likenessSide, one);
  readPatch(to, u - half, v - half, likenessSide, other);
  return correlate(one, other);
}

/** Returns the ZNCC of sequences of equal length; 0 if one of them is flat. */
function correlate(first: Float32Array, second: Float32Array): number {
  const count = first.length;
  let [sum, sum2] = [0, 0];
  for (let at = 0; at < count; at++) {
    sum += first[at] ?? 0;
    sum2 += second[at] ?? 0;
  }
  const [mean, mean2] = [sum / count, sum2 / count];
  let [square, square2, product] = [0, 0, 0];
  for (let at = 0; at < count; at++) {
    const [a, b] = [(first[at] ?? 0) - mean, (second[at] ?? 0) - mean2];
    square += a * a;
    square2 += b * b;
    product += a * b;
  }
  const least = 4 * count;
  return square < least || square2 < least ? 0 : product / Math.sqrt(square * square2);
}
