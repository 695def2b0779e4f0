import { Bytes } from '../arrays';
import { scaleByte } from './bytes';

/**
 * Converts straight RGBA into planes that are premultiplied with their alpha: luma and alpha of each pixel, chroma and `half` (mean
 * alpha) of each square of two by two. `red`, `green` and `blue` are the factors of luma; `blueScale` and `redScale` those of the
 * differences. Width and height are even.
 */
export function splitRgba(
  rgba: Bytes,
  width: i32,
  height: i32,
  red: f32,
  green: f32,
  blue: f32,
  blueScale: f32,
  redScale: f32,
  y: Bytes,
  u: Bytes,
  v: Bytes,
  alpha: Bytes,
  half: Bytes,
): void {
  const chromaWidth = width >> 1;
  for (let row = 0; row < height; row += 2) {
    for (let x = 0; x < width; x += 2) {
      const at = row * width + x;
      const upper = rgba + ((<usize>at) << 2);
      const lower = upper + ((<usize>width) << 2);
      const chroma = (row >> 1) * chromaWidth + (x >> 1);
      if ((load<u64>(upper) | load<u64>(lower)) == 0) {
        store<u16>(y + at, 0);
        store<u16>(y + at + width, 0);
        store<u16>(alpha + at, 0);
        store<u16>(alpha + at + width, 0);
        store<u8>(u + chroma, 0);
        store<u8>(v + chroma, 0);
        store<u8>(half + chroma, 0);
        continue;
      }
      let covers: f32 = 0;
      let blues: f32 = 0;
      let reds: f32 = 0;
      for (let pixel = 0; pixel < 4; pixel++) {
        const from = (pixel < 2 ? upper : lower) + ((<usize>(pixel & 1)) << 2);
        const r = <f32>load<u8>(from);
        const g = <f32>load<u8>(from, 1);
        const b = <f32>load<u8>(from, 2);
        const cover = load<u8>(from, 3);
        const light = red * r + green * g + blue * b;
        const to = at + (pixel < 2 ? 0 : width) + (pixel & 1);
        store<u8>(y + to, scaleByte(<u32>(16.5 + light * <f32>(219.0 / 255.0)), cover));
        store<u8>(alpha + to, cover);
        covers += <f32>cover;
        blues += <f32>cover * (b - light);
        reds += <f32>cover * (r - light);
      }
      // Sums of four alphas: the means are over 1020.
      store<u8>(u + chroma, <u8>((128 * covers + blueScale * blues) / 1020 + 0.5));
      store<u8>(v + chroma, <u8>((128 * covers + redScale * reds) / 1020 + 0.5));
      store<u8>(half + chroma, <u8>(covers / 4 + 0.5));
    }
  }
}

/**
 * Converts an image from one matrix of YUV to another, in place. Chroma is converted first, with the luma of its square. `lumaBlue`
 * and `lumaRed` are the contributions of a difference to luma; the other four map the differences.
 */
export function changeMatrix(
  y: Bytes,
  u: Bytes,
  v: Bytes,
  width: i32,
  height: i32,
  lumaBlue: f32,
  lumaRed: f32,
  blueBlue: f32,
  blueRed: f32,
  redBlue: f32,
  redRed: f32,
): void {
  const chromaWidth = (width + 1) >> 1;
  for (let row = 0; row < height; row++) {
    const chroma = (row >> 1) * chromaWidth;
    for (let x = 0; x < width; x++) {
      const b = <f32>load<u8>(u + chroma + (x >> 1)) - 128;
      const r = <f32>load<u8>(v + chroma + (x >> 1)) - 128;
      store<u8>(y + x, toByte(<f32>load<u8>(y + x) + lumaBlue * b + lumaRed * r));
    }
    y += width;
  }
  const end = chromaWidth * ((height + 1) >> 1);
  for (let at = 0; at < end; at++) {
    const b = <f32>load<u8>(u + at) - 128;
    const r = <f32>load<u8>(v + at) - 128;
    store<u8>(u + at, toByte(128 + blueBlue * b + blueRed * r));
    store<u8>(v + at, toByte(128 + redBlue * b + redRed * r));
  }
}

function toByte(value: f32): u8 {
  return <u8>max<f32>(0, min<f32>(255, value + 0.5));
}
