import { Bytes, Floats } from './arrays';

/** The number of entries of a table, one for each byte. */
const tableBytes: usize = 1024;

/** Converts `count` pixels of interleaved RGB to three planes of floats; `tables` has a table for each channel. */
export function toTensor(rgb: Bytes, count: i32, tables: Floats, planes: Floats): void {
  const plane = (<usize>count) << 2;
  const end = planes + plane;
  for (let to = planes; to < end; to += 4) {
    store<f32>(to, load<f32>(tables + ((<usize>load<u8>(rgb)) << 2)));
    store<f32>(to + plane, load<f32>(tables + tableBytes + ((<usize>load<u8>(rgb, 1)) << 2)));
    store<f32>(to + 2 * plane, load<f32>(tables + 2 * tableBytes + ((<usize>load<u8>(rgb, 2)) << 2)));
    rgb += 3;
  }
}

/**
 * Converts `count` values to bytes: `(value - least) * factor`, rounded to even and clamped. NaN becomes 0. Writes up to seven
 * bytes past the end. Doubles are used because the results equal those of a clamped array.
 */
export function stretchToBytes(values: Floats, count: i32, least: f64, factor: f64, target: Bytes): void {
  for (let at = 0; at < count; at += 8) {
    const early = stretchFour(v128.load(values), least, factor);
    const late = stretchFour(v128.load(values, 16), least, factor);
    const words = i16x8.narrow_i32x4_s(early, late);
    v128.store64_lane(target, i8x16.narrow_i16x8_u(words, words), 0);
    values += 32;
    target += 8;
  }
}

function stretchFour(values: v128, least: f64, factor: f64): v128 {
  const early = stretchTwo(values, least, factor);
  const late = stretchTwo(v128.shuffle<i64>(values, values, 1, 1), least, factor);
  return v128.shuffle<i64>(early, late, 0, 2);
}

function stretchTwo(values: v128, least: f64, factor: f64): v128 {
  const moved = f64x2.sub(f64x2.promote_low_f32x4(values), f64x2.splat(least));
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.nearest(f64x2.mul(moved, f64x2.splat(factor))));
}

/** Adds `count` bytes, times `share`, to sums of single precision. `count` is rounded up to a multiple of four. */
export function addWeighted(bytes: Bytes, count: i32, share: f64, sums: Floats): void {
  const factor = f64x2.splat(share);
  for (let at = 0; at < count; at += 4) {
    const words = i16x8.extend_low_i8x16_u(v128.load32_zero(bytes));
    const whole = i32x4.extend_low_i16x8_u(words);
    const before = v128.load(sums);
    const early = addTwo(before, whole, factor);
    const late = addTwo(v128.shuffle<i64>(before, before, 1, 1), v128.shuffle<i64>(whole, whole, 1, 1), factor);
    v128.store(sums, v128.shuffle<i64>(early, late, 0, 2));
    bytes += 4;
    sums += 16;
  }
}

function addTwo(sums: v128, whole: v128, factor: v128): v128 {
  const added = f64x2.mul(f64x2.convert_low_i32x4_u(whole), factor);
  return f32x4.demote_f64x2_zero(f64x2.add(f64x2.promote_low_f32x4(sums), added));
}
