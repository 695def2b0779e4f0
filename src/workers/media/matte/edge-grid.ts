import type { Size } from '#core/lib/size.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { SmallPicture } from '../picture/small-picture.ts';

/** A small image, its matte, and their sums over any window, in the memory of the kernels that find the edge. */
export class EdgeGrid {
  readonly width: number;
  readonly height: number;
  /** The number of pixels. */
  readonly size: number;
  readonly kernels: Kernels;
  /** The image's three planes, which are consecutive. */
  readonly y: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
  /** The matte, 0..255, and the same as shares, 0..1. */
  readonly matte: Float32Array;
  readonly shares: Float32Array;
  /** The pixels of the last edge found. */
  readonly edges: Int32Array;
  readonly #shareSums: Int32Array;
  readonly subjectSums: Int32Array;
  readonly backgroundSums: Int32Array;
  /**
   * The colours of the image, by pixel as 1, Y, U and V, those of the subject times trust. `Foreground` separates them in place.
   */
  readonly subjectColours: Float32Array;
  readonly backgroundColours: Float32Array;

  constructor({ width, height }: Size, kernels: Kernels) {
    const size = width * height;
    const planes = kernels.floats(3 * size);
    const sums = (): Int32Array => kernels.ints(4 * (width + 1) * (height + 1));
    this.width = width;
    this.height = height;
    this.size = size;
    this.kernels = kernels;
    this.y = planes.subarray(0, size);
    this.u = planes.subarray(size, 2 * size);
    this.v = planes.subarray(2 * size);
    this.matte = kernels.floats(size);
    this.shares = kernels.floats(size);
    this.edges = kernels.ints(size);
    this.#shareSums = kernels.ints((width + 1) * (height + 1));
    this.subjectSums = sums();
    this.backgroundSums = sums();
    this.subjectColours = kernels.floats(4 * size);
    this.backgroundColours = kernels.floats(4 * size);
  }

  /** Loads an image and its matte, 0..255. */
  load({ y, u, v }: Pick<SmallPicture, 'y' | 'u' | 'v'>, matte: Float32Array): void {
    this.y.set(y);
    this.u.set(u);
    this.v.set(v);
    this.matte.set(matte);
    const sums = [this.#shareSums, this.subjectSums, this.backgroundSums] as const;
    const colours = [this.subjectColours, this.backgroundColours] as const;
    const picture = [this.y, this.u, this.v, this.matte, this.width, this.height, this.shares] as const;
    this.kernels.run.buildSums(...picture, ...sums, ...colours);
  }

  /**
   * Classifies all pixels by whether the windows around them contain subject, background or both, which is `cell.edge`, and lists
   * the latter in `edges`. Returns their number.
   */
  findEdges(radius: number, kinds: Uint8Array): number {
    return this.kernels.run.findEdges(this.#shareSums, this.width, this.height, radius, kinds, this.edges);
  }
}
