/** cos(k * pi / 16) / 2 in 15 bits. */
const c1 = 16069;
const c2 = 15137;
const c3 = 13623;
const c4 = 11585;
const c5 = 9102;
const c6 = 6270;
const c7 = 3196;

/**
 * Computes the two-dimensional DCT of eight rows of eight 16-bit samples, `stride` bytes apart. The 64 coefficients are written to
 * `block`, column after column. It is orthonormal times 2: signed samples of 11 bits give coefficients that fit in 16.
 */
export function transform(samples: usize, stride: usize, block: usize): void {
  turn(samples, stride, block, 13);
  transpose(block);
  turn(block, 16, block, 16);
}

/** Computes the DCT over eight vectors, lane by lane, times 2 to the power of 15 - `shift`. Reads everything before writing. */
function turn(from: usize, stride: usize, to: usize, shift: i32): void {
  const row0 = v128.load(from);
  const row1 = v128.load(from + stride);
  const row2 = v128.load(from + 2 * stride);
  const row3 = v128.load(from + 3 * stride);
  const row4 = v128.load(from + 4 * stride);
  const row5 = v128.load(from + 5 * stride);
  const row6 = v128.load(from + 6 * stride);
  const row7 = v128.load(from + 7 * stride);
  const sum0 = i16x8.add(row0, row7);
  const sum1 = i16x8.add(row1, row6);
  const sum2 = i16x8.add(row2, row5);
  const sum3 = i16x8.add(row3, row4);
  weigh(sum0, sum1, sum2, sum3, c4, c4, c4, c4, shift, to);
  weigh(sum0, sum1, sum2, sum3, c2, c6, -c6, -c2, shift, to + 32);
  weigh(sum0, sum1, sum2, sum3, c4, -c4, -c4, c4, shift, to + 64);
  weigh(sum0, sum1, sum2, sum3, c6, -c2, c2, -c6, shift, to + 96);
  const rest0 = i16x8.sub(row0, row7);
  const rest1 = i16x8.sub(row1, row6);
  const rest2 = i16x8.sub(row2, row5);
  const rest3 = i16x8.sub(row3, row4);
  weigh(rest0, rest1, rest2, rest3, c1, c3, c5, c7, shift, to + 16);
  weigh(rest0, rest1, rest2, rest3, c3, -c7, -c1, -c5, shift, to + 48);
  weigh(rest0, rest1, rest2, rest3, c5, -c1, c7, c3, shift, to + 80);
  weigh(rest0, rest1, rest2, rest3, c7, -c5, c3, -c1, shift, to + 112);
}

/** Returns the weighted sum of four vectors, rounded. The compiler merges the common parts of several calls. */
function weigh(
  first: v128,
  second: v128,
  third: v128,
  fourth: v128,
  weight1: i32,
  weight2: i32,
  weight3: i32,
  weight4: i32,
  shift: i32,
  to: usize,
): void {
  const early = pair(weight1, weight2);
  const late = pair(weight3, weight4);
  const half = i32x4.splat(1 << (shift - 1));
  const low = i32x4.add(
    i32x4.dot_i16x8_s(mixLow(first, second), early),
    i32x4.dot_i16x8_s(mixLow(third, fourth), late),
  );
  const high = i32x4.add(
    i32x4.dot_i16x8_s(mixHigh(first, second), early),
    i32x4.dot_i16x8_s(mixHigh(third, fourth), late),
  );
  v128.store(
    to,
    i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(low, half), shift), i32x4.shr_s(i32x4.add(high, half), shift)),
  );
}

/** Repeats two weights in all lanes. */
function pair(first: i32, second: i32): v128 {
  return i32x4.splat((second << 16) | (first & 0xffff));
}

function mixLow(first: v128, second: v128): v128 {
  return v128.shuffle<i16>(first, second, 0, 8, 1, 9, 2, 10, 3, 11);
}

function mixHigh(first: v128, second: v128): v128 {
  return v128.shuffle<i16>(first, second, 4, 12, 5, 13, 6, 14, 7, 15);
}

/** Transposes rows into columns. Each of three rounds moves one bit of the row's index into its final position. */
function transpose(block: usize): void {
  const row0 = v128.load(block);
  const row1 = v128.load(block, 16);
  const row2 = v128.load(block, 32);
  const row3 = v128.load(block, 48);
  const row4 = v128.load(block, 64);
  const row5 = v128.load(block, 80);
  const row6 = v128.load(block, 96);
  const row7 = v128.load(block, 112);
  const even0 = mixLow(row0, row4);
  const even1 = mixHigh(row0, row4);
  const even2 = mixLow(row1, row5);
  const even3 = mixHigh(row1, row5);
  const even4 = mixLow(row2, row6);
  const even5 = mixHigh(row2, row6);
  const even6 = mixLow(row3, row7);
  const even7 = mixHigh(row3, row7);
  const quad0 = mixLow(even0, even4);
  const quad1 = mixHigh(even0, even4);
  const quad2 = mixLow(even1, even5);
  const quad3 = mixHigh(even1, even5);
  const quad4 = mixLow(even2, even6);
  const quad5 = mixHigh(even2, even6);
  const quad6 = mixLow(even3, even7);
  const quad7 = mixHigh(even3, even7);
  v128.store(block, mixLow(quad0, quad4));
  v128.store(block, mixHigh(quad0, quad4), 16);
  v128.store(block, mixLow(quad1, quad5), 32);
  v128.store(block, mixHigh(quad1, quad5), 48);
  v128.store(block, mixLow(quad2, quad6), 64);
  v128.store(block, mixHigh(quad2, quad6), 80);
  v128.store(block, mixLow(quad3, quad7), 96);
  v128.store(block, mixHigh(quad3, quad7), 112);
}
