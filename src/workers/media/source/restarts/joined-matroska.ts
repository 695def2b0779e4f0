import type { Sliced } from '../media-file.ts';
import { readBytes, readWindows } from './windows.ts';

/**
 * The identifier of the EBML header that begins a file (RFC 8794, 11.2.1), and the bytes in which its document type is searched.
 */
const headerMark = [0x1a, 0x45, 0xdf, 0xa3];
const headerBytes = 64;
const documentType = /\u0042\u0082.(?:webm|matroska)/s;
/** The identifier of the element that contains everything else. */
const segmentMark = [0x18, 0x53, 0x80, 0x67];
/** The maximum number of recordings. */
const recordingsMax = 100;
/** The maximum size of a file that is searched if its segment states no size. */
const searchedBytes = 128 * 1024 * 1024;

/** Finds further EBML headers in a Matroska or WebM file: recordings that were joined byte by byte. */
export async function findMatroskaRestarts(file: Sliced): Promise<number[]> {
  const restarts: number[] = [];
  for (let start: number | null = 0; start !== null && start < file.size && restarts.length < recordingsMax;) {
    const head = await readBytes(file, start, start + headerBytes);
    if (!isHeader(head, 0)) {
      break;
    }
    if (start > 0) {
      restarts.push(start);
    }
    const endsAt = readSegmentEnd(head);
    start = endsAt === null ? await findHeader(file, start + headerBytes) : start + endsAt;
  }
  return restarts;
}

/** Returns the end of the segment, from the start of the header; null if it is not stated, as in live recordings. */
function readSegmentEnd(head: Uint8Array): number | null {
  const header = readSize(head, headerMark.length);
  const segmentAt = header ? header.end + (header.size ?? 0) : head.length;
  if (!segmentMark.every((byte, index) => head[segmentAt + index] === byte)) {
    return null;
  }
  const segment = readSize(head, segmentAt + segmentMark.length);
  return segment && segment.size !== null ? segment.end + segment.size : null;
}

/** Returns an element's size and end; a size of all ones is unknown (RFC 8794, 6.2). */
function readSize(bytes: Uint8Array, at: number): { size: number | null; end: number } | null {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > bytes.length) {
    return null;
  }
  const rest = bytes.subarray(at + 1, at + length);
  const marker = 2 ** (8 - length);
  const isUnknown = first === 2 * marker - 1 && rest.every((byte) => byte === 0xff);
  return {
    size: isUnknown ? null : rest.reduce((value, byte) => value * 256 + byte, first - marker),
    end: at + length,
  };
}

async function findHeader(file: Sliced, from: number): Promise<number | null> {
  const [mark = 0] = headerMark;
  for await (const { offset, bytes } of readWindows(
    file,
    { from, to: Math.min(file.size, searchedBytes) },
    headerBytes,
  )) {
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) {
      if (isHeader(bytes, at)) {
        return offset + at;
      }
    }
  }
  return null;
}

function isHeader(bytes: Uint8Array, at: number): boolean {
  return (
    headerMark.every((byte, index) => bytes[at + index] === byte) &&
    documentType.test(String.fromCharCode(...bytes.subarray(at + 4, at + headerBytes)))
  );
}
