import type { Picture } from '#core/runners.ts';
import type { Size } from '#core/size.ts';
import { rgbFactors, type Matrix } from './colour.ts';
import type { Planes } from './planes.ts';
import { Resampler } from './resampler.ts';

/** A picture in planar YUV 4:4:4, limited range, 0..255, not rounded. */
export type SmallPicture = {
  readonly width: number;
  readonly height: number;
  readonly y: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
};

/** Makes the small picture that model and refinement share, by area averages: one walk over the full one. */
export class Reducer {
  readonly small: SmallPicture;
  readonly #luma: Resampler;
  readonly #chroma: Resampler;

  constructor(source: Size, { width, height }: Size) {
    const plane = (): Float32Array => new Float32Array(width * height);
    this.small = { width, height, y: plane(), u: plane(), v: plane() };
    this.#luma = new Resampler(source.width, source.height, width, height);
    this.#chroma = new Resampler((source.width + 1) >> 1, (source.height + 1) >> 1, width, height);
  }

  /** Fills `small` from `planes`. */
  reduce(planes: Planes): void {
    this.#luma.resample(planes.y, this.small.y);
    this.#chroma.resample(planes.u, this.small.u);
    this.#chroma.resample(planes.v, this.small.v);
  }
}

/** The picture for the model: full-range RGB. */
export function toModelPicture({ width, height, y, u, v }: SmallPicture, matrix: Matrix): Picture {
  const rgb = new Uint8ClampedArray(3 * width * height);
  const { luma, redV, greenU, greenV, blueU } = rgbFactors(matrix);
  for (let i = 0; i < y.length; i++) {
    const light = luma * ((y[i] ?? 0) - 16);
    const blueness = (u[i] ?? 0) - 128;
    const redness = (v[i] ?? 0) - 128;
    rgb[3 * i] = light + redV * redness;
    rgb[3 * i + 1] = light - greenU * blueness - greenV * redness;
    rgb[3 * i + 2] = light + blueU * blueness;
  }
  return { width, height, rgb: new Uint8Array(rgb.buffer) };
}
