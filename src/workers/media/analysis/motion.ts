import type { Size } from '#core/lib/size.ts';

/** Vectors are estimated for squares of `blockSide` pixels, compared together with a rim of two pixels around them. */
export const blockSide = 8;
const rim = 2;
/** The maximum length of a vector along either axis. */
const reach = 24;
/**
 * The maximum difference that the vector of a moved block leaves: this share of the difference without a vector, and at least one
 * level less. Smaller gains come from noise and from the background behind an edge.
 */
const minGain = 0.6;
const minAdvantage = 1;

/** The pixels by which one block is compared: columns `[left, right)` of the rows `[top, bottom)`, and their weight. */
type Patch = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly weight: number;
};

/** Two images of the same size, and the weight of each pixel of the later one. */
export type Pair = { readonly now: Float32Array; readonly before: Float32Array; readonly weights: Float32Array };

/**
 * Estimates where the blocks of a small image were in the image before. A block tries the vectors of its neighbours and its own
 * last one, and refines the best by steps (A. Tourapis, "Enhanced predictive zonal search", 2002).
 */
export class Motion {
  readonly columns: number;
  readonly rows: number;
  /** The vectors by block: pixel `(x, y)` was at `(x + xs, y + ys)`. */
  readonly xs: Int8Array;
  readonly ys: Int8Array;
  /** The weighted mean difference that each block's vector leaves, in levels. */
  readonly errors: Float32Array;
  readonly #width: number;
  readonly #height: number;
  #bestX = 0;
  #bestY = 0;
  #bestError = 0;

  constructor({ width, height }: Size) {
    this.#width = width;
    this.#height = height;
    this.columns = Math.ceil(width / blockSide);
    this.rows = Math.ceil(height / blockSide);
    this.xs = new Int8Array(this.columns * this.rows);
    this.ys = new Int8Array(this.columns * this.rows);
    this.errors = new Float32Array(this.columns * this.rows);
  }

  /** Estimates the vectors of the blocks that `isWanted` marks; the others have none. */
  find(pair: Pair, isWanted: Uint8Array): void {
    for (let at = 0; at < isWanted.length; at++) {
      if (isWanted[at]) {
        this.#findBlock(pair, at);
      } else {
        this.xs[at] = 0;
        this.ys[at] = 0;
      }
    }
  }

  #findBlock(pair: Pair, at: number): void {
    const patch = this.#patchAt(at, pair.weights);
    const still = this.#measureError(pair, patch, 0, 0, Infinity);
    this.#bestX = 0;
    this.#bestY = 0;
    this.#bestError = minGain * still - minAdvantage;
    if (this.#bestError > 0) {
      this.#tryBlock(pair, patch, at);
      const column = at % this.columns;
      if (column > 0) {
        this.#tryBlock(pair, patch, at - 1);
      }
      if (at >= this.columns) {
        this.#tryBlock(pair, patch, at - this.columns);
        if (column < this.columns - 1) {
          this.#tryBlock(pair, patch, at - this.columns + 1);
        }
      }
      this.#walk(pair, patch);
    }
    const isStill = this.#bestX === 0 && this.#bestY === 0;
    this.xs[at] = this.#bestX;
    this.ys[at] = this.#bestY;
    this.errors[at] = isStill ? still : this.#bestError;
  }

  #patchAt(at: number, weights: Float32Array): Patch {
    const column = at % this.columns;
    const row = (at - column) / this.columns;
    const left = Math.max(0, column * blockSide - rim);
    const right = Math.min(this.#width, (column + 1) * blockSide + rim);
    const top = Math.max(0, row * blockSide - rim);
    const bottom = Math.min(this.#height, (row + 1) * blockSide + rim);
    let weight = 0;
    for (let y = top; y < bottom; y++) {
      for (let i = y * this.#width + left; i < y * this.#width + right; i++) {
        weight += weights[i] ?? 0;
      }
    }
    return { left, top, right, bottom, weight };
  }

  /** Tries the vector of another block, of this image or of the last one. */
  #tryBlock(pair: Pair, patch: Patch, at: number): void {
    this.#try(pair, patch, this.xs[at] ?? 0, this.ys[at] ?? 0);
  }

  /** Moves the vector by steps of four, two and one pixels while that improves it. */
  #walk(pair: Pair, patch: Patch): void {
    for (let step = 4; step >= 1; step >>= 1) {
      for (let turn = 0; turn < 4; turn++) {
        const [x, y] = [this.#bestX, this.#bestY];
        this.#try(pair, patch, x + step, y);
        this.#try(pair, patch, x - step, y);
        this.#try(pair, patch, x, y + step);
        this.#try(pair, patch, x, y - step);
        if (this.#bestX === x && this.#bestY === y) {
          break;
        }
      }
    }
  }

  #try(pair: Pair, patch: Patch, x: number, y: number): void {
    if (Math.abs(x) > reach || Math.abs(y) > reach || (x === this.#bestX && y === this.#bestY)) {
      return;
    }
    const error = this.#measureError(pair, patch, x, y, this.#bestError);
    if (error < this.#bestError) {
      this.#bestError = error;
      this.#bestX = x;
      this.#bestY = y;
    }
  }

  /** Returns the weighted mean difference that a block's vector leaves in another pair of planes, in levels. */
  errorIn(pair: Pair, at: number): number {
    const error = this.#measureError(
      pair,
      this.#patchAt(at, pair.weights),
      this.xs[at] ?? 0,
      this.ys[at] ?? 0,
      Infinity,
    );
    return Number.isFinite(error) ? error : 0;
  }

  /** Returns Infinity if the error exceeds `enough`, or if the vector leaves the image. */
  #measureError({ now, before, weights }: Pair, patch: Patch, x: number, y: number, enough: number): number {
    const { left, top, right, bottom, weight } = patch;
    const width = this.#width;
    if (left + x < 0 || right + x > width || top + y < 0 || bottom + y > this.#height) {
      return Infinity;
    }
    const shift = y * width + x;
    const most = enough * weight;
    let sum = 0;
    for (let row = top; row < bottom; row++) {
      const end = row * width + right;
      for (let at = row * width + left; at < end; at++) {
        sum += (weights[at] ?? 0) * Math.abs((now[at] ?? 0) - (before[at + shift] ?? 0));
      }
      if (sum > most) {
        return Infinity;
      }
    }
    return sum / weight;
  }
}
