import type { StageState } from '#core/model/cut-out-checkpoint.ts';
import type { Size } from '#core/lib/size.ts';
import type { SmallPicture } from '../picture/small-picture.ts';
import { blockSide, Motion } from '../analysis/motion.ts';

/** The weight of the past at `smoothing` 100. */
const heaviestPast = 0.95;
/** The difference after motion compensation (levels) up to which a block is tracked, and from which on it is lost. */
const followedBelow = 5;
const lostFrom = 24;
/** The weight of a level of chroma relative to one of luma, and the sum of U and V up to which it is noise. */
const chromaWeight = 2;
const chromaNoise = 4;
/** A block whose alpha was and is all below the first, or all above the second, needs no smoothing. */
const surelyBackground = 8;
const surelySubject = 247;
/** The weight of a background pixel in motion estimation, relative to 1 for the subject. */
const backgroundWeight = 0.02;

/**
 * The moving average of the small matte. The past is moved along with the subject, block by block, and has less weight where the
 * frame has changed. The average therefore stabilises still parts and tracked motion, and leaves no ghost behind faster motion.
 */
export class Smoothing {
  readonly #past: number;
  readonly #width: number;
  readonly #height: number;
  #average: Float32Array;
  #next: Float32Array;
  /** Y, U and V of the last frame. */
  readonly #before: readonly [Float32Array, Float32Array, Float32Array];
  readonly #weights: Float32Array;
  readonly #motion: Motion;
  readonly #isWanted: Uint8Array;
  #isFirst = true;

  /** `smoothing` is 0 (none) to 100 (heavy); at the default of 50 the past has a weight of 0.71. */
  constructor(smoothing: number, { width, height }: Size) {
    this.#past = heaviestPast * (1 - (1 - smoothing / 100) ** 2);
    this.#width = width;
    this.#height = height;
    this.#average = new Float32Array(width * height);
    this.#next = new Float32Array(width * height);
    const plane = (): Float32Array => new Float32Array(width * height);
    this.#before = [plane(), plane(), plane()];
    this.#weights = new Float32Array(width * height);
    this.#motion = new Motion({ width, height });
    this.#isWanted = new Uint8Array(this.#motion.columns * this.#motion.rows);
  }

  /** Forgets the past: the next matte is used unchanged. */
  reset(): void {
    this.#isFirst = true;
  }

  save(): StageState {
    const { xs, ys } = this.#motion;
    const vectors = [Float32Array.from(xs), Float32Array.from(ys)];
    return {
      numbers: [Number(this.#isFirst)],
      arrays: [this.#average.slice(), ...vectors, ...this.#before.map((one) => one.slice())],
    };
  }

  restore({ numbers: [isFirst], arrays: [average, xs, ys, ...before] }: StageState): void {
    this.#isFirst = isFirst === 1;
    this.#average.set(average ?? []);
    this.#before.forEach((plane, at) => plane.set(before[at] ?? []));
    this.#motion.xs.set(xs ?? []);
    this.#motion.ys.set(ys ?? []);
  }

  /** Returns the new average, 0..255, valid until the next call. `picture` is the model input for `alpha`. */
  add(alpha: Uint8Array, { y, u, v }: Pick<SmallPicture, 'y' | 'u' | 'v'>): Float32Array {
    const [luma, blue, red] = this.#before;
    const next = this.#next;
    next.set(alpha);
    if (!this.#isFirst && this.#past > 0) {
      for (let at = 0; at < this.#isWanted.length; at++) {
        this.#isWanted[at] = this.#weigh(alpha, at) ? 1 : 0;
      }
      const weights = this.#weights;
      this.#motion.find({ now: y, before: luma, weights }, this.#isWanted);
      for (let at = 0; at < this.#isWanted.length; at++) {
        if (this.#isWanted[at]) {
          const inBlue = this.#motion.errorIn({ now: u, before: blue, weights }, at);
          const inRed = this.#motion.errorIn({ now: v, before: red, weights }, at);
          this.#blend(
            next,
            at,
            (this.#motion.errors[at] ?? 0) + chromaWeight * Math.max(0, inBlue + inRed - chromaNoise),
          );
        }
      }
    }
    this.#isFirst = false;
    luma.set(y);
    blue.set(u);
    red.set(v);
    this.#next = this.#average;
    this.#average = next;
    return next;
  }

  /** Sets the weights of the pixels of a block. Returns whether the block needs smoothing. */
  #weigh(alpha: Uint8Array, at: number): boolean {
    const { left, top, right, bottom } = this.#blockAt(at);
    let low = 255;
    let high = 0;
    for (let y = top; y < bottom; y++) {
      for (let i = y * this.#width + left; i < y * this.#width + right; i++) {
        const now = alpha[i] ?? 0;
        const past = this.#average[i] ?? 0;
        const most = now > past ? now : past;
        const least = now > past ? past : now;
        high = most > high ? most : high;
        low = least < low ? least : low;
        this.#weights[i] = backgroundWeight + most / 255;
      }
    }
    return high > surelyBackground && low < surelySubject;
  }

  /** Mixes the past into a block of `next`, which contains the present; `error` is the difference after motion compensation. */
  #blend(next: Float32Array, at: number, error: number): void {
    const { left, top, right, bottom } = this.#blockAt(at);
    const { xs, ys } = this.#motion;
    const lost = (error - followedBelow) / (lostFrom - followedBelow);
    const share = this.#past * (1 - Math.min(1, Math.max(0, lost)));
    if (share === 0) {
      return;
    }
    const [dx, dy] = [xs[at] ?? 0, ys[at] ?? 0];
    for (let y = top; y < bottom; y++) {
      const row = y * this.#width;
      const pastRow = Math.min(this.#height - 1, Math.max(0, y + dy)) * this.#width;
      for (let x = left; x < right; x++) {
        const past = this.#average[pastRow + Math.min(this.#width - 1, Math.max(0, x + dx))] ?? 0;
        const now = next[row + x] ?? 0;
        next[row + x] = now + share * (past - now);
      }
    }
  }

  #blockAt(at: number): { left: number; top: number; right: number; bottom: number } {
    const column = at % this.#motion.columns;
    const left = column * blockSide;
    const top = ((at - column) / this.#motion.columns) * blockSide;
    const right = Math.min(this.#width, left + blockSide);
    const bottom = Math.min(this.#height, top + blockSide);
    return { left, top, right, bottom };
  }
}
