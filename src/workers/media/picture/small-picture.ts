import type { Picture } from '#core/runners.ts';
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

type Size = { readonly width: number; readonly height: number };

/**
 * Makes the two small pictures of a frame, by area averages: one of the model's size, and its luma once more, larger by a
 * whole factor, which guides the refinement. As means of equal squares of area averages, the smaller luma is one too.
 */
export class Reducer {
  readonly small: SmallPicture;
  readonly guide: Float32Array;
  readonly #guideScale: number;
  readonly #luma: Resampler;
  readonly #chroma: Resampler;

  constructor(source: Size, { width, height }: Size, guideScale: number) {
    const plane = (): Float32Array => new Float32Array(width * height);
    this.small = { width, height, y: plane(), u: plane(), v: plane() };
    this.#guideScale = guideScale;
    this.guide = guideScale === 1 ? this.small.y : new Float32Array(width * height * guideScale * guideScale);
    this.#luma = new Resampler(source.width, source.height, width * guideScale, height * guideScale);
    this.#chroma = new Resampler((source.width + 1) >> 1, (source.height + 1) >> 1, width, height);
  }

  /** Fills `small` and `guide` from `planes`. */
  reduce(planes: Planes): void {
    this.#luma.resample(planes.y, this.guide);
    this.#chroma.resample(planes.u, this.small.u);
    this.#chroma.resample(planes.v, this.small.v);
    if (this.#guideScale > 1) {
      averageSquares(this.guide, this.small, this.#guideScale);
    }
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

function averageSquares(source: Float32Array, { width, height, y: target }: SmallPicture, scale: number): void {
  const stride = width * scale;
  const share = 1 / (scale * scale);
  target.fill(0);
  for (let y = 0; y < height * scale; y++) {
    const row = Math.floor(y / scale) * width;
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let from = y * stride + x * scale; from < y * stride + (x + 1) * scale; from++) {
        sum += source[from] ?? 0;
      }
      target[row + x] = (target[row + x] ?? 0) + sum * share;
    }
  }
}
