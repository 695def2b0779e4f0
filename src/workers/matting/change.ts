import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import type { Edges } from '#workers/matting/regions.ts';
import { Kernels } from '#workers/media/kernels/kernels.ts';

/** The side of the blocks in which images are compared, in pixels; that of the kernels. */
export const blockSide = 8;
/** The mean difference of a block, in levels: noise up to the first, and another content from the second on. */
const noise = 3;
const other = 14;

/** The difference of an image from the previous one. */
export type Change = {
  /** The blocks, row by row: 0 for the same content, 1 for another one. */
  readonly blocks: Float32Array;
  /** The mean of the blocks inside figures, of those outside, and of all, 0..1. */
  readonly inside: number;
  readonly outside: number;
  readonly all: number;
};

/** Compares images of one size. */
export class ChangeMeter {
  readonly #columns: number;
  readonly #rows: number;
  readonly #size: Size;
  readonly #kernels: Kernels;
  readonly #now: Uint8Array;
  readonly #before: Uint8Array;
  readonly #changes: Float32Array;

  constructor(size: Size) {
    const bytes = 3 * size.width * size.height;
    this.#size = size;
    this.#columns = Math.ceil(size.width / blockSide);
    this.#rows = Math.ceil(size.height / blockSide);
    const count = this.#columns * this.#rows;
    this.#kernels = new Kernels(2 * bytes + 4 * count + 1024);
    this.#now = this.#kernels.bytes(bytes);
    this.#before = this.#kernels.bytes(bytes);
    this.#changes = this.#kernels.floats(count);
  }

  /** Compares `now` with `before`; `figures` are the boxes of figures. */
  measure(now: Picture, before: Picture, figures: readonly Edges[]): Change {
    this.#now.set(now.rgb);
    this.#before.set(before.rgb);
    this.#kernels.run.measureChange(this.#now, this.#before, this.#size.width, this.#size.height, this.#changes);
    const blocks = this.#changes.map((change) => Math.min(1, Math.max(0, (change - noise) / (other - noise))));
    const sums = { inside: 0, outside: 0, countInside: 0, countOutside: 0 };
    for (const [at, change] of blocks.entries()) {
      if (figures.some((figure) => this.#isIn(at, figure))) {
        sums.inside += change;
        sums.countInside += 1;
      } else {
        sums.outside += change;
        sums.countOutside += 1;
      }
    }
    return {
      blocks,
      inside: sums.inside / Math.max(1, sums.countInside),
      outside: sums.outside / Math.max(1, sums.countOutside),
      all: (sums.inside + sums.outside) / blocks.length,
    };
  }

  /** Returns whether the middle of a block is in a box. */
  #isIn(at: number, { left, top, right, bottom }: Edges): boolean {
    const { width, height } = this.#size;
    const x = Math.min(((at % this.#columns) + 0.5) * blockSide, width - 1);
    const y = Math.min((Math.floor(at / this.#columns) + 0.5) * blockSide, height - 1);
    return x >= left && x < right && y >= top && y < bottom;
  }
}
