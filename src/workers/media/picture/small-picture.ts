import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { rgbFactors, type Matrix } from './colour.ts';
import type { Planes } from './planes.ts';
import { Resampler } from './resampler.ts';

/** An image in planar YUV 4:4:4, limited range, 0..255, not rounded. */
export type SmallPicture = {
  readonly width: number;
  readonly height: number;
  readonly y: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
};

/** Creates the small image that model and refinement share, by area averages, in one pass over the full one. */
export class Reducer {
  readonly small: SmallPicture;
  readonly #kernels: Kernels;
  readonly #luma: Resampler;
  readonly #chroma: Resampler;
  readonly #rgb: Uint8Array<ArrayBuffer>;

  constructor(source: Size, { width, height }: Size, kernels: Kernels) {
    const plane = (): Float32Array => kernels.floats(width * height);
    const chroma = { width: (source.width + 1) >> 1, height: (source.height + 1) >> 1 };
    this.small = { width, height, y: plane(), u: plane(), v: plane() };
    this.#kernels = kernels;
    this.#luma = new Resampler(source, { width, height }, kernels);
    this.#chroma = new Resampler(chroma, { width, height }, kernels);
    this.#rgb = kernels.bytes(3 * width * height);
  }

  /** Fills `small` from `planes`, which are in the memory of the kernels. */
  reduce(planes: Planes): void {
    this.#luma.resample(planes.y, this.small.y);
    this.#chroma.resample(planes.u, this.small.u);
    this.#chroma.resample(planes.v, this.small.v);
  }

  /** Returns `small` for the model: full-range RGB, in its own buffer. */
  toModelPicture(matrix: Matrix): Picture {
    const { width, height, y, u, v } = this.small;
    const { luma, redV, greenU, greenV, blueU } = rgbFactors(matrix);
    const factors = [luma, redV, greenU, greenV, blueU] as const;
    this.#kernels.run.toRgb(y, u, v, width * height, ...factors, this.#rgb);
    return { width, height, rgb: this.#rgb.slice() };
  }
}
