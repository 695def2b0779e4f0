import type { SmallPicture } from '../picture/small-picture.ts';

/** `alpha = offset + y * Y + u * U + v * V`, all 0..255. */
export type Line = { readonly offset: number; readonly y: number; readonly u: number; readonly v: number };

/** Columns `[left, right)` of the rows `[top, bottom)`. */
export type Window = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The line through luma and alpha of a window with the least squared error, `smoothness` keeping it flat in noise. */
export function fitLuma({ width, y }: SmallPicture, matte: Float32Array, window: Window, smoothness: number): Line {
  let light = 0;
  let alpha = 0;
  let product = 0;
  let square = 0;
  for (let row = window.top; row < window.bottom; row++) {
    for (let at = row * width + window.left; at < row * width + window.right; at++) {
      const value = y[at] ?? 0;
      const share = matte[at] ?? 0;
      light += value;
      alpha += share;
      product += value * share;
      square += value * value;
    }
  }
  const count = (window.right - window.left) * (window.bottom - window.top);
  const meanLight = light / count;
  const meanAlpha = alpha / count;
  const covariance = product / count - meanLight * meanAlpha;
  const slope = covariance / (square / count - meanLight * meanLight + smoothness);
  return { offset: meanAlpha - slope * meanLight, y: slope, u: 0, v: 0 };
}

/** The same through all three channels: the 3 x 3 system of the paper (K. He, "Guided Image Filtering", eq. 19). */
// oxlint-disable-next-line max-lines-per-function -- thirteen sums in one walk, which as many arrays would slow down
export function fitColour(
  { width, y, u, v }: SmallPicture,
  matte: Float32Array,
  window: Window,
  smoothness: number,
): Line {
  const count = (window.right - window.left) * (window.bottom - window.top);
  // Counted from the window's first pixel, the sums stay small, and the differences below exact.
  const first = window.top * width + window.left;
  const baseY = y[first] ?? 0;
  const baseU = u[first] ?? 0;
  const baseV = v[first] ?? 0;
  let sumY = 0;
  let sumU = 0;
  let sumV = 0;
  let alpha = 0;
  let yy = smoothness * count;
  let yu = 0;
  let yv = 0;
  let uu = yy;
  let uv = 0;
  let vv = yy;
  let ya = 0;
  let ua = 0;
  let va = 0;
  for (let row = window.top; row < window.bottom; row++) {
    for (let at = row * width + window.left; at < row * width + window.right; at++) {
      const luma = (y[at] ?? 0) - baseY;
      const blue = (u[at] ?? 0) - baseU;
      const red = (v[at] ?? 0) - baseV;
      const share = matte[at] ?? 0;
      sumY += luma;
      sumU += blue;
      sumV += red;
      alpha += share;
      yy += luma * luma;
      yu += luma * blue;
      yv += luma * red;
      uu += blue * blue;
      uv += blue * red;
      vv += red * red;
      ya += luma * share;
      ua += blue * share;
      va += red * share;
    }
  }
  const slopes = solve(
    [
      yy - (sumY * sumY) / count,
      yu - (sumY * sumU) / count,
      yv - (sumY * sumV) / count,
      uu - (sumU * sumU) / count,
      uv - (sumU * sumV) / count,
      vv - (sumV * sumV) / count,
    ],
    [ya - (sumY * alpha) / count, ua - (sumU * alpha) / count, va - (sumV * alpha) / count],
  );
  const atMean =
    slopes.y * (sumY / count + baseY) + slopes.u * (sumU / count + baseU) + slopes.v * (sumV / count + baseV);
  return { offset: alpha / count - atMean, ...slopes };
}

type Six = readonly [number, number, number, number, number, number];

/** Solves a symmetric 3 x 3 system, given by its upper triangle, by Cramer's rule. */
function solve([a, b, c, d, e, f]: Six, [p, q, r]: readonly [number, number, number]): Omit<Line, 'offset'> {
  const first = d * f - e * e;
  const second = c * e - b * f;
  const third = b * e - c * d;
  const scale = 1 / (a * first + b * second + c * third);
  return {
    y: scale * (first * p + second * q + third * r),
    u: scale * (second * p + (a * f - c * c) * q + (b * c - a * e) * r),
    v: scale * (third * p + (b * c - a * e) * q + (a * d - b * b) * r),
  };
}
