import { Bytes, Floats } from './arrays';

/**
 * Converts an image from three planes of floats (limited-range YUV) to full-range RGB bytes. The factors are those of `rgbFactors`.
 * Writes four bytes past the end.
 */
export function toRgb(
  y: Floats,
  u: Floats,
  v: Floats,
  size: i32,
  luma: f32,
  redV: f32,
  greenU: f32,
  greenV: f32,
  blueU: f32,
  rgb: Bytes,
): void {
  const end = (<usize>size) << 2;
  const black = f32x4.splat(16);
  const grey = f32x4.splat(128);
  for (let at: usize = 0; at < end; at += 16) {
    const light = f32x4.mul(f32x4.splat(luma), f32x4.sub(v128.load(y + at), black));
    const blueness = f32x4.sub(v128.load(u + at), grey);
    const redness = f32x4.sub(v128.load(v + at), grey);
    const red = f32x4.add(light, f32x4.mul(f32x4.splat(redV), redness));
    const tint = f32x4.add(f32x4.mul(f32x4.splat(greenU), blueness), f32x4.mul(f32x4.splat(greenV), redness));
    const blue = f32x4.add(light, f32x4.mul(f32x4.splat(blueU), blueness));
    const early = i16x8.narrow_i32x4_s(toWhole(red), toWhole(f32x4.sub(light, tint)));
    const late = i16x8.narrow_i32x4_s(toWhole(blue), i32x4.splat(0));
    const bytes = i8x16.narrow_i16x8_u(early, late);
    // Interleaves four reds, four greens and four blues.
    v128.store(rgb, i8x16.swizzle(bytes, i8x16(0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11, -1, -1, -1, -1)));
    rgb += 12;
  }
}

function toWhole(values: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(values));
}
