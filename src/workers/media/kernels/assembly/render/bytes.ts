/** Divides sixteen products of bytes by 255, rounded: exact for all bytes. */
export function scaleBytes(values: v128, shares: v128): v128 {
  return i8x16.narrow_i16x8_u(
    over255(i16x8.extmul_low_i8x16_u(values, shares)),
    over255(i16x8.extmul_high_i8x16_u(values, shares)),
  );
}

/** Divides eight values of 0..65025 by 255, rounded. */
export function over255(values: v128): v128 {
  const rounded = i16x8.add(values, i16x8.splat(128));
  return i16x8.shr_u(i16x8.add(rounded, i16x8.shr_u(rounded, 8)), 8);
}

/** Divides one product of bytes by 255, rounded. */
export function scaleByte(value: u32, share: u32): u32 {
  const rounded = value * share + 128;
  return (rounded + (rounded >> 8)) >> 8;
}

/** Stores at most `count` of four whole numbers as bytes, clamped to 0..255. */
export function storeFour(whole: v128, target: usize, count: i32): void {
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
