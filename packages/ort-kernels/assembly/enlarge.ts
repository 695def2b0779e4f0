/**
 * The number of rows of a block of four columns. Values that are the same in four columns are computed once for each block.
 * Its rows are still in the fastest cache for the next columns.
 */
// @ts-ignore: decorator
@inline const rowsAtOnce: i32 = 16;

/**
 * Resizes one channel bilinearly. Replaces the function that `UpsampleBilinear` of onnxruntime passes to its threads.
 * `closure` contains the addresses of the captured variables; `channel` is the address of a number.
 *
 * Each target point has four neighbours in the source. If the image is enlarged, the neighbours of four points are within
 * four columns, so one vector of each row contains them. Otherwise, and if points outside the source have a fixed value,
 * points are computed one by one.
 */
export function enlarge(closure: usize, channel: usize): void {
  const height = captured(closure, 28);
  const width = captured(closure, 32);
  const sourceHeight = captured(closure, 16);
  const sourceWidth = captured(closure, 20);
  const plane = load<i32>(channel) + captured(closure, 12) * captured(closure, 8);
  const source = <usize>captured(closure, 4) + (<usize>(plane * sourceHeight * sourceWidth) << 2);
  const target = <usize>captured(closure, 24) + (<usize>(plane * height * width) << 2);
  const hasOutside = (load<u8>(load<usize>(closure, 36)) & 1) != 0;
  const outside = load<f32>(load<usize>(closure, 44));
  const places = load<usize>(closure, 40);

  for (let top = 0; top < height; top += rowsAtOnce) {
    const bottom = min(top + rowsAtOnce, height);
    let x = 0;
    while (x < width) {
      const atX = <usize>x << 2;
      if (!hasOutside && sourceWidth >= 4 && x + 4 <= width && haveNear(places, atX, sourceWidth)) {
        makeFourColumns(places, atX, top, bottom, sourceWidth, source, target, width);
        x += 4;
      } else {
        const isColumnOutside = hasOutside && isOutside(load<usize>(places, 0) + atX, sourceWidth);
        for (let y = top; y < bottom; y++) {
          const atY = <usize>y << 2;
          const place = target + (<usize>(y * width) << 2) + atX;
          if (isColumnOutside || (hasOutside && isOutside(load<usize>(places, 12) + atY, sourceHeight))) {
            store<f32>(place, outside);
          } else {
            makeOne(places, atX, atY, source, place);
          }
        }
        x++;
      }
    }
  }
}

/** Returns the value of the captured variable at `offset` of the closure. */
// @ts-ignore: decorator
@inline
function captured(closure: usize, offset: usize): i32 {
  return load<i32>(load<usize>(closure + offset));
}

/** Whether an unrounded position is outside the `size` points of the source. */
// @ts-ignore: decorator
@inline
function isOutside(place: usize, size: i32): bool {
  const original = load<f32>(place);
  return original < 0 || original > <f32>(size - 1);
}

/** Returns the first of the four source columns for the four target points from `atX`. */
// @ts-ignore: decorator
@inline
function firstColumn(places: usize, atX: usize, sourceWidth: i32): i32 {
  return min(load<i32>(load<usize>(places, 44) + atX), sourceWidth - 4);
}

/** Returns the distances from `first` to four neighbours on the left (at 44) or on the right (at 48). */
// @ts-ignore: decorator
@inline
function offsets(places: usize, member: usize, atX: usize, first: i32): v128 {
  return i32x4.sub(v128.load(load<usize>(places + member) + atX), i32x4.splat(first));
}

// @ts-ignore: decorator
@inline
function haveNear(places: usize, atX: usize, sourceWidth: i32): bool {
  const first = firstColumn(places, atX, sourceWidth);
  const both = v128.or(offsets(places, 44, atX, first), offsets(places, 48, atX, first));
  return !v128.any_true(i32x4.gt_u(both, i32x4.splat(3)));
}

