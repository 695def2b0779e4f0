import { Bytes, Floats, Ints } from './arrays';
import { lanes } from './lanes';
import { edge, subject } from './sums';

/** Writes flat lines for all pixels by their `kinds`. The lanes of a line are an offset and the slopes of Y, U and V. */
export function layFlatLines(kinds: Bytes, size: i32, lines: Floats): void {
  for (let at = 0; at < size; at++) {
    const kind = load<u8>(kinds + at);
    v128.store(lines + ((<usize>at) << 4), kind == subject ? f32x4(255, 0, 0, 0) : f32x4.splat(0));
  }
}

/**
 * Fits lines through luma and matte by least squares, in the window around each pixel of `edges`. Values are relative to the
 * window's first pixel, so that sums stay small and their differences exact. `fitColourLines` does the same.
 */
export function fitLumaLines(
  edges: Ints,
  count: i32,
  y: Floats,
  matte: Floats,
  width: i32,
  height: i32,
  radius: i32,
  smoothness: f32,
  lines: Floats,
): void {
  for (let i = 0; i < count; i++) {
    const at = load<i32>(edges + ((<usize>i) << 2));
    const column = at % width;
    const row = at / width;
    const left = max(0, column - radius);
    const right = min(width, column + radius + 1);
    const top = max(0, row - radius);
    const bottom = min(height, row + radius + 1);
    const base = load<f32>(y + ((<usize>(top * width + left)) << 2));
    let light: f32 = 0;
    let alpha: f32 = 0;
    let product: f32 = 0;
    let square: f32 = 0;
    for (let line = top; line < bottom; line++) {
      const end = (<usize>(line * width + right)) << 2;
      for (let from = (<usize>(line * width + left)) << 2; from < end; from += 4) {
        const value = load<f32>(y + from) - base;
        const share = load<f32>(matte + from);
        light += value;
        alpha += share;
        product += value * share;
        square += value * value;
      }
    }
    const inverse: f32 = 1 / <f32>((right - left) * (bottom - top));
    const meanLight = light * inverse;
    const meanAlpha = alpha * inverse;
    const slope = (product * inverse - meanLight * meanAlpha) / (square * inverse - meanLight * meanLight + smoothness);
    v128.store(lines + ((<usize>at) << 4), lanes(meanAlpha - slope * (meanLight + base), slope, 0, 0));
  }
}

/** Fits lines through all three channels: the 3 x 3 system of the paper (K. He, "Guided Image Filtering", eq. 19). */
export function fitColourLines(
  edges: Ints,
  count: i32,
  y: Floats,
  u: Floats,
  v: Floats,
  matte: Floats,
  width: i32,
  height: i32,
  radius: i32,
  smoothness: f32,
  lines: Floats,
): void {
  for (let i = 0; i < count; i++) {
    const at = load<i32>(edges + ((<usize>i) << 2));
    const column = at % width;
    const row = at / width;
    const left = max(0, column - radius);
    const right = min(width, column + radius + 1);
    const top = max(0, row - radius);
    const bottom = min(height, row + radius + 1);
    const first = (<usize>(top * width + left)) << 2;
    const base = lanes(load<f32>(y + first), load<f32>(u + first), load<f32>(v + first), 0);
    // Lanes: Y, U, V and alpha; each plain, and multiplied by Y, U and V.
    let plain = f32x4.splat(0);
    let byY = f32x4.splat(0);
    let byU = f32x4.splat(0);
    let byV = f32x4.splat(0);
    for (let line = top; line < bottom; line++) {
      const end = (<usize>(line * width + right)) << 2;
      for (let from = (<usize>(line * width + left)) << 2; from < end; from += 4) {
        const shown = lanes(load<f32>(y + from), load<f32>(u + from), load<f32>(v + from), load<f32>(matte + from));
        const pixel = f32x4.sub(shown, base);
        plain = f32x4.add(plain, pixel);
        byY = f32x4.add(byY, f32x4.mul(pixel, v128.shuffle<f32>(pixel, pixel, 0, 0, 0, 0)));
        byU = f32x4.add(byU, f32x4.mul(pixel, v128.shuffle<f32>(pixel, pixel, 1, 1, 1, 1)));
        byV = f32x4.add(byV, f32x4.mul(pixel, v128.shuffle<f32>(pixel, pixel, 2, 2, 2, 2)));
      }
    }
    const line = solve(plain, byY, byU, byV, (right - left) * (bottom - top), smoothness, base);
    v128.store(lines + ((<usize>at) << 4), line);
  }
}

