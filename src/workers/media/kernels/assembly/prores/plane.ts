import { finishBits, startBits } from './bits';
import { putRunAndLevel, putValue } from './codes';
import { transform } from './transform';

/** The shift of an even block. Its coefficient is its sample, of 11 bits, times 16. */
const evenShift = 4;
/** Indices of codebooks; see prores-codes.ts. */
const levelBooks = 16;
const differenceBooks = 26;
const firstBook = 33;

/** Offsets in a slice's scratch memory, in bytes: levels come first, then a block, the means, and the marks. */
const blockAt = 4096;
const meansAt = 4224;
const marksAt = 4288;

/**
 * Encodes one plane of a slice (RDD 36, scanned coefficients): `macroblocks` of 16x16 samples in a band. Returns the address of the
 * next byte. With `isLuma` the four blocks of a macroblock are in row order, else in column order.
 */
export function codePlane(
  samples: usize,
  stride: usize,
  macroblocks: i32,
  isLuma: bool,
  quantizer: usize,
  places: usize,
  books: usize,
  codes: usize,
  scratch: usize,
  output: usize,
): usize {
  let used: u64 = 0;
  memory.fill(scratch + marksAt, 0, 256);
  for (let block = 0; block < 4 * macroblocks; block++) {
    const right = isLuma ? block & 1 : (block >> 1) & 1;
    const lower = isLuma ? (block >> 1) & 1 : block & 1;
    const from = samples + ((<usize>((block >> 2) * 2 + right)) << 4) + ((<usize>lower) << 3) * stride;
    if (isEven(from, stride)) {
      const mean = (<i32>load<i16>(from)) << evenShift;
      const level = (abs(mean) * <i32>load<u16>(quantizer) + 0x4000) >> 15;
      store<i16>(scratch + meansAt + ((<usize>block) << 1), <i16>(mean < 0 ? -level : level));
    } else {
      transform(from, stride, scratch + blockAt);
      used |= collect(quantizer, places, block, scratch);
    }
  }
  startBits(output);
  putMeans(4 * macroblocks, books, codes, scratch + meansAt);
  putLevels(used, 4 * macroblocks, books, codes, scratch);
  return finishBits();
}

/** Returns whether all samples of a block are the same. */
function isEven(from: usize, stride: usize): bool {
  const first = v128.load16_splat(from);
  let rest = v128.xor(v128.load(from), first);
  for (let row = 1; row < 8; row++) {
    from += stride;
    rest = v128.or(rest, v128.xor(v128.load(from), first));
  }
  return !v128.any_true(rest);
}

/**
 * Quantizes the block in `scratch` and stores its levels for `putLevels`, by position in the scan and then by block. For each
 * position the blocks with a level are marked. Returns the positions as bits.
 */
function collect(quantizer: usize, places: usize, block: i32, scratch: usize): u64 {
  const from = scratch + blockAt;
  let left: u64 = 0;
  for (let at: usize = 0; at < 128; at += 32) {
    const first = quantize(v128.load(from + at), quantizer + at);
    const second = quantize(v128.load(from + at, 16), quantizer + at + 16);
    v128.store(from + at, first);
    v128.store(from + at, second, 16);
    const marks = i8x16.bitmask(i8x16.ne(i8x16.narrow_i16x8_s(first, second), i8x16.splat(0)));
    left |= (<u64>(<u32>marks)) << (at >> 1);
  }
  store<i16>(scratch + meansAt + ((<usize>block) << 1), load<i16>(from));
  left &= ~1;
  let used: u64 = 0;
  while (left != 0) {
    const at = <usize>ctz(left);
    left &= left - 1;
    const place = <usize>load<u8>(places + at);
    store<i16>(scratch + (((place << 5) + block) << 1), load<i16>(from + (at << 1)));
    const marks = scratch + marksAt + (place << 2);
    store<u32>(marks, load<u32>(marks) | (1 << block));
    used |= (<u64>1) << place;
  }
  return used;
}

/** Quantizes eight values. `quantizer` contains factors of 15 bits, and 128 bytes later the rounding offsets. */
function quantize(values: v128, quantizer: usize): v128 {
  const rest = i16x8.sub_sat_u(i16x8.abs(values), v128.load(quantizer, 128));
  const level = i16x8.q15mulr_sat_s(rest, v128.load(quantizer));
  const sign = i16x8.shr_s(values, 15);
  return i16x8.sub(v128.xor(level, sign), sign);
}

/** Writes the blocks' means: the first, then differences. A difference's sign is relative to that of the one before. */
function putMeans(blocks: i32, books: usize, codes: usize, means: usize): void {
  let before = <i32>load<i16>(means);
  putValue(fold(before), firstBook, books, codes);
  let book = 5;
  let sign = 0;
  for (let block = 1; block < blocks; block++) {
    const mean = <i32>load<i16>(means + ((<usize>block) << 1));
    const difference = mean - before;
    const value = fold((difference ^ sign) - sign);
    putValue(value, differenceBooks + book, books, codes);
    book = <i32>min<u32>(value, 6);
    sign = difference >> 31;
    before = mean;
  }
}

/** Folds signed numbers: 0, -1, 1, -2, 2 and so on become 0, 1, 2, 3, 4. */
function fold(value: i32): u32 {
  return (value << 1) ^ (value >> 31);
}

/** Writes the levels of all blocks in scan order: the zeros before each, its size, its sign. */
function putLevels(used: u64, blocks: i32, books: usize, codes: usize, scratch: usize): void {
  let runBook = 4;
  let levelBook = 2;
  let next = 0;
  while (used != 0) {
    const place = <i32>ctz(used);
    used &= used - 1;
    const levels = scratch + ((<usize>place) << 6);
    let marks = load<u32>(scratch + marksAt + ((<usize>place) << 2));
    while (marks != 0) {
      const block = <i32>ctz(marks);
      marks &= marks - 1;
      const at = (place - 1) * blocks + block;
      const level = <i32>load<i16>(levels + ((<usize>block) << 1));
      putRunAndLevel(at - next, runBook, level, levelBooks + levelBook, books, codes);
      runBook = min(at - next, 15);
      levelBook = min(abs(level), 9);
      next = at + 1;
    }
  }
}