/** Computes the rows from `top` to `bottom` of the four columns at `atX`. Neighbours that rows share stay in registers. */
// @ts-ignore: decorator
@inline
function makeFourColumns(
  places: usize,
  atX: usize,
  top: i32,
  bottom: i32,
  sourceWidth: i32,
  source: usize,
  target: usize,
  width: i32,
): void {
  const first = firstColumn(places, atX, sourceWidth);
  const left = toBytes(offsets(places, 44, atX, first));
  const right = toBytes(offsets(places, 48, atX, first));
  const rights = v128.load(load<usize>(places, 52) + atX);
  const lefts = v128.load(load<usize>(places, 56) + atX);
  const from = source + (<usize>first << 2);
  let upper: usize = 0;
  let lower: usize = 0;
  let aboveLeft = i32x4.splat(0);
  let aboveRight = aboveLeft;
  let belowLeft = aboveLeft;
  let belowRight = aboveLeft;
  for (let y = top; y < bottom; y++) {
    const atY = <usize>y << 2;
    const nextUpper = from + rowAt(places, 36, atY);
    const nextLower = from + rowAt(places, 40, atY);
    if (nextUpper != upper) {
      upper = nextUpper;
      if (upper == lower) {
        aboveLeft = belowLeft;
        aboveRight = belowRight;
      } else {
        const above = v128.load(upper);
        aboveLeft = i8x16.swizzle(above, left);
        aboveRight = i8x16.swizzle(above, right);
      }
    }
    if (nextLower != lower) {
      lower = nextLower;
      const below = v128.load(lower);
      belowLeft = i8x16.swizzle(below, left);
      belowRight = i8x16.swizzle(below, right);
    }
    const lowers = v128.load32_splat(load<usize>(places, 60) + atY);
    const uppers = v128.load32_splat(load<usize>(places, 64) + atY);
    const above = f32x4.add(
      f32x4.mul(f32x4.mul(lefts, uppers), aboveLeft),
      f32x4.mul(f32x4.mul(rights, uppers), aboveRight),
    );
    const rest = f32x4.add(f32x4.mul(f32x4.mul(lefts, lowers), belowLeft), above);
    const sum = f32x4.add(f32x4.mul(f32x4.mul(rights, lowers), belowRight), rest);
    v128.store(target + (<usize>(y * width) << 2) + atX, sum);
  }
}

/** Returns the offset in bytes of the source row above (at 36) or below (at 40). */
// @ts-ignore: decorator
@inline
function rowAt(places: usize, member: usize, atY: usize): usize {
  return <usize>load<i32>(load<usize>(places + member) + atY) << 2;
}

/** Converts the indices of floats in a vector, 0 to 3, to the indices of their bytes. */
// @ts-ignore: decorator
@inline
function toBytes(floats: v128): v128 {
  return i32x4.add(i32x4.mul(floats, i32x4.splat(0x04040404)), i32x4.splat(0x03020100));
}

// @ts-ignore: decorator
@inline
function makeOne(places: usize, atX: usize, atY: usize, source: usize, target: usize): void {
  const upper = source + rowAt(places, 36, atY);
  const lower = source + rowAt(places, 40, atY);
  const lowerShare = load<f32>(load<usize>(places, 60) + atY);
  const upperShare = load<f32>(load<usize>(places, 64) + atY);
  const left = <usize>load<i32>(load<usize>(places, 44) + atX) << 2;
  const right = <usize>load<i32>(load<usize>(places, 48) + atX) << 2;
  const rightShare = load<f32>(load<usize>(places, 52) + atX);
  const leftShare = load<f32>(load<usize>(places, 56) + atX);
  const belowRight = rightShare * lowerShare * load<f32>(lower + right);
  const belowLeft = leftShare * lowerShare * load<f32>(lower + left);
  const aboveLeft = leftShare * upperShare * load<f32>(upper + left);
  const aboveRight = rightShare * upperShare * load<f32>(upper + right);
  store<f32>(target, belowRight + (belowLeft + (aboveLeft + aboveRight)));
}