/** Solves the system by Cramer's rule, in double precision. */
function solve(plain: v128, byY: v128, byU: v128, byV: v128, count: i32, smoothness: f32, base: v128): v128 {
  const inverse: f64 = 1 / <f64>count;
  const sumY: f64 = f32x4.extract_lane(plain, 0);
  const sumU: f64 = f32x4.extract_lane(plain, 1);
  const sumV: f64 = f32x4.extract_lane(plain, 2);
  const alpha: f64 = f32x4.extract_lane(plain, 3);
  const regular: f64 = <f64>smoothness * count;
  const yy = <f64>f32x4.extract_lane(byY, 0) + regular - sumY * sumY * inverse;
  const yu = <f64>f32x4.extract_lane(byY, 1) - sumY * sumU * inverse;
  const yv = <f64>f32x4.extract_lane(byY, 2) - sumY * sumV * inverse;
  const uu = <f64>f32x4.extract_lane(byU, 1) + regular - sumU * sumU * inverse;
  const uv = <f64>f32x4.extract_lane(byU, 2) - sumU * sumV * inverse;
  const vv = <f64>f32x4.extract_lane(byV, 2) + regular - sumV * sumV * inverse;
  const ya = <f64>f32x4.extract_lane(byY, 3) - sumY * alpha * inverse;
  const ua = <f64>f32x4.extract_lane(byU, 3) - sumU * alpha * inverse;
  const va = <f64>f32x4.extract_lane(byV, 3) - sumV * alpha * inverse;
  const first = uu * vv - uv * uv;
  const second = yv * uv - yu * vv;
  const third = yu * uv - yv * uu;
  const scale: f64 = 1 / (yy * first + yu * second + yv * third);
  const slopeY = scale * (first * ya + second * ua + third * va);
  const slopeU = scale * (second * ya + (yy * vv - yv * yv) * ua + (yu * yv - yy * uv) * va);
  const slopeV = scale * (third * ya + (yu * yv - yy * uv) * ua + (yy * uu - yu * yu) * va);
  const atMean =
    slopeY * (sumY * inverse + <f64>f32x4.extract_lane(base, 0)) +
    slopeU * (sumU * inverse + <f64>f32x4.extract_lane(base, 1)) +
    slopeV * (sumV * inverse + <f64>f32x4.extract_lane(base, 2));
  return lanes(<f32>(alpha * inverse - atMean), <f32>slopeY, <f32>slopeU, <f32>slopeV);
}

/**
 * Averages the lines of all windows that contain a pixel, into four consecutive planes. Only edge pixels are computed: the others
 * have the flat line of their kind.
 */
export function averageLines(kinds: Bytes, width: i32, height: i32, radius: i32, lines: Floats, planes: Floats): void {
  const plane = (<usize>(width * height)) << 2;
  let at = 0;
  for (let y = 0; y < height; y++) {
    const top = max(0, y - radius);
    const bottom = min(height, y + radius + 1);
    let x = 0;
    while (x < width) {
      if (x + 4 <= width && !hasEdge(load<u32>(kinds + at))) {
        copyFour(lines + ((<usize>at) << 4), planes + ((<usize>at) << 2), plane);
        x += 4;
        at += 4;
        continue;
      }
      let line = v128.load(lines + ((<usize>at) << 4));
      if (load<u8>(kinds + at) == edge) {
        const left = max(0, x - radius);
        const right = min(width, x + radius + 1);
        line = f32x4.splat(0);
        for (let row = top; row < bottom; row++) {
          for (let from = row * width + left; from < row * width + right; from++) {
            line = f32x4.add(line, v128.load(lines + ((<usize>from) << 4)));
          }
        }
        line = f32x4.mul(line, f32x4.splat(1 / <f32>((right - left) * (bottom - top))));
      }
      const to = planes + ((<usize>at) << 2);
      store<f32>(to, f32x4.extract_lane(line, 0));
      store<f32>(to + plane, f32x4.extract_lane(line, 1));
      store<f32>(to + 2 * plane, f32x4.extract_lane(line, 2));
      store<f32>(to + 3 * plane, f32x4.extract_lane(line, 3));
      x++;
      at++;
    }
  }
}

/** Returns whether one of four pixels, a byte each, is an edge pixel: the only kind with the second bit. */
function hasEdge(kinds: u32): bool {
  return (kinds & (edge * 0x01010101)) != 0;
}

/** Copies the lines of four pixels, lane by lane. */
function copyFour(from: usize, to: usize, plane: usize): void {
  const first = v128.load(from);
  const second = v128.load(from, 16);
  const third = v128.load(from, 32);
  const fourth = v128.load(from, 48);
  const early = v128.shuffle<i32>(first, second, 0, 4, 1, 5);
  const late = v128.shuffle<i32>(third, fourth, 0, 4, 1, 5);
  v128.store(to, v128.shuffle<i64>(early, late, 0, 2));
  v128.store(to + plane, v128.shuffle<i64>(early, late, 1, 3));
  const earlier = v128.shuffle<i32>(first, second, 2, 6, 3, 7);
  const later = v128.shuffle<i32>(third, fourth, 2, 6, 3, 7);
  v128.store(to + 2 * plane, v128.shuffle<i64>(earlier, later, 0, 2));
  v128.store(to + 3 * plane, v128.shuffle<i64>(earlier, later, 1, 3));
}
