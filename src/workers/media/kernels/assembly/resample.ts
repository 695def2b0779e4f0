import { Bytes, Floats, Ints } from './arrays';

/**
 * Resamples a plane of bytes; see `Resampler` for the taps. Each row of the result first sums `rowPairs` pairs of source rows from
 * `rowStarts` on, with 14-bit weights in pairs. Each of its points then sums `columnQuads` times four columns, with float weights.
 * Bytes read or written beyond the planes have no weight, but their memory must exist: 16 bytes after the row, four points after
 * the target, and rows after the source.
 */
export function resample(
  source: Bytes,
  sourceWidth: i32,
  rowStarts: Ints,
  rowWeights: Ints,
  rowPairs: i32,
  row: Floats,
  columnStarts: Ints,
  columnWeights: Floats,
  columnQuads: i32,
  target: Floats,
  width: i32,
  height: i32,
): void {
  for (let y = 0; y < height; y++) {
    const first = source + load<i32>(rowStarts + ((<usize>y) << 2)) * sourceWidth;
    addRows(first, sourceWidth, rowWeights + ((<usize>(y * rowPairs)) << 2), rowPairs, row);
    reduceRow(row, columnStarts, columnWeights, columnQuads, target + ((<usize>(y * width)) << 2), width);
  }
}

/** Computes the weighted sum of rows, 16 columns at a time, whose sums stay in registers. */
function addRows(first: usize, sourceWidth: i32, weights: usize, pairs: i32, row: usize): void {
  for (let x = 0; x < sourceWidth; x += 16) {
    let sum0 = i32x4.splat(0);
    let sum1 = i32x4.splat(0);
    let sum2 = i32x4.splat(0);
    let sum3 = i32x4.splat(0);
    let above = first + x;
    for (let pair = 0; pair < pairs; pair++) {
      const weight = v128.load32_splat(weights + ((<usize>pair) << 2));
      const upper = v128.load(above);
      const lower = v128.load(above + sourceWidth);
      const left = v128.shuffle<u8>(upper, lower, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      const right = v128.shuffle<u8>(upper, lower, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
      sum0 = i32x4.add(sum0, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(left), weight));
      sum1 = i32x4.add(sum1, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(left), weight));
      sum2 = i32x4.add(sum2, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(right), weight));
      sum3 = i32x4.add(sum3, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(right), weight));
      above += 2 * sourceWidth;
    }
    const to = row + ((<usize>x) << 2);
    v128.store(to, f32x4.convert_i32x4_s(sum0));
    v128.store(to, f32x4.convert_i32x4_s(sum1), 16);
    v128.store(to, f32x4.convert_i32x4_s(sum2), 32);
    v128.store(to, f32x4.convert_i32x4_s(sum3), 48);
  }
}

/** Sums the weighted columns of a row, four points at a time. */
function reduceRow(row: usize, starts: usize, weights: usize, quads: i32, target: usize, width: i32): void {
  const step = (<usize>quads) << 4;
  for (let x = 0; x < width; x += 4) {
    const start = starts + ((<usize>x) << 2);
    const weight = weights + <usize>x * step;
    const point0 = reducePoint(row + ((<usize>load<i32>(start)) << 2), weight, quads);
    const point1 = reducePoint(row + ((<usize>load<i32>(start, 4)) << 2), weight + step, quads);
    const point2 = reducePoint(row + ((<usize>load<i32>(start, 8)) << 2), weight + 2 * step, quads);
    const point3 = reducePoint(row + ((<usize>load<i32>(start, 12)) << 2), weight + 3 * step, quads);
    v128.store(target + ((<usize>x) << 2), sumEach(point0, point1, point2, point3));
  }
}

function reducePoint(from: usize, weight: usize, quads: i32): v128 {
  let sum = f32x4.mul(v128.load(from), v128.load(weight));
  for (let quad = 1; quad < quads; quad++) {
    from += 16;
    weight += 16;
    sum = f32x4.add(sum, f32x4.mul(v128.load(from), v128.load(weight)));
  }
  return sum;
}

/** Returns the sums of the four lanes of each vector. */
function sumEach(first: v128, second: v128, third: v128, fourth: v128): v128 {
  const early = f32x4.add(v128.shuffle<f32>(first, second, 0, 4, 2, 6), v128.shuffle<f32>(first, second, 1, 5, 3, 7));
  const late = f32x4.add(v128.shuffle<f32>(third, fourth, 0, 4, 2, 6), v128.shuffle<f32>(third, fourth, 1, 5, 3, 7));
  return f32x4.add(v128.shuffle<f32>(early, late, 0, 1, 4, 5), v128.shuffle<f32>(early, late, 2, 3, 6, 7));
}
