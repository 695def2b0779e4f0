import { finishBits, putBits, startBits } from './bits';

/**
 * Encodes `count` bytes of alpha without loss (RDD 36, alpha of 8 bits): differences and runs. The value before the first is 255.
 * Returns the address of the next byte. Reads 16 bytes after the alpha.
 */
export function codeAlpha(alpha: usize, count: i32, output: usize): usize {
  startBits(output);
  let before = 255;
  const end = alpha + count;
  while (alpha < end) {
    const value = <i32>load<u8>(alpha);
    putDifference(value - before);
    before = value;
    const next = min(skip(alpha + 1, value), end);
    putRun(<u32>(next - alpha - 1));
    alpha = next;
  }
  return finishBits();
}

/** Returns the address of the first byte that differs. A byte that differs must follow the alpha. */
function skip(at: usize, value: i32): usize {
  const same = i8x16.splat(<i8>value);
  let others = i8x16.bitmask(i8x16.ne(v128.load(at), same));
  while (others == 0) {
    at += 16;
    others = i8x16.bitmask(i8x16.ne(v128.load(at), same));
  }
  return at + ctz(others);
}

/** Writes a difference. Up to 8 it takes five bits; larger ones are written in full, modulo 256. */
function putDifference(difference: i32): void {
  const near = (difference << 24) >> 24;
  const size = abs(near);
  if (near == 0 || size > 8) {
    putBits(256 | (difference & 255), 9);
  } else {
    putBits(((size - 1) << 1) | (<u32>near >> 31), 5);
  }
}

function putRun(run: u32): void {
  if (run == 0) {
    putBits(1, 1);
  } else {
    putBits(run, run < 16 ? 5 : 16);
  }
}
