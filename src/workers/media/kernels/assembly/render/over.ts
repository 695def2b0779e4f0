import { Bytes } from '../arrays';
import { over255, scaleByte, scaleBytes } from './bytes';

/**
 * Composites a plane over another: `target = shown + target * (1 - alpha)`. `shown` is premultiplied with its alpha; both are
 * multiplied with `opacity` (0..255) here. Where alpha is 0, the target keeps its exact values.
 */
export function over(
  shown: Bytes,
  shownStride: i32,
  alpha: Bytes,
  alphaStride: i32,
  target: Bytes,
  targetStride: i32,
  width: i32,
  height: i32,
  opacity: i32,
): void {
  const whole = i8x16.splat(-1);
  const share = i8x16.splat(<i8>opacity);
  for (let row = 0; row < height; row++) {
    let x = 0;
    for (; x + 16 <= width; x += 16) {
      let cover = v128.load(alpha + x);
      if (!v128.any_true(cover)) {
        continue;
      }
      let light = v128.load(shown + x);
      if (opacity < 255) {
        cover = scaleBytes(cover, share);
        light = scaleBytes(light, share);
      } else if (i8x16.all_true(i8x16.eq(cover, whole))) {
        v128.store(target + x, light);
        continue;
      }
      const left = scaleBytes(v128.load(target + x), v128.not(cover));
      v128.store(target + x, i8x16.add_sat_u(left, light));
    }
    for (; x < width; x++) {
      const cover = scaleByte(load<u8>(alpha + x), opacity);
      if (cover > 0) {
        const light = scaleByte(load<u8>(shown + x), opacity);
        store<u8>(target + x, min(255, light + scaleByte(load<u8>(target + x), 255 - cover)));
      }
    }
    shown += shownStride;
    alpha += alphaStride;
    target += targetStride;
  }
}

/** Mixes an opaque plane into another by `opacity`, 0..255. */
export function mixPlane(
  shown: Bytes,
  shownStride: i32,
  target: Bytes,
  targetStride: i32,
  width: i32,
  height: i32,
  opacity: i32,
): void {
  const share = i8x16.splat(<i8>opacity);
  const rest = v128.not(share);
  for (let row = 0; row < height; row++) {
    if (opacity == 255) {
      memory.copy(target, shown, width);
    } else {
      let x = 0;
      for (; x + 16 <= width; x += 16) {
        const light = v128.load(shown + x);
        const below = v128.load(target + x);
        const low = i16x8.add(i16x8.extmul_low_i8x16_u(light, share), i16x8.extmul_low_i8x16_u(below, rest));
        const high = i16x8.add(i16x8.extmul_high_i8x16_u(light, share), i16x8.extmul_high_i8x16_u(below, rest));
        v128.store(target + x, i8x16.narrow_i16x8_u(over255(low), over255(high)));
      }
      for (; x < width; x++) {
        const sum = <u32>load<u8>(shown + x) * opacity + <u32>load<u8>(target + x) * (255 - opacity) + 128;
        store<u8>(target + x, (sum + (sum >> 8)) >> 8);
      }
    }
    shown += shownStride;
    target += targetStride;
  }
}

/** Multiplies a plane with alpha, in place. */
export function multiplyPlane(
  plane: Bytes,
  stride: i32,
  alpha: Bytes,
  alphaStride: i32,
  width: i32,
  height: i32,
): void {
  const whole = i8x16.splat(-1);
  for (let row = 0; row < height; row++) {
    let x = 0;
    for (; x + 16 <= width; x += 16) {
      const cover = v128.load(alpha + x);
      if (!i8x16.all_true(i8x16.eq(cover, whole))) {
        v128.store(plane + x, scaleBytes(v128.load(plane + x), cover));
      }
    }
    for (; x < width; x++) {
      store<u8>(plane + x, scaleByte(load<u8>(plane + x), load<u8>(alpha + x)));
    }
    plane += stride;
    alpha += alphaStride;
  }
}

/** Computes the mean alpha of each square of two by two pixels. At an odd border the last pixels count twice. */
export function halveAlpha(alpha: Bytes, stride: i32, width: i32, height: i32, half: Bytes, halfStride: i32): void {
  for (let y = 0; y < height; y += 2) {
    const lower = alpha + (y + 1 < height ? stride : 0);
    let x = 0;
    for (; x + 16 <= width; x += 16) {
      const sums = i16x8.add(
        i16x8.extadd_pairwise_i8x16_u(v128.load(alpha + x)),
        i16x8.extadd_pairwise_i8x16_u(v128.load(lower + x)),
      );
      const means = i16x8.shr_u(i16x8.add(sums, i16x8.splat(2)), 2);
      v128.store64_lane(half + (x >> 1), i8x16.narrow_i16x8_u(means, means), 0);
    }
    for (; x < width; x += 2) {
      const right = x + 1 < width ? x + 1 : x;
      const above = <u32>load<u8>(alpha + x) + load<u8>(alpha + right);
      store<u8>(half + (x >> 1), (above + load<u8>(lower + x) + load<u8>(lower + right) + 2) >> 2);
    }
    alpha += 2 * stride;
    half += halfStride;
  }
}

/** Adds the `share` (0..255) of a plane to another. */
export function addShare(
  shown: Bytes,
  shownStride: i32,
  target: Bytes,
  targetStride: i32,
  width: i32,
  height: i32,
  share: i32,
): void {
  const shares = i8x16.splat(<i8>share);
  for (let row = 0; row < height; row++) {
    let x = 0;
    for (; x + 16 <= width; x += 16) {
      const light = scaleBytes(v128.load(shown + x), shares);
      v128.store(target + x, i8x16.add_sat_u(v128.load(target + x), light));
    }
    for (; x < width; x++) {
      store<u8>(target + x, min<u32>(255, <u32>load<u8>(target + x) + scaleByte(load<u8>(shown + x), share)));
    }
    shown += shownStride;
    target += targetStride;
  }
}
