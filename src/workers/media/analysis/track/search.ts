import { Kernels } from '../../kernels/kernels.ts';
import type { Plane, Pyramid } from './plane.ts';
import type { Pose } from './pose.ts';
import type { Template } from './template.ts';

/** The scales at which a lost target is searched, as multiples of its last scale. */
const scales = [1, 0.84, 1.19, 0.7, 1.41] as const;
/**
 * The minimum mean and shorter side of a template in the searched level, in pixels. A level of twice the size takes 16 times as
 * long.
 */
const coarse = { mean: 8, short: 5 } as const;
/** The minimum coarse similarity of a place that is searched in detail. */
const minCoarse = 0.4;

/** A possible position of the target. */
export type Place = { readonly pose: Pose; readonly score: number };

/**
 * Finds the places of a frame that are most similar to a template, best first: by ZNCC at every position of a small level of the
 * pyramid, at five scales (J. Lewis, "Fast normalized cross-correlation", 1995, with sums over rectangles by integral images).
 */
export class FrameSearch {
  #room: Room | null = null;

  /** Returns the `count` best places, none of which covers the centre of a better one. */
  find(pyramid: Pyramid, template: Template, last: Pose, count: number): Place[] {
    const level = chooseLevel(pyramid, last);
    const plane = pyramid.level(level);
    const room =
      this.#room && this.#room.plane.length >= plane.data.length ? this.#room : createRoom(plane.data.length);
    this.#room = room;
    room.plane.set(plane.data);
    const sums = new Sums(plane);
    const found: Place[] = [];
    for (const scale of scales) {
      const size = { width: (last.width * scale) / 2 ** level, height: (last.height * scale) / 2 ** level };
      const patch = shrink(template, size);
      for (const { x, y, score } of findPeaks(room, plane, patch, sums)) {
        const pose = {
          x: (x + (patch.width - 1) / 2) * 2 ** level,
          y: (y + (patch.height - 1) / 2) * 2 ** level,
          width: last.width * scale,
          height: last.height * scale,
          angle: last.angle,
        };
        found.push({ pose, score });
      }
    }
    return keepApart(found, count);
  }
}

/** Kernel memory with a plane, a patch of it and their products. */
type Room = {
  readonly kernels: Kernels;
  readonly plane: Float32Array;
  readonly patch: Float32Array;
  readonly scores: Float32Array;
};

function createRoom(pixels: number): Room {
  const kernels = new Kernels(3 * 4 * pixels + 1024);
  return { kernels, plane: kernels.floats(pixels), patch: kernels.floats(pixels), scores: kernels.floats(pixels) };
}

/** Returns the smallest level in which the target still has detail. */
function chooseLevel(pyramid: Pyramid, { width, height }: Pose): number {
  const shrink = Math.min(Math.sqrt(width * height) / coarse.mean, Math.min(width, height) / coarse.short);
  const level = Math.floor(Math.log2(Math.max(1, shrink)));
  return Math.min(level, pyramid.levels.length - 1);
}

/** Scales a template, subtracts its mean and normalises it to unit length. */
function shrink(template: Template, { width, height }: { readonly width: number; readonly height: number }): Plane {
  const size = { width: Math.max(3, Math.round(width)), height: Math.max(3, Math.round(height)) };
  const data = new Float32Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      data[y * size.width + x] = getMean(template, {
        left: (x / size.width) * template.width,
        right: ((x + 1) / size.width) * template.width,
        top: (y / size.height) * template.height,
        bottom: ((y + 1) / size.height) * template.height,
      });
    }
  }
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  const norm = Math.sqrt(data.reduce((sum, value) => sum + (value - mean) ** 2, 0));
  return { ...size, data: data.map((value) => (norm > 0 ? (value - mean) / norm : 0)) };
}

type Rectangle = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

