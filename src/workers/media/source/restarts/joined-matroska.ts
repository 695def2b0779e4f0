import type { Sliced } from '../media-file.ts';
import { readBytes, readWindows } from './windows.ts';

/** The identifier of the EBML header that begins a file (RFC 8794, 11.2.1), and what follows it in every one: its document type. */
const headerMark = [0x1a, 0x45, 0xdf, 0xa3];
const headerBytes = 64;
const documentType = /\u0042\u0082.(?:webm|matroska)/s;
/** Larger files are not searched. */
const searchedBytes = 512 * 1024 * 1024;

/** Finds further EBML headers in a Matroska or WebM file: recordings that were joined byte by byte. */
export async function findMatroskaRestarts(file: Sliced): Promise<number[]> {
  if (!isHeader(await readBytes(file, 0, headerBytes), 0) || file.size > searchedBytes) {
    return [];
  }
  const restarts: number[] = [];
  for await (const { offset, bytes } of readWindows(file, {}, headerBytes)) {
    for (let at = bytes.indexOf(headerMark[0] ?? 0); at >= 0; at = bytes.indexOf(headerMark[0] ?? 0, at + 1)) {
      if (offset + at > 0 && isHeader(bytes, at)) {
        restarts.push(offset + at);
      }
    }
  }
  return [...new Set(restarts)];
}

function isHeader(bytes: Uint8Array, at: number): boolean {
  return (
    headerMark.every((byte, index) => bytes[at + index] === byte) &&
    documentType.test(String.fromCharCode(...bytes.subarray(at + 4, at + headerBytes)))
  );
}
