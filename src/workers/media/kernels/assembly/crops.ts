import { Bytes, Floats, Ints } from './arrays';

/**
 * Scales a part of an image of interleaved RGB to `target`, `width` by `height`. Each row sums `rowReach` rows of the source, of
 * `partBytes` bytes, from `rowStarts` on; each of its points then sums `columnReach` points of that. `row` contains `partBytes`
 * floats and 16 more. Writes a byte past the end.
 */
export function shrinkPart(
  source: Bytes,
  stride: i32,
  partBytes: i32,
  rowStarts: Ints,
  rowWeights: Floats,
  rowReach: i32,
  row: Floats,
  columnStarts: Ints,
  columnWeights: Floats,
  columnReach: i32,
  target: Bytes,
  width: i32,
  height: i32,
): void {
  for (let y = 0; y < height; y++) {
    const first = source + load<i32>(rowStarts + ((<usize>y) << 2)) * stride;
    sumRows(first, stride, partBytes, rowWeights + ((<usize>(y * rowReach)) << 2), rowReach, row);
    let weight = columnWeights;
    for (let x = 0; x < width; x++) {
      let from = row + <usize>(load<i32>(columnStarts + ((<usize>x) << 2)) * 12);
      let sum = f32x4.splat(0.5);
      for (let tap = 0; tap < columnReach; tap++) {
        sum = f32x4.add(sum, f32x4.mul(v128.load(from), v128.load32_splat(weight)));
        from += 12;
        weight += 4;
      }
      const whole = i32x4.trunc_sat_f32x4_u(sum);
      const words = i16x8.narrow_i32x4_u(whole, whole);
      v128.store32_lane(target, i8x16.narrow_i16x8_u(words, words), 0);
      target += 3;
    }
  }
}

/** Computes the weighted sum of rows of bytes, 16 columns at a time, whose sums stay in registers. */
function sumRows(first: usize, stride: i32, length: i32, weights: usize, reach: i32, row: usize): void {
  for (let x = 0; x < length; x += 16) {
    let sum0 = f32x4.splat(0);
    let sum1 = sum0;
    let sum2 = sum0;
    let sum3 = sum0;
    let from = first + x;
    for (let tap = 0; tap < reach; tap++) {
      const weight = v128.load32_splat(weights + ((<usize>tap) << 2));
      const bytes = v128.load(from);
      const left = i16x8.extend_low_i8x16_u(bytes);
      const right = i16x8.extend_high_i8x16_u(bytes);
      sum0 = f32x4.add(sum0, f32x4.mul(weight, f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(left))));
      sum1 = f32x4.add(sum1, f32x4.mul(weight, f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(left))));
      sum2 = f32x4.add(sum2, f32x4.mul(weight, f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(right))));
      sum3 = f32x4.add(sum3, f32x4.mul(weight, f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(right))));
      from += stride;
    }
    const to = row + ((<usize>x) << 2);
    v128.store(to, sum0);
    v128.store(to, sum1, 16);
    v128.store(to, sum2, 32);
    v128.store(to, sum3, 48);
  }
}

/**
 * Adds a matte of `matteWidth` by `matteHeight` to a mean. It is scaled to `width` by `height`, and has the weight `across` times
 * `down` at each point. `sums` and `weights` have rows of `stride`. `width` is a multiple of four; columns beyond the part have no
 * weight. `rows` contains `matteHeight * width` floats.
 */
export function addCrop(
  matte: Bytes,
  matteWidth: i32,
  matteHeight: i32,
  columnStarts: Ints,
  columnWeights: Floats,
  columnReach: i32,
  rows: Floats,
  rowStarts: Ints,
  rowWeights: Floats,
  rowReach: i32,
  across: Floats,
  down: Floats,
  sums: Floats,
  weights: Floats,
  stride: i32,
  width: i32,
  height: i32,
): void {
  widenRows(matte, matteWidth, matteHeight, columnStarts, columnWeights, columnReach, rows, width);
  const rowBytes = (<usize>width) << 2;
  const strideBytes = (<usize>stride) << 2;
  for (let y = 0; y < height; y++) {
    const first = rows + load<i32>(rowStarts + ((<usize>y) << 2)) * rowBytes;
    const factors = rowWeights + ((<usize>(y * rowReach)) << 2);
    const counted = v128.load32_splat(down + ((<usize>y) << 2));
    for (let at: usize = 0; at < rowBytes; at += 16) {
      let from = first + at;
      let value = f32x4.mul(v128.load(from), v128.load32_splat(factors));
      for (let tap = 1; tap < rowReach; tap++) {
        from += rowBytes;
        value = f32x4.add(value, f32x4.mul(v128.load(from), v128.load32_splat(factors + ((<usize>tap) << 2))));
      }
      const weight = f32x4.mul(counted, v128.load(across + at));
      v128.store(sums + at, f32x4.add(v128.load(sums + at), f32x4.mul(weight, value)));
      v128.store(weights + at, f32x4.add(v128.load(weights + at), weight));
    }
    sums += strideBytes;
    weights += strideBytes;
  }
}

