import { Bytes } from '../arrays';
import { lanes } from '../lanes';

/**
 * Blends an image with the target below it by a mode of the W3C's compositing specification, in full-range RGB. `shown` is
 * premultiplied with its alpha; `half` is its mean over squares of two by two. `alphaBelow` is the alpha of the target, if it has
 * one. The first of `u`, `v` and `half` belong to the square of the first pixel. `kr` and `kb` are the shares of luma. A square is
 * processed at once: its four pixels are the lanes of a vector.
 */
export function blendPicture(
  mode: i32,
  y: Bytes,
  u: Bytes,
  v: Bytes,
  alpha: Bytes,
  half: Bytes,
  stride: i32,
  chromaStride: i32,
  belowY: Bytes,
  belowU: Bytes,
  belowV: Bytes,
  alphaBelow: Bytes,
  hasAlphaBelow: i32,
  belowStride: i32,
  belowChromaStride: i32,
  width: i32,
  height: i32,
  opacity: i32,
  kr: f32,
  kb: f32,
): void {
  const toUnit = f32x4.splat(1.0 / 255.0);
  const share = f32x4.splat(<f32>opacity / 255.0);
  for (let row = 0; row < height; row += 2) {
    const down = row + 1 < height;
    for (let x = 0; x < width; x += 2) {
      const right = x + 1 < width;
      const at = <usize>(row * stride + x);
      const step = down ? stride : 0;
      const next = right ? 1 : 0;
      const own = square(alpha + at, next, step);
      if (!v128.any_true(own)) {
        continue;
      }
      const chroma = (row >> 1) * chromaStride + (x >> 1);
      const to = (row >> 1) * belowChromaStride + (x >> 1);
      const below = <usize>(row * belowStride + x);
      const belowStep = down ? belowStride : 0;
      const mean = <f32>max<u8>(1, load<u8>(half + chroma)) / 255;
      const blue = min<f32>(255, <f32>load<u8>(u + chroma) / mean) - 128;
      const red = min<f32>(255, <f32>load<u8>(v + chroma) / mean) - 128;
      const blueBelow = <f32>load<u8>(belowU + to) - 128;
      const redBelow = <f32>load<u8>(belowV + to) - 128;
      const light = f32x4.div(f32x4.mul(square(y + at, next, step), f32x4.splat(255)), f32x4.max(own, f32x4.splat(1)));
      const lightBelow = square(belowY + below, next, belowStep);
      const covers = f32x4.mul(f32x4.mul(own, toUnit), share);
      const coversBelow = hasAlphaBelow
        ? f32x4.mul(square(alphaBelow + below, next, belowStep), toUnit)
        : f32x4.splat(1);
      blendSquare(mode, light, blue, red, covers, lightBelow, blueBelow, redBelow, coversBelow, kr, kb);
      const changed = f32x4.gt(covers, f32x4.splat(0));
      const luma = v128.bitselect(mixedY, lightBelow, changed);
      storeSquare(luma, belowY + below, next, belowStep);
      store<u8>(belowU + to, toByte(128 + mean4(v128.bitselect(mixedU, f32x4.splat(blueBelow), changed))));
      store<u8>(belowV + to, toByte(128 + mean4(v128.bitselect(mixedV, f32x4.splat(redBelow), changed))));
    }
  }
}

let mixedY: v128 = i32x4(0, 0, 0, 0);
let mixedU: v128 = i32x4(0, 0, 0, 0);
let mixedV: v128 = i32x4(0, 0, 0, 0);

/** Loads the four bytes of a square as floats. Beyond an odd border the last ones repeat. */
function square(from: usize, next: i32, step: i32): v128 {
  const lower = from + step;
  return lanes(<f32>load<u8>(from), <f32>load<u8>(from + next), <f32>load<u8>(lower), <f32>load<u8>(lower + next));
}

function storeSquare(values: v128, to: usize, next: i32, step: i32): void {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.add(values, f32x4.splat(0.5)));
  const narrow = i16x8.narrow_i32x4_s(whole, whole);
  const bytes = i8x16.narrow_i16x8_u(narrow, narrow);
  const lower = to + step;
  // Where two bytes of the square coincide, they are equal.
  store<u8>(to, i8x16.extract_lane_u(bytes, 0));
  store<u8>(to + next, next ? i8x16.extract_lane_u(bytes, 1) : i8x16.extract_lane_u(bytes, 0));
  if (step) {
    store<u8>(lower, i8x16.extract_lane_u(bytes, 2));
    store<u8>(lower + next, next ? i8x16.extract_lane_u(bytes, 3) : i8x16.extract_lane_u(bytes, 2));
  }
}

function mean4(values: v128): f32 {
  const sums = f32x4.add(values, v128.shuffle<f32>(values, values, 2, 3, 0, 1));
  return (f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1)) / 4;
}

