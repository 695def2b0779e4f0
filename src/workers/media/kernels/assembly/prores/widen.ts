import { Bytes } from '../arrays';

/** The rows of a slice. */
const rows = 16;
/** The scale of samples: signed, 11 bits, eight times a byte's distance from grey. They can be halved twice exactly. */
const grey: i16 = 1024;

/**
 * Converts 16 rows of luma, from the row `top` on, to samples in `band`. Its rows are as wide as whole macroblocks. Beyond the
 * image its last pixels repeat. Reads up to 15 bytes after the plane.
 */
export function widenLuma(plane: Bytes, width: i32, height: i32, top: i32, band: Bytes): void {
  const stride = getStride(width);
  for (let row = 0; row < rows; row++) {
    const from = plane + min(top + row, height - 1) * width;
    const to = band + row * stride;
    for (let x = 0; x < width; x += 16) {
      const bytes = v128.load(from + x);
      v128.store(to + 2 * x, toSamples(i16x8.extend_low_i8x16_u(bytes), 3));
      v128.store(to + 2 * x, toSamples(i16x8.extend_high_i8x16_u(bytes), 3), 16);
    }
    repeatLast(to, width, stride);
  }
}

/**
 * Converts 16 rows of a 4:2:0 plane of chroma, enlarged to 4:4:4 by linear interpolation. Its samples are at every second luma
 * column, and halfway between two rows (as in MPEG-2). `width` and `height` are those of the luma.
 */
export function widenChroma(plane: Bytes, width: i32, height: i32, top: i32, band: Bytes): void {
  const stride = getStride(width);
  const chromaWidth = (width + 1) >> 1;
  const last = ((height + 1) >> 1) - 1;
  for (let row = 0; row < rows; row++) {
    const y = min(top + row, height - 1);
    const near = plane + (y >> 1) * chromaWidth;
    const far = plane + ((y & 1) == 0 ? max(0, (y >> 1) - 1) : min(last, (y >> 1) + 1)) * chromaWidth;
    const to = band + row * stride;
    for (let x = 0; x < chromaWidth; x += 8) {
      const own = mix(near + x, far + x);
      const even = toSamples(own, 1);
      const odd = toSamples(i16x8.add(own, mix(near + x + 1, far + x + 1)), 0);
      v128.store(to + 4 * x, v128.shuffle<i16>(even, odd, 0, 8, 1, 9, 2, 10, 3, 11));
      v128.store(to + 4 * x, v128.shuffle<i16>(even, odd, 4, 12, 5, 13, 6, 14, 7, 15), 16);
    }
    // The column after the last belongs to another row, so the last sample replaces it.
    repeatLast(to, 2 * chromaWidth - 1, stride);
  }
}

/** Copies 16 rows of bytes, and repeats the last pixels. */
export function padBytes(plane: Bytes, width: i32, height: i32, top: i32, band: Bytes): void {
  const stride = getStride(width) >> 1;
  for (let row = 0; row < rows; row++) {
    const from = plane + min(top + row, height - 1) * width;
    memory.copy(band + row * stride, from, width);
    memory.fill(band + row * stride + width, load<u8>(from + width - 1), stride - width);
  }
}

/** Returns the bytes of a row of samples in a band. */
function getStride(width: i32): i32 {
  return 2 * ((width + 15) & ~15);
}

function toSamples(values: v128, shift: i32): v128 {
  return i16x8.sub(i16x8.shl(values, shift), i16x8.splat(grey));
}

/** Returns three quarters of eight bytes plus a quarter of others, times 4. */
function mix(near: usize, far: usize): v128 {
  const whole = v128.load8x8_u(near);
  return i16x8.add(i16x8.add(whole, i16x8.shl(whole, 1)), v128.load8x8_u(far));
}

/** Repeats the sample before the column `width` to the end of the row. */
function repeatLast(row: usize, width: i32, stride: i32): void {
  const last = load<i16>(row + 2 * width - 2);
  for (let at = 2 * width; at < stride; at += 2) {
    store<i16>(row + at, last);
  }
}
