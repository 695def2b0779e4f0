import { Bytes } from '../arrays';

/**
 * Fills a rectangle with a plane that is turned, by bilinear interpolation. The first point of the target shows `atX`, `atY` of the
 * source; a step right adds `rightX`, `rightY`, and one down `downX`, `downY`. Beyond `low` and `high` the last samples
 * repeat. A row and a column behind the source may be read, and count nothing.
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
  target: Bytes,
  targetStride: i32,
  width: i32,
  height: i32,
): void {
  const lanes = f32x4(0, 1, 2, 3);
  const leastX = f32x4.splat(<f32>lowX);
  const mostX = f32x4.splat(<f32>(highX - 1));
  const leastY = f32x4.splat(<f32>lowY);
  const mostY = f32x4.splat(<f32>(highY - 1));
  const parts = f32x4.splat(128);
  const fraction = i32x4.splat(127);
  const low = i32x4.splat(255);
  for (let row = 0; row < height; row++) {
    const startX = f32x4.splat(atX + downX * <f32>row);
    const startY = f32x4.splat(atY + downY * <f32>row);
    for (let x = 0; x < width; x += 4) {
      const steps = f32x4.add(f32x4.splat(<f32>x), lanes);
      const xs = f32x4.add(startX, f32x4.mul(f32x4.splat(rightX), steps));
      const ys = f32x4.add(startY, f32x4.mul(f32x4.splat(rightY), steps));
      const fixedX = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.min(f32x4.max(xs, leastX), mostX), parts));
      const fixedY = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.min(f32x4.max(ys, leastY), mostY), parts));
      const places = i32x4.add(i32x4.mul(i32x4.shr_s(fixedY, 7), i32x4.splat(stride)), i32x4.shr_s(fixedX, 7));
      const first = source + i32x4.extract_lane(places, 0);
      const second = source + i32x4.extract_lane(places, 1);
      const third = source + i32x4.extract_lane(places, 2);
      const fourth = source + i32x4.extract_lane(places, 3);
      const upper = i32x4(load<u16>(first), load<u16>(second), load<u16>(third), load<u16>(fourth));
      const lower = i32x4(
        load<u16>(first + stride),
        load<u16>(second + stride),
        load<u16>(third + stride),
        load<u16>(fourth + stride),
      );
      const shareX = v128.and(fixedX, fraction);
      const shareY = v128.and(fixedY, fraction);
      const restX = i32x4.sub(i32x4.splat(128), shareX);
      const above = i32x4.add(i32x4.mul(v128.and(upper, low), restX), i32x4.mul(i32x4.shr_u(upper, 8), shareX));
      const below = i32x4.add(i32x4.mul(v128.and(lower, low), restX), i32x4.mul(i32x4.shr_u(lower, 8), shareX));
      const sums = i32x4.add(i32x4.mul(above, i32x4.sub(i32x4.splat(128), shareY)), i32x4.mul(below, shareY));
      const whole = i32x4.shr_s(i32x4.add(sums, i32x4.splat(8192)), 14);
      storeFour(whole, target + x, width - x);
    }
    target += targetStride;
  }
}

/**
 * Fills a rectangle with how much of each of its points a turned box covers. The first point lies at `atX`, `atY` of the box; steps
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
  const lanes = f32x4(0, 1, 2, 3);
  for (let row = 0; row < height; row++) {
    const startX = f32x4.splat(atX + downX * <f32>row);
    const startY = f32x4.splat(atY + downY * <f32>row);
    for (let x = 0; x < width; x += 4) {
      const steps = f32x4.add(f32x4.splat(<f32>x), lanes);
      const xs = f32x4.add(startX, f32x4.mul(f32x4.splat(rightX), steps));
      const ys = f32x4.add(startY, f32x4.mul(f32x4.splat(rightY), steps));
      const share = f32x4.mul(shareWithin(xs, boxWidth, scaleX), shareWithin(ys, boxHeight, scaleY));
      const whole = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(share, f32x4.splat(255)), f32x4.splat(0.5)));
      storeFour(whole, target + x, width - x);
    }
    target += targetStride;
  }
}

/** The share of a point's breadth between 0 and `length`. */
function shareWithin(at: v128, length: f32, scale: f32): v128 {
  const half = f32x4.splat(0.5);
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const begin = f32x4.add(f32x4.mul(at, f32x4.splat(scale)), half);
  const end = f32x4.add(f32x4.mul(f32x4.sub(f32x4.splat(length), at), f32x4.splat(scale)), half);
  return f32x4.mul(f32x4.min(one, f32x4.max(zero, begin)), f32x4.min(one, f32x4.max(zero, end)));
}

/** Stores at most `count` of four. */
function storeFour(whole: v128, target: usize, count: i32): void {
  const narrow = i16x8.narrow_i32x4_s(whole, whole);
  const bytes = i8x16.narrow_i16x8_u(narrow, narrow);
  if (count >= 4) {
    v128.store32_lane(target, bytes, 0);
    return;
  }
  store<u8>(target, i8x16.extract_lane_u(bytes, 0));
  if (count > 1) {
    store<u8>(target, i8x16.extract_lane_u(bytes, 1), 1);
  }
  if (count > 2) {
    store<u8>(target, i8x16.extract_lane_u(bytes, 2), 2);
  }
}