/** Scales each row of a matte to `width` points. */
function widenRows(
  matte: usize,
  matteWidth: i32,
  matteHeight: i32,
  starts: usize,
  weights: usize,
  reach: i32,
  rows: usize,
  width: i32,
): void {
  for (let y = 0; y < matteHeight; y++) {
    let weight = weights;
    for (let x = 0; x < width; x++) {
      const from = matte + load<i32>(starts + ((<usize>x) << 2));
      let sum = <f32>load<u8>(from) * load<f32>(weight);
      for (let tap = 1; tap < reach; tap++) {
        sum += <f32>load<u8>(from + tap) * load<f32>(weight + ((<usize>tap) << 2));
      }
      store<f32>(rows, sum);
      weight += (<usize>reach) << 2;
      rows += 4;
    }
    matte += matteWidth;
  }
}

/** Computes the mean, 0..255, of `count` points, a multiple of 16. Points without weight are 0. */
export function settleMean(sums: Floats, weights: Floats, count: i32, target: Bytes): void {
  for (let at = 0; at < count; at += 16) {
    const first = settleFour(sums, weights);
    const second = settleFour(sums + 16, weights + 16);
    const third = settleFour(sums + 32, weights + 32);
    const fourth = settleFour(sums + 48, weights + 48);
    const early = i16x8.narrow_i32x4_s(first, second);
    v128.store(target, i8x16.narrow_i16x8_u(early, i16x8.narrow_i32x4_s(third, fourth)));
    sums += 64;
    weights += 64;
    target += 16;
  }
}

function settleFour(sums: usize, weights: usize): v128 {
  const mean = f32x4.div(v128.load(sums), v128.load(weights));
  return i32x4.trunc_sat_f32x4_s(f32x4.add(mean, f32x4.splat(0.5)));
}

/** The side of the blocks of `measureChange`, in pixels. */
const blockSide: i32 = 8;

/**
 * Computes how much each block of `now` differs from `before`: the mean absolute difference of its bytes. Both are interleaved RGB of
 * `width` by `height`; blocks at the right and lower edges may be smaller.
 */
export function measureChange(now: Bytes, before: Bytes, width: i32, height: i32, changes: Floats): void {
  const stride = <usize>(3 * width);
  for (let top = 0; top < height; top += blockSide) {
    const rows = min(blockSide, height - top);
    for (let left = 0; left < width; left += blockSide) {
      const columns = min(blockSide, width - left);
      const first = <usize>top * stride + <usize>(3 * left);
      const sum =
        columns === blockSide
          ? sumWhole(now + first, before + first, stride, rows)
          : sumPart(now + first, before + first, stride, rows, 3 * columns);
      const count = 3 * columns * rows;
      store<f32>(changes, <f32>sum / <f32>count);
      changes += 4;
    }
  }
}

function sumWhole(now: usize, before: usize, stride: usize, rows: i32): i32 {
  let sums = i16x8.splat(0);
  for (let row = 0; row < rows; row++) {
    sums = i16x8.add(sums, addPairs(differ(v128.load(now), v128.load(before))));
    sums = i16x8.add(sums, addPairs(differ(v128.load64_zero(now + 16), v128.load64_zero(before + 16))));
    now += stride;
    before += stride;
  }
  const four = i32x4.extadd_pairwise_i16x8_u(sums);
  return (
    i32x4.extract_lane(four, 0) +
    i32x4.extract_lane(four, 1) +
    i32x4.extract_lane(four, 2) +
    i32x4.extract_lane(four, 3)
  );
}

function sumPart(now: usize, before: usize, stride: usize, rows: i32, length: i32): i32 {
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    for (let at = 0; at < length; at++) {
      sum += abs(<i32>load<u8>(now + at) - <i32>load<u8>(before + at));
    }
    now += stride;
    before += stride;
  }
  return sum;
}

/** Returns the absolute differences of bytes. */
function differ(one: v128, other: v128): v128 {
  return v128.or(i8x16.sub_sat_u(one, other), i8x16.sub_sat_u(other, one));
}

/** Returns the sums of neighboring bytes. */
function addPairs(bytes: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(bytes);
}

/** Multiplies each of `rows` rows of `width` points by `factors`, in place. */
export function fadeRows(plane: Floats, factors: Floats, width: i32, rows: i32): void {
  for (let row = 0; row < rows; row++) {
    let x = 0;
    for (; x <= width - 4; x += 4) {
      const at = (<usize>x) << 2;
      v128.store(plane + at, f32x4.mul(v128.load(plane + at), v128.load(factors + at)));
    }
    for (; x < width; x++) {
      const at = (<usize>x) << 2;
      store<f32>(plane + at, load<f32>(plane + at) * load<f32>(factors + at));
    }
    plane += (<usize>width) << 2;
  }
}
