import { Bytes } from './arrays';
import { loadBytes } from './lanes';

/**
 * Composites a plane of luma over one level by `alpha`, which has the same size. Rows of `target` are `targetWidth` long; the rest
 * of each row is unchanged.
 */
export function layLuma(
  plane: Bytes,
  alpha: Bytes,
  width: i32,
  height: i32,
  level: f32,
  target: Bytes,
  targetWidth: i32,
): void {
  const even = i8x16.splat(<i8>(level + 0.5));
  for (let row = 0; row < height; row++) {
    let x = 0;
    for (; x + 16 <= width; x += 16) {
      const shares = v128.load(alpha + x);
      if (!v128.any_true(shares)) {
        v128.store(target + x, even);
      } else if (i8x16.all_true(i8x16.eq(shares, i8x16.splat(-1)))) {
        v128.store(target + x, v128.load(plane + x));
      } else {
        for (let part = x; part < x + 16; part += 4) {
          const share = f32x4.div(loadBytes(alpha + part), f32x4.splat(255));
          v128.store32_lane(target + part, mix(loadBytes(plane + part), share, level), 0);
        }
      }
    }
    for (; x < width; x++) {
      const share = f32x4.splat(<f32>load<u8>(alpha + x) / 255);
      v128.store8_lane(target + x, mix(f32x4.splat(<f32>load<u8>(plane + x)), share, level), 0);
    }
    plane += width;
    alpha += width;
    target += targetWidth;
  }
}

/**
 * Composites a plane of chroma over one level by the mean alpha of the pixels that each sample covers. `alpha` has the size `width`
 * by `height`, twice the plane's size or one less. At an odd border the last pixels count twice. Rows of `target` have the plane's
 * width.
 */
export function layChroma(plane: Bytes, alpha: Bytes, width: i32, height: i32, level: f32, target: Bytes): void {
  const chromaWidth = (width + 1) >> 1;
  const chromaHeight = (height + 1) >> 1;
  for (let row = 0; row < chromaHeight; row++) {
    const upper = alpha + <usize>(2 * row * width);
    const lower = 2 * row + 1 < height ? upper + width : upper;
    let x = 0;
    for (; 2 * x + 8 <= width; x += 4) {
      const from = 2 * x;
      const sums = i16x8.add(
        i16x8.extend_low_i8x16_u(v128.load64_zero(upper + from)),
        i16x8.extend_low_i8x16_u(v128.load64_zero(lower + from)),
      );
      const share = f32x4.div(f32x4.convert_i32x4_u(i32x4.extadd_pairwise_i16x8_u(sums)), f32x4.splat(1020));
      v128.store32_lane(target + x, mix(loadBytes(plane + x), share, level), 0);
    }
    for (; x < chromaWidth; x++) {
      const left = 2 * x;
      const right = min(left + 1, width - 1);
      const above = <i32>load<u8>(upper + left) + <i32>load<u8>(upper + right);
      const sum = above + <i32>load<u8>(lower + left) + <i32>load<u8>(lower + right);
      const share = f32x4.splat(<f32>sum / 1020);
      v128.store8_lane(target + x, mix(f32x4.splat(<f32>load<u8>(plane + x)), share, level), 0);
    }
    plane += chromaWidth;
    target += chromaWidth;
  }
}

/** Mixes four bytes in the first lanes. */
function mix(shown: v128, share: v128, level: f32): v128 {
  const under = f32x4.splat(level);
  const mixed = f32x4.add(f32x4.add(under, f32x4.mul(share, f32x4.sub(shown, under))), f32x4.splat(0.5));
  const whole = i32x4.trunc_sat_f32x4_u(mixed);
  const narrow = i16x8.narrow_i32x4_s(whole, whole);
  return i8x16.narrow_i16x8_u(narrow, narrow);
}
