import { rgbFactors, toYuv, type Matrix } from './colour.ts';
import type { Planes } from './planes.ts';

/** RGBA bytes, tightly packed, to planes of the same size; chroma is the mean of the pixels that it serves. */
export function fromRgba(rgba: Uint8Array, planes: Planes, matrix: Matrix): void {
  const { width, height, chromaWidth, chromaHeight } = planes;
  const [baseY] = toYuv([0, 0, 0], matrix);
  const factors = [toYuv([255, 0, 0], matrix), toYuv([0, 255, 0], matrix), toYuv([0, 0, 255], matrix)] as const;
  const [red, green, blue] = factors;
  const factor = (channel: 0 | 1 | 2, base: number) =>
    [(red[channel] - base) / 255, (green[channel] - base) / 255, (blue[channel] - base) / 255] as const;
  const [yRed, yGreen, yBlue] = factor(0, baseY);
  for (let i = 0; i < width * height; i++) {
    const at = 4 * i;
    planes.y[i] = baseY + 0.5 + yRed * (rgba[at] ?? 0) + yGreen * (rgba[at + 1] ?? 0) + yBlue * (rgba[at + 2] ?? 0);
  }
  const [uRed, uGreen, uBlue] = factor(1, 128);
  const [vRed, vGreen, vBlue] = factor(2, 128);
  const mean = new Float64Array(3);
  for (let y = 0; y < chromaHeight; y++) {
    for (let x = 0; x < chromaWidth; x++) {
      squareMean(rgba, 2 * x, 2 * y, width, height, mean);
      const [r = 0, g = 0, b = 0] = mean;
      planes.u[y * chromaWidth + x] = 128.5 + uRed * r + uGreen * g + uBlue * b;
      planes.v[y * chromaWidth + x] = 128.5 + vRed * r + vGreen * g + vBlue * b;
    }
  }
}

function squareMean(rgba: Uint8Array, x: number, y: number, width: number, height: number, mean: Float64Array): void {
  const right = x + 1 < width ? 4 : 0;
  const down = y + 1 < height ? 4 * width : 0;
  const at = 4 * (y * width + x);
  for (let channel = 0; channel < 3; channel++) {
    const from = at + channel;
    mean[channel] =
      ((rgba[from] ?? 0) + (rgba[from + right] ?? 0) + (rgba[from + down] ?? 0) + (rgba[from + down + right] ?? 0)) / 4;
  }
}

/** Planes and alpha to RGBA bytes, for a canvas. */
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