/** Stores in `mixed...` the colour of a square over another, not premultiplied with alpha. */
function blendSquare(
  mode: i32,
  light: v128,
  blue: f32,
  red: f32,
  share: v128,
  lightBelow: v128,
  blueBelow: f32,
  redBelow: f32,
  shareBelow: v128,
  kr: f32,
  kb: f32,
): void {
  const kg: f32 = 1 - kr - kb;
  const blueScale: f32 = (2 * (1 - kb)) / 224;
  const redScale: f32 = (2 * (1 - kr)) / 224;
  const shown = toUnit(light);
  const under = toUnit(lightBelow);
  const shownRed = clamp(f32x4.add(shown, f32x4.splat(redScale * red)));
  const shownBlue = clamp(f32x4.add(shown, f32x4.splat(blueScale * blue)));
  const shownGreen = clamp(f32x4.sub(shown, f32x4.splat((kr * redScale * red + kb * blueScale * blue) / kg)));
  const underRed = clamp(f32x4.add(under, f32x4.splat(redScale * redBelow)));
  const underBlue = clamp(f32x4.add(under, f32x4.splat(blueScale * blueBelow)));
  const underGreen = clamp(f32x4.sub(under, f32x4.splat((kr * redScale * redBelow + kb * blueScale * blueBelow) / kg)));
  const both = f32x4.mul(share, shareBelow);
  const only = f32x4.sub(share, both);
  const rest = f32x4.sub(shareBelow, both);
  const whole = f32x4.max(f32x4.add(f32x4.add(only, rest), both), f32x4.splat(0.001));
  const r = f32x4.div(join(mode, shownRed, underRed, both, only, rest), whole);
  const g = f32x4.div(join(mode, shownGreen, underGreen, both, only, rest), whole);
  const b = f32x4.div(join(mode, shownBlue, underBlue, both, only, rest), whole);
  const luma = f32x4.add(
    f32x4.mul(f32x4.splat(kr), r),
    f32x4.add(f32x4.mul(f32x4.splat(kg), g), f32x4.mul(f32x4.splat(kb), b)),
  );
  mixedY = f32x4.add(f32x4.splat(16), f32x4.mul(f32x4.splat(219), luma));
  mixedU = f32x4.div(f32x4.sub(b, luma), f32x4.splat(blueScale));
  mixedV = f32x4.div(f32x4.sub(r, luma), f32x4.splat(redScale));
}

function join(mode: i32, shown: v128, under: v128, both: v128, only: v128, rest: v128): v128 {
  const apart = f32x4.add(f32x4.mul(only, shown), f32x4.mul(rest, under));
  return f32x4.add(apart, f32x4.mul(both, mix(mode, shown, under)));
}

/** Blends one channel; the modes are numbered in the order of `blendModeIds`. */
function mix(mode: i32, shown: v128, below: v128): v128 {
  const one = f32x4.splat(1);
  switch (mode) {
    case 1:
      return f32x4.mul(shown, below);
    case 2:
      return f32x4.sub(f32x4.add(shown, below), f32x4.mul(shown, below));
    case 3:
      return hardLight(below, shown);
    case 4:
      return f32x4.min(shown, below);
    case 5:
      return f32x4.max(shown, below);
    case 6: {
      const dodged = f32x4.min(one, f32x4.div(below, f32x4.max(f32x4.sub(one, shown), f32x4.splat(1e-6))));
      return v128.bitselect(f32x4.splat(0), dodged, f32x4.le(below, f32x4.splat(0)));
    }
    case 7: {
      const burnt = f32x4.sub(
        one,
        f32x4.min(one, f32x4.div(f32x4.sub(one, below), f32x4.max(shown, f32x4.splat(1e-6)))),
      );
      return v128.bitselect(one, burnt, f32x4.ge(below, one));
    }
    case 8:
      return hardLight(shown, below);
    case 9:
      return softLight(shown, below);
    case 10:
      return f32x4.abs(f32x4.sub(shown, below));
    case 11: {
      const product = f32x4.mul(shown, below);
      return f32x4.sub(f32x4.add(shown, below), f32x4.add(product, product));
    }
    default:
      return shown;
  }
}

function hardLight(shown: v128, below: v128): v128 {
  const one = f32x4.splat(1);
  const twice = f32x4.add(shown, shown);
  const over = f32x4.sub(twice, one);
  const screen = f32x4.sub(f32x4.add(below, over), f32x4.mul(below, over));
  return v128.bitselect(f32x4.mul(below, twice), screen, f32x4.le(shown, f32x4.splat(0.5)));
}

function softLight(shown: v128, below: v128): v128 {
  const one = f32x4.splat(1);
  const over = f32x4.sub(f32x4.add(shown, shown), one);
  const dark = f32x4.mul(f32x4.mul(over, below), f32x4.sub(one, below));
  const cubic = f32x4.mul(
    f32x4.add(f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(16), below), f32x4.splat(12)), below), f32x4.splat(4)),
    below,
  );
  const depth = v128.bitselect(cubic, f32x4.sqrt(below), f32x4.le(below, f32x4.splat(0.25)));
  const light = f32x4.mul(over, f32x4.sub(depth, below));
  return f32x4.add(below, v128.bitselect(dark, light, f32x4.le(shown, f32x4.splat(0.5))));
}

function toUnit(luma: v128): v128 {
  return f32x4.mul(f32x4.sub(luma, f32x4.splat(16)), f32x4.splat(1.0 / 219.0));
}

function clamp(values: v128): v128 {
  return f32x4.max(f32x4.splat(0), f32x4.min(f32x4.splat(1), values));
}

function toByte(value: f32): u8 {
  return <u8>max<f32>(0, min<f32>(255, value + 0.5));
}
