import { Bytes } from '../arrays';
import { lanes } from '../lanes';
import { storeFour } from './bytes';

/**
 * Fills a rectangle with a rotated plane, by bilinear interpolation. The first point of the target shows `atX`, `atY` of the
 * source; a step right adds `rightX`, `rightY`, and one down `downX`, `downY`. Beyond `low` and `high` the last samples repeat.
 * Where four points have no `cover` (as wide as the target), nothing is written. Sides and coordinates are below 32768. A row and a
 * column after the source may be read, with zero weight.
 */
export function sampleTurned(
  source: Bytes,
  stride: i32,
  lowX: i32,
  highX: i32,
  lowY: i32,
  highY: i32,
  atX: f32,
  atY: f32,
  rightX: f32,
  rightY: f32,
  downX: f32,
  downY: f32,
  cover: Bytes,
  target: Bytes,
  width: i32,
  height: i32,
): void {
  // Coordinates have 16 fractional bits, seven of which are used.
  const minX = i32x4.splat(lowX << 16);
  const maxX = i32x4.splat((highX - 1) << 16);
  const minY = i32x4.splat(lowY << 16);
  const maxY = i32x4.splat((highY - 1) << 16);
  const stepX = <i32>Mathf.round(rightX * 65536);
  const stepY = <i32>Mathf.round(rightY * 65536);
  const fourX = i32x4.splat(4 * stepX);
  const fourY = i32x4.splat(4 * stepY);
  const steps = i32x4(0, 1, 2, 3);
  const stepsX = i32x4.mul(steps, i32x4.splat(stepX));
  const stepsY = i32x4.mul(steps, i32x4.splat(stepY));
  const fraction = i32x4.splat(127);
  const whole = i32x4.splat(128);
  const upperHalf = i32x4.splat(-65536);
  // An address is the row times the stride, plus the column.
  const strides = i32x4.splat(stride | (1 << 16));
  for (let row = 0; row < height; row++) {
    let xs = i32x4.add(i32x4.splat(<i32>(<i64>(<f64>(atX + downX * <f32>row) * 65536))), stepsX);
    let ys = i32x4.add(i32x4.splat(<i32>(<i64>(<f64>(atY + downY * <f32>row) * 65536))), stepsY);
    for (let x = 0; x < width; x += 4) {
      if (load<u32>(cover + x) != 0) {
        const fixedX = i32x4.min_s(i32x4.max_s(xs, minX), maxX);
        const fixedY = i32x4.min_s(i32x4.max_s(ys, minY), maxY);
        const places = i32x4.dot_i16x8_s(v128.or(i32x4.shr_u(fixedY, 16), v128.and(fixedX, upperHalf)), strides);
        const first = source + i32x4.extract_lane(places, 0);
        const second = source + i32x4.extract_lane(places, 1);
        const third = source + i32x4.extract_lane(places, 2);
        const fourth = source + i32x4.extract_lane(places, 3);
        const upper = pairs(first, second, third, fourth);
        const lower = pairs(first + stride, second + stride, third + stride, fourth + stride);
        const shareX = v128.and(i32x4.shr_u(fixedX, 9), fraction);
        const shareY = v128.and(i32x4.shr_u(fixedY, 9), fraction);
        const acrossX = v128.or(i32x4.sub(whole, shareX), i32x4.shl(shareX, 16));
        const acrossY = v128.or(i32x4.sub(whole, shareY), i32x4.shl(shareY, 16));
        const above = i32x4.dot_i16x8_s(upper, acrossX);
        const below = i32x4.dot_i16x8_s(lower, acrossX);
        const sums = i32x4.dot_i16x8_s(v128.or(above, i32x4.shl(below, 16)), acrossY);
        storeFour(i32x4.shr_u(i32x4.add(sums, i32x4.splat(8192)), 14), target + x, width - x);
      }
      xs = i32x4.add(xs, fourX);
      ys = i32x4.add(ys, fourY);
    }
    target += width;
    cover += width;
  }
}

/** Loads two bytes from each of four positions, as values of 16 bits. */
function pairs(first: usize, second: usize, third: usize, fourth: usize): v128 {
  let bytes = v128.load16_lane(first, i32x4.splat(0), 0);
  bytes = v128.load16_lane(second, bytes, 1);
  bytes = v128.load16_lane(third, bytes, 2);
  bytes = v128.load16_lane(fourth, bytes, 3);
  return i16x8.extend_low_i8x16_u(bytes);
}

/**
 * Fills a rectangle with the coverage of each of its points by a rotated box. The first point is at `atX`, `atY` of the box; steps
 * are as in `sampleTurned`. `scaleX` and `scaleY` are the lengths of a unit of the box in the target.
 */
export function coverTurned(
  boxWidth: f32,
  boxHeight: f32,
  scaleX: f32,
  scaleY: f32,
  atX: f32,
  atY: f32,
  rightX: f32,
  rightY: f32,
  downX: f32,
  downY: f32,
  target: Bytes,
  targetStride: i32,
  width: i32,
  height: i32,
): void {
  for (let row = 0; row < height; row++) {
    const startX = atX + downX * <f32>row;
    const startY = atY + downY * <f32>row;
    let x = 0;
    for (; x + 16 <= width; x += 16) {
      const first = distances(startX + rightX * <f32>x, startY + rightY * <f32>x, boxWidth, boxHeight, scaleX, scaleY);
      const end = <f32>(x + 15);
      const last = distances(startX + rightX * end, startY + rightY * end, boxWidth, boxHeight, scaleX, scaleY);
      // A box is convex: points between two inner points are inside.
      if (i32x4.all_true(f32x4.ge(f32x4.min(first, last), f32x4.splat(1)))) {
        v128.store(target + x, i8x16.splat(-1));
      } else if (v128.any_true(f32x4.le(f32x4.max(first, last), f32x4.splat(0)))) {
        v128.store(target + x, i8x16.splat(0));
      } else {
        for (let part = x; part < x + 16; part++) {
          const at = <f32>part;
          const own = distances(startX + rightX * at, startY + rightY * at, boxWidth, boxHeight, scaleX, scaleY);
          store<u8>(target + part, toCover(own));
        }
      }
    }
    for (; x < width; x++) {
      const at = <f32>x;
      const own = distances(startX + rightX * at, startY + rightY * at, boxWidth, boxHeight, scaleX, scaleY);
      store<u8>(target + x, toCover(own));
    }
    target += targetStride;
  }
}

/** Returns the distance of a point from each of the four edges, inwards, in pixels of the target, plus half a pixel. */
function distances(x: f32, y: f32, boxWidth: f32, boxHeight: f32, scaleX: f32, scaleY: f32): v128 {
  const from = lanes(x, boxWidth - x, y, boxHeight - y);
  return f32x4.add(f32x4.mul(from, lanes(scaleX, scaleX, scaleY, scaleY)), f32x4.splat(0.5));
}

function toCover(within: v128): u8 {
  const shares = f32x4.max(f32x4.splat(0), f32x4.min(f32x4.splat(1), within));
  const across = f32x4.extract_lane(shares, 0) * f32x4.extract_lane(shares, 1);
  return <u8>(255 * across * f32x4.extract_lane(shares, 2) * f32x4.extract_lane(shares, 3) + 0.5);
}