function getMean({ width, values }: Template, { left, right, top, bottom }: Rectangle): number {
  const [firstX, firstY] = [Math.floor(left), Math.floor(top)];
  const [lastX, lastY] = [Math.max(firstX + 1, Math.round(right)), Math.max(firstY + 1, Math.round(bottom))];
  let sum = 0;
  for (let y = firstY; y < lastY; y++) {
    for (let x = firstX; x < lastX; x++) {
      sum += values[y * width + x] ?? 0;
    }
  }
  return sum / ((lastX - firstX) * (lastY - firstY));
}

/** Sums of a plane and of its squares over any rectangle (integral images). */
class Sums {
  readonly #stride: number;
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;

  constructor({ width, height, data }: Plane) {
    this.#stride = width + 1;
    this.#sums = new Float64Array((width + 1) * (height + 1));
    this.#squares = new Float64Array((width + 1) * (height + 1));
    for (let y = 0; y < height; y++) {
      let [sum, square] = [0, 0];
      for (let x = 0; x < width; x++) {
        const value = data[y * width + x] ?? 0;
        sum += value;
        square += value * value;
        const at = (y + 1) * this.#stride + x + 1;
        this.#sums[at] = (this.#sums[at - this.#stride] ?? 0) + sum;
        this.#squares[at] = (this.#squares[at - this.#stride] ?? 0) + square;
      }
    }
  }

  /** Returns the sum of squared differences from the mean. */
  spread(x: number, y: number, width: number, height: number): number {
    const sum = this.#over(this.#sums, x, y, width, height);
    return this.#over(this.#squares, x, y, width, height) - (sum * sum) / (width * height);
  }

  #over(sums: Float64Array, x: number, y: number, width: number, height: number): number {
    const [top, bottom] = [y * this.#stride + x, (y + height) * this.#stride + x];
    return (sums[bottom + width] ?? 0) - (sums[bottom] ?? 0) - (sums[top + width] ?? 0) + (sums[top] ?? 0);
  }
}

type Peak = { readonly x: number; readonly y: number; readonly score: number };

/** Finds local maxima of the ZNCC; x and y are the top left corner of the patch. */
function findPeaks({ kernels, ...room }: Room, plane: Plane, patch: Plane, sums: Sums): Peak[] {
  const [columns, rows] = [plane.width - patch.width + 1, plane.height - patch.height + 1];
  if (columns < 1 || rows < 1) {
    return [];
  }
  const scores = room.scores.subarray(0, columns * rows);
  room.patch.set(patch.data);
  kernels.run.correlate(room.plane, plane.width, room.patch, patch.width, patch.height, scores, columns, rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const spread = sums.spread(x, y, patch.width, patch.height);
      const at = y * columns + x;
      scores[at] = spread < 9 * patch.data.length ? 0 : (scores[at] ?? 0) / Math.sqrt(spread);
    }
  }
  const peaks: Peak[] = [];
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at] ?? 0;
    if (score > minCoarse && isPeak(scores, columns, rows, at)) {
      peaks.push({ x: at % columns, y: Math.floor(at / columns), score });
    }
  }
  return peaks;
}

function isPeak(scores: Float32Array, columns: number, rows: number, at: number): boolean {
  const [x, y] = [at % columns, Math.floor(at / columns)];
  for (let row = Math.max(0, y - 1); row <= Math.min(rows - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(columns - 1, x + 1); column++) {
      if ((scores[row * columns + column] ?? 0) > (scores[at] ?? 0)) {
        return false;
      }
    }
  }
  return true;
}

/** Returns the best places, none of which covers the centre of a better one. */
function keepApart(found: readonly Place[], count: number): Place[] {
  const kept: Place[] = [];
  for (const place of found.toSorted((one, other) => other.score - one.score)) {
    const { x, y } = place.pose;
    const isApart = kept.every(
      ({ pose }) => Math.abs(pose.x - x) > pose.width / 2 || Math.abs(pose.y - y) > pose.height / 2,
    );
    if (isApart) {
      kept.push(place);
    }
    if (kept.length === count) {
      break;
    }
  }
  return kept;
}
