import { Bytes } from '../arrays';

/**
 * Converts planes of limited-range YUV 4:2:0 into straight RGBA bytes; each chroma sample is used for the square of its pixels. The
 * factors are those of `rgbFactors` times 65536. Without `hasAlpha` all pixels are opaque.
 */
export function joinRgba(
  y: Bytes,
  u: Bytes,
  v: Bytes,
  alpha: Bytes,
  hasAlpha: i32,
  width: i32,
  height: i32,
  luma: i32,
  redV: i32,
  greenU: i32,
  greenV: i32,
  blueU: i32,
  rgba: Bytes,
): void {
  const chromaWidth = (width + 1) >> 1;
  for (let row = 0; row < height; row++) {
    const line = row * width;
    const chroma = (row >> 1) * chromaWidth;
    for (let x = 0; x < width; x += 2) {
      const blueness = <i32>load<u8>(u + chroma + (x >> 1)) - 128;
      const redness = <i32>load<u8>(v + chroma + (x >> 1)) - 128;
      // Half of one is added, so that the shift rounds.
      const red = redV * redness + 32768;
      const green = 32768 - greenU * blueness - greenV * redness;
      const blue = blueU * blueness + 32768;
      const end = min(x + 2, width);
      for (let at = line + x; at < line + end; at++) {
        const light = luma * (<i32>load<u8>(y + at) - 16);
        const cover: u32 = hasAlpha ? load<u8>(alpha + at) : 255;
        const pixel = toByte(light + red) | (toByte(light + green) << 8) | (toByte(light + blue) << 16) | (cover << 24);
        store<u32>(rgba + ((<usize>at) << 2), pixel);
      }
    }
  }
}

function toByte(value: i32): u32 {
  return <u32>max(0, min(255, value >> 16));
}
