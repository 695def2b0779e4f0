/** Combines four floats into one vector. */
export function lanes(first: f32, second: f32, third: f32, fourth: f32): v128 {
  const early = f32x4.replace_lane(f32x4.splat(first), 1, second);
  return f32x4.replace_lane(f32x4.replace_lane(early, 2, third), 3, fourth);
}

/** Loads four bytes as floats. */
export function loadBytes(from: usize): v128 {
  const bytes = v128.load32_zero(from);
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
}
