import { Bytes, Ints } from '../arrays';
import { codeAlpha } from './alpha';
import { codePlane } from './plane';

/** The macroblocks of a slice. Towards the right end slices halve, so that all are powers of two. */
const slice = 8;
const headerBytes = 8;
/** The offset of a slice's alpha in `scratch`, after the memory that `codePlane` uses. */
const alphaAt: usize = 4608;

/**
 * Encodes a row of macroblocks as slices (RDD 36, slice syntax), from bands of 16 rows of samples and of alpha. The slices' sizes
 * are written to `sizes`, 16 bits each, big-endian. Returns the bytes written to `output`.
 */
export function codeSlices(
  luma: Bytes,
  blue: Bytes,
  red: Bytes,
  alpha: Bytes,
  macroblocks: i32,
  scale: i32,
  quantizer: Bytes,
  places: Bytes,
  books: Ints,
  codes: Ints,
  scratch: Bytes,
  sizes: Bytes,
  output: Bytes,
): i32 {
  const stride = (<usize>macroblocks) << 5;
  let to = output;
  let width = slice;
  for (let first = 0; first < macroblocks; first += width) {
    while (first + width > macroblocks) {
      width >>= 1;
    }
    const from = (<usize>first) << 5;
    const data = to + headerBytes;
    const blueAt = codePlane(luma + from, stride, width, true, quantizer, places, books, codes, scratch, data);
    const redAt = codePlane(blue + from, stride, width, false, quantizer, places, books, codes, scratch, blueAt);
    const endAt = codePlane(red + from, stride, width, false, quantizer, places, books, codes, scratch, redAt);
    gatherAlpha(alpha + (from >> 1), stride >> 1, width << 4, scratch + alphaAt);
    const end = codeAlpha(scratch + alphaAt, width << 8, endAt);
    store<u8>(to, headerBytes << 3);
    store<u8>(to, <u8>scale, 1);
    storeShort(to + 2, blueAt - data);
    storeShort(to + 4, redAt - blueAt);
    storeShort(to + 6, endAt - redAt);
    storeShort(sizes, end - to);
    sizes += 2;
    to = end;
  }
  return <i32>(to - output);
}

function storeShort(to: usize, value: usize): void {
  store<u16>(to, bswap<u16>(<u16>value));
}

/** Joins 16 rows of alpha, followed by a byte that differs from the last. */
function gatherAlpha(from: usize, stride: usize, width: usize, to: usize): void {
  for (let row = 0; row < 16; row++) {
    memory.copy(to, from, width);
    from += stride;
    to += width;
  }
  store<u8>(to, load<u8>(to - 1) ^ 1);
}
