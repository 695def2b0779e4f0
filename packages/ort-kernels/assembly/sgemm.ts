/** The number of columns of a panel of B. The rows of a panel are contiguous, and the last panel is padded with zeros. */
// @ts-ignore: decorator
@inline const panelColumns: i32 = 16;
// @ts-ignore: decorator
@inline const panelRowBytes: usize = panelColumns * 4;

/**
 * Computes the matrix product C = alpha A B for the first rows of A. Returns the number of computed rows: 4 or 1. A is [m, k]
 * with rows `lda` floats apart, B is [k, n] in panels, C is [m, n] with rows `ldc` apart. With `isAdded`, the product is
 * added to C. All of m, n and k are 1 or more. onnxruntime's `MlasGemm` calls this function until all rows are computed.
 *
 * A block of four rows has eight sums and reads six vectors in a step. With a spare one, they fill the fifteen registers of
 * V8. V8 reads all operands of a step before it computes, so more sums, or two steps at once, would spill to the stack.
 * Waiting for spilled sums takes longer than the arithmetic, which is why the original is slower.
 */
// @ts-ignore: decorator
@inline
export function multiply(
  a: usize,
  b: usize,
  c: usize,
  k: i32,
  m: i32,
  n: i32,
  lda: i32,
  ldc: i32,
  alpha: f32,
  isAdded: bool,
): i32 {
  const scale = f32x4.splat(alpha);
  const nextA = <usize>lda << 2;
  const nextC = <usize>ldc << 2;
  const panel = <usize>k * panelRowBytes;
  const rows = m >= 4 ? 4 : 1;
  for (; n > 0; n -= panelColumns) {
    if (rows == 4) {
      multiplyFourRows(a, b, c, panel, n, nextA, nextC, scale, isAdded);
      if (n > 8) {
        multiplyFourRows(a, b + 32, c + 32, panel, n - 8, nextA, nextC, scale, isAdded);
      }
    } else {
      multiplyOneRow(a, b, c, panel, n, scale, isAdded);
    }
    b += panel;
    c += panelRowBytes;
  }
  return rows;
}

/** Multiplies four rows of A by eight columns of B. */
// @ts-ignore: decorator
@inline
function multiplyFourRows(
  a: usize,
  b: usize,
  c: usize,
  panel: usize,
  n: i32,
  nextA: usize,
  nextC: usize,
  scale: v128,
  isAdded: bool,
): void {
  let left0 = f32x4.splat(0);
  let right0 = left0;
  let left1 = left0;
  let right1 = left0;
  let left2 = left0;
  let right2 = left0;
  let left3 = left0;
  let right3 = left0;
  let a1 = a + nextA;
  let a2 = a1 + nextA;
  let a3 = a2 + nextA;
  const end = b + panel;
  do {
    const left = v128.load(b);
    const right = v128.load(b, 16);
    const x0 = v128.load32_splat(a);
    const x1 = v128.load32_splat(a1);
    const x2 = v128.load32_splat(a2);
    const x3 = v128.load32_splat(a3);
    left0 = addTo(left0, x0, left);
    right0 = addTo(right0, x0, right);
    left1 = addTo(left1, x1, left);
    right1 = addTo(right1, x1, right);
    left2 = addTo(left2, x2, left);
    right2 = addTo(right2, x2, right);
    left3 = addTo(left3, x3, left);
    right3 = addTo(right3, x3, right);
    a += 4;
    a1 += 4;
    a2 += 4;
    a3 += 4;
    b += panelRowBytes;
  } while (b != end);
  put(c, left0, right0, n, scale, isAdded);
  put(c + nextC, left1, right1, n, scale, isAdded);
  put(c + 2 * nextC, left2, right2, n, scale, isAdded);
  put(c + 3 * nextC, left3, right3, n, scale, isAdded);
}

/** Multiplies one row of A by the sixteen columns of a panel. */
// @ts-ignore: decorator
@inline
function multiplyOneRow(a: usize, b: usize, c: usize, panel: usize, n: i32, scale: v128, isAdded: bool): void {
  let s0 = f32x4.splat(0);
  let s1 = s0;
  let s2 = s0;
  let s3 = s0;
  const end = b + panel;
  do {
    const x = v128.load32_splat(a);
    s0 = addTo(s0, x, v128.load(b));
    s1 = addTo(s1, x, v128.load(b, 16));
    s2 = addTo(s2, x, v128.load(b, 32));
    s3 = addTo(s3, x, v128.load(b, 48));
    a += 4;
    b += panelRowBytes;
  } while (b != end);
  put(c, s0, s1, n, scale, isAdded);
  if (n > 8) {
    put(c + 32, s2, s3, n - 8, scale, isAdded);
  }
}

/** Returns `sum` + x y, rounded once on engines that fuse (relaxed SIMD on most machines), else twice. */
// @ts-ignore: decorator
@inline
function addTo(sum: v128, x: v128, y: v128): v128 {
  return ASC_FEATURE_RELAXED_SIMD ? f32x4.relaxed_madd(x, y, sum) : f32x4.add(f32x4.mul(x, y), sum);
}

/** Writes the first n of eight columns. */
// @ts-ignore: decorator
@inline
function put(c: usize, left: v128, right: v128, n: i32, scale: v128, isAdded: bool): void {
  left = f32x4.mul(left, scale);
  right = f32x4.mul(right, scale);
  if (n >= 8) {
    v128.store(c, isAdded ? f32x4.add(left, v128.load(c)) : left);
    v128.store(c, isAdded ? f32x4.add(right, v128.load(c, 16)) : right, 16);
    return;
  }
  if (n >= 4) {
    v128.store(c, isAdded ? f32x4.add(left, v128.load(c)) : left);
    left = right;
    c += 16;
  }
  if (n & 2) {
    v128.store64_lane(c, isAdded ? f32x4.add(left, v128.load64_zero(c)) : left, 0);
    left = v128.shuffle<i64>(left, left, 1, 1);
    c += 8;
  }
  if (n & 1) {
    const one = f32x4.extract_lane(left, 0);
    store<f32>(c, isAdded ? one + load<f32>(c) : one);
  }
}
