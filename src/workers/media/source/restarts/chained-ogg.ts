import type { Sliced } from '../media-file.ts';
import { readBytes, readWindows } from './windows.ts';

const headBytes = 27;
/** A page header, and its table of up to 255 segment sizes. */
const longestHeadBytes = headBytes + 255;
const beginsStream = 2;
/** The maximum size of a file that is searched: two hours of a radio stream. */
const searchedBytes = 128 * 1024 * 1024;

/**
 * Finds the starts of further chains in an Ogg file (RFC 3533, section 4): a first page of a stream after pages that are not first
 * pages.
 */
export async function findOggRestarts(file: Sliced): Promise<number[]> {
  const isOgg = String.fromCharCode(...(await readBytes(file, 0, 4))) === 'OggS';
  if (!isOgg || file.size > searchedBytes) {
    return [];
  }
  const restarts: number[] = [];
  let hasBegun = false;
  let next = 0;
  for await (const { offset, bytes } of readWindows(file, {}, longestHeadBytes)) {
    const isLast = offset + bytes.length >= file.size;
    const end = bytes.length - (isLast ? headBytes : longestHeadBytes);
    while (next - offset <= end) {
      const page = readPage(bytes, next - offset);
      if (!page) {
        return restarts;
      }
      if (page.isFirst && hasBegun) {
        restarts.push(next);
      }
      hasBegun = !page.isFirst;
      next += page.sizeBytes;
    }
  }
  return restarts;
}

/** Reads a page header; null if there is no page. */
function readPage(bytes: Uint8Array, at: number): { isFirst: boolean; sizeBytes: number } | null {
  if (String.fromCharCode(...bytes.subarray(at, at + 4)) !== 'OggS') {
    return null;
  }
  const segments = bytes[at + 26] ?? 0;
  const sizes = bytes.subarray(at + headBytes, at + headBytes + segments);
  const dataBytes = sizes.reduce((sum, size) => sum + size, 0);
  return { isFirst: ((bytes[at + 5] ?? 0) & beginsStream) !== 0, sizeBytes: headBytes + segments + dataBytes };
}
