import { Ints } from '../arrays';
import { putBits } from './bits';

/** Values below this are looked up in a table of codewords. */
const tabled: u32 = 64;

/**
 * Fills the tables of `count` codebooks: 64 codewords of each, with their length in the highest byte. A codebook packs three
 * numbers, from the lowest byte on: k of the Rice code, k of the exponential Golomb code, and the last Rice quotient.
 */
export function fillCodes(books: Ints, count: i32, codes: Ints): void {
  for (let at = 0; at < count; at++) {
    const book = load<u32>(books + ((<usize>at) << 2));
    for (let value: u32 = 0; value < tabled; value++) {
      store<u32>(codes + ((((<usize>at) << 6) + value) << 2), getCode(value, book));
    }
  }
}

/** Writes `value` in the codebook with the number `book`. */
export function putValue(value: u32, book: i32, books: usize, codes: usize): void {
  putCode(findCode(value, book, books, codes));
}

/** Writes a run of zeros and the level that ends it, which is not 0: its size minus 1, and its sign. */
export function putRunAndLevel(run: u32, runBook: i32, level: i32, levelBook: i32, books: usize, codes: usize): void {
  const code = findCode(run, runBook, books, codes);
  const unsigned = findCode(abs(level) - 1, levelBook, books, codes);
  const signed = unsigned + (1 << 24) + (unsigned & 0xffffff) + (<u32>level >> 31);
  if ((code >> 24) + (signed >> 24) <= 32) {
    // Usually both codewords fit into one write.
    putBits(((code & 0xffffff) << (signed >> 24)) | (signed & 0xffffff), <i32>((code >> 24) + (signed >> 24)));
  } else {
    putCode(code);
    putCode(signed);
  }
}

function putCode(code: u32): void {
  putBits(code & 0xffffff, <i32>(code >> 24));
}

function findCode(value: u32, book: i32, books: usize, codes: usize): u32 {
  return value < tabled
    ? load<u32>(codes + ((((<usize>book) << 6) + value) << 2))
    : getCode(value, load<u32>(books + ((<usize>book) << 2)));
}

/** Returns the codeword of `value`, with its length in the highest byte (RDD 36, combination Golomb codes). */
function getCode(value: u32, book: u32): u32 {
  const rice = book & 255;
  const golomb = (book >> 8) & 255;
  const last = book >> 16;
  const quotient = value >> rice;
  if (quotient <= last) {
    return ((quotient + 1 + rice) << 24) | (1 << rice) | (value & ((1 << rice) - 1));
  }
  const rest = value - ((last + 1) << rice) + (1 << golomb);
  const top: u32 = 31 - clz(rest);
  return ((last + 1 + (top - golomb) + top + 1) << 24) | rest;
}
