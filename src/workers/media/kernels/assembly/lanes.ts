/** Four floats as one vector. */
export function lanes(first: f32, second: f32, third: f32, fourth: f32): v128 {
  const early = f32x4.replace_lane(f32x4.splat(first), 1, second);
  return f32x4.replace_lane(f32x4.replace_lane(early, 2, third), 3, fourth);
}
