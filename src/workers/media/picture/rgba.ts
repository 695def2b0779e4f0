import { rgbFactors, type Matrix, type RgbFactors } from './colour.ts';
import type { Planes } from './planes.ts';

/** Pixels of four bytes each: red is the first or the third, green the second, alpha or padding the last. */
export type PackedRgb = {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly stride: number;
  readonly red: 0 | 2;
};

/** The scale of integer factors. */
const scale = 65_536;

/**
 * Converts RGB, which was created with `factors`, to planes of the same size in limited range; chroma is the mean of its pixels.
 */
export function fromRgb(rgb: PackedRgb, planes: Planes, factors: RgbFactors): void {
  const { bytes, offset, stride, red } = rgb;
  const { width, height, chromaWidth, chromaHeight } = planes;
  const blue = 2 - red;
  const [y, u, v] = invert(factors);
  for (let row = 0; row < chromaHeight; row++) {
    const down = 2 * row + 1 < height ? 1 : 0;
    for (let column = 0; column < chromaWidth; column++) {
      const right = 2 * column + 1 < width ? 1 : 0;
      const [first, at] = [offset + 2 * row * stride + 8 * column, 2 * row * width + 2 * column];
      let [r, g, b] = [0, 0, 0];
      for (let pixel = 0; pixel < 4; pixel++) {
        const [x, below] = [pixel & 1 ? right : 0, pixel & 2 ? down : 0];
        const from = first + 4 * x + below * stride;
        const [pixelR, pixelG, pixelB] = [bytes[from + red] ?? 0, bytes[from + 1] ?? 0, bytes[from + blue] ?? 0];
        planes.y[at + x + below * width] = (y.base + y.r * pixelR + y.g * pixelG + y.b * pixelB) >> 16;
        r += pixelR;
        g += pixelG;
        b += pixelB;
      }
      const chroma = row * chromaWidth + column;
      planes.u[chroma] = (4 * u.base + u.r * r + u.g * g + u.b * b) >> 18;
      planes.v[chroma] = (4 * v.base + v.r * r + v.g * g + v.b * b) >> 18;
    }
  }
}

type Factors = { readonly r: number; readonly g: number; readonly b: number; readonly base: number };

/** Returns luma, U and V as factors of red, green and blue: the inverse of `factors`. The base includes the half for rounding. */
function invert({ luma, redV, greenU, greenV, blueU }: RgbFactors): readonly [Factors, Factors, Factors] {
  // The shares of red, green and blue in which the contributions of chroma cancel out.
  const share = 1 / (1 + greenV / redV + greenU / blueU);
  const light = [(share * greenV) / redV, share, (share * greenU) / blueU] as const;
  const whole = (base: number, divisor: number, one: readonly [number, number, number]): Factors => {
    const rounded = (factor: number): number => Math.round((scale * factor) / divisor);
    return { r: rounded(one[0]), g: rounded(one[1]), b: rounded(one[2]), base: scale * base + scale / 2 };
  };
  return [
    whole(16, luma, light),
    whole(128, blueU, [-light[0], -light[1], 1 - light[2]]),
    whole(128, redV, [1 - light[0], -light[1], -light[2]]),
  ];
}

/** Converts planes and alpha to RGBA bytes, for a canvas. */
export function toRgba(planes: Planes, alpha: ArrayLike<number>, matrix: Matrix): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, chromaWidth } = planes;
  const { luma, redV, greenU, greenV, blueU } = rgbFactors(matrix);
  const rgba = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const chroma = (y >> 1) * chromaWidth + (x >> 1);
      const light = luma * ((planes.y[at] ?? 0) - 16);
      const u = (planes.u[chroma] ?? 0) - 128;
      const v = (planes.v[chroma] ?? 0) - 128;
      rgba[4 * at] = light + redV * v;
      rgba[4 * at + 1] = light - greenU * u - greenV * v;
      rgba[4 * at + 2] = light + blueU * u;
      rgba[4 * at + 3] = alpha[at] ?? 0;
    }
  }
  return rgba;
}
