import { Bytes, Ints } from '../arrays';
import { storeFour } from './bytes';

/**
 * Resamples a plane of bytes to another by taps along rows and columns; see `Taps`. Each row of the result first adds `rowPairs`
 * pairs of source rows, with weights of 14 bits, into `row` (values of 16 bits, six of them fractions). Each of its points then
 * adds `columnPairs` pairs of those, four points at a time. Rows after the source may be read, with zero weight.
 */
export function sample(
  source: Bytes,
  sourceStride: i32,
  sourceColumns: i32,
  rowStarts: Ints,
  rowWeights: Ints,
  rowPairs: i32,
  row: Bytes,
  columnStarts: Ints,
  columnWeights: Ints,
  columnPairs: i32,
  target: Bytes,
  targetStride: i32,
  width: i32,
  height: i32,
): void {
  for (let y = 0; y < height; y++) {
    const first = source + load<i32>(rowStarts + ((<usize>y) << 2)) * sourceStride;
    addRows(first, sourceStride, sourceColumns, rowWeights + ((<usize>(y * rowPairs)) << 2), rowPairs, row);
    if (columnPairs == 1) {
      addPair(row, columnStarts, columnWeights, target, width);
    } else {
      addColumns(row, columnStarts, columnWeights, columnPairs, target, width);
    }
    target += targetStride;
  }
}

/** Computes the weighted sum of rows, 16 columns at a time. */
function addRows(first: usize, stride: i32, columns: i32, weights: usize, pairs: i32, row: usize): void {
  const half = i32x4.splat(128);
  for (let x = 0; x < columns; x += 16) {
    let sum0 = half;
    let sum1 = half;
    let sum2 = half;
    let sum3 = half;
    let above = first + x;
    for (let pair = 0; pair < pairs; pair++) {
      const weight = v128.load32_splat(weights + ((<usize>pair) << 2));
      const upper = v128.load(above);
      const lower = v128.load(above + stride);
      const left = v128.shuffle<u8>(upper, lower, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      const right = v128.shuffle<u8>(upper, lower, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
      sum0 = i32x4.add(sum0, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(left), weight));
      sum1 = i32x4.add(sum1, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(left), weight));
      sum2 = i32x4.add(sum2, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(right), weight));
      sum3 = i32x4.add(sum3, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(right), weight));
      above += 2 * stride;
    }
    const to = row + ((<usize>x) << 1);
    v128.store(to, i16x8.narrow_i32x4_s(i32x4.shr_s(sum0, 8), i32x4.shr_s(sum1, 8)));
    v128.store(to, i16x8.narrow_i32x4_s(i32x4.shr_s(sum2, 8), i32x4.shr_s(sum3, 8)), 16);
  }
}

/** Computes four points at a time, of two columns each. */
function addPair(row: usize, starts: usize, weights: usize, target: usize, width: i32): void {
  let x = 0;
  for (; x + 16 <= width; x += 16) {
    const start = starts + ((<usize>x) << 2);
    const weight = weights + ((<usize>x) << 2);
    const early = i16x8.narrow_i32x4_s(
      toWhole(i32x4.dot_i16x8_s(gather(row, start), v128.load(weight))),
      toWhole(i32x4.dot_i16x8_s(gather(row, start + 16), v128.load(weight, 16))),
    );
    const late = i16x8.narrow_i32x4_s(
      toWhole(i32x4.dot_i16x8_s(gather(row, start + 32), v128.load(weight, 32))),
      toWhole(i32x4.dot_i16x8_s(gather(row, start + 48), v128.load(weight, 48))),
    );
    v128.store(target + x, i8x16.narrow_i16x8_u(early, late));
  }
  for (; x < width; x += 4) {
    const at = (<usize>x) << 2;
    storeFour(toWhole(i32x4.dot_i16x8_s(gather(row, starts + at), v128.load(weights + at))), target + x, width - x);
  }
}

function addColumns(row: usize, starts: usize, weights: usize, pairs: i32, target: usize, width: i32): void {
  for (let x = 0; x < width; x += 4) {
    const start = starts + ((<usize>x) << 2);
    const first = row + ((<usize>load<i32>(start)) << 1);
    const second = row + ((<usize>load<i32>(start, 4)) << 1);
    const third = row + ((<usize>load<i32>(start, 8)) << 1);
    const fourth = row + ((<usize>load<i32>(start, 12)) << 1);
    let sum = i32x4.splat(0);
    const end = (<usize>pairs) << 2;
    for (let at: usize = 0; at < end; at += 4) {
      let values = v128.load32_zero(first + at);
      values = v128.load32_lane(second + at, values, 1);
      values = v128.load32_lane(third + at, values, 2);
      values = v128.load32_lane(fourth + at, values, 3);
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(values, v128.load(weights)));
      weights += 16;
    }
    storeFour(toWhole(sum), target + x, width - x);
  }
}

/** Gathers two values each from four positions of a row. */
function gather(row: usize, start: usize): v128 {
  let values = v128.load32_zero(row + ((<usize>load<i32>(start)) << 1));
  values = v128.load32_lane(row + ((<usize>load<i32>(start, 4)) << 1), values, 1);
  values = v128.load32_lane(row + ((<usize>load<i32>(start, 8)) << 1), values, 2);
  return v128.load32_lane(row + ((<usize>load<i32>(start, 12)) << 1), values, 3);
}

/** Rounds to whole numbers: six fractional bits times fourteen bits of weight. */
function toWhole(sums: v128): v128 {
  return i32x4.shr_s(i32x4.add(sums, i32x4.splat(1 << 19)), 20);
}
