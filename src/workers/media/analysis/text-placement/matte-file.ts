import type { Size } from '#core/lib/size.ts';

/**
 * The format of a file of small mattes. It begins with their width and height. Each matte has its length in bytes, start time,
 * duration, and alpha as runs of a count and a value. All numbers are little-endian.
 */

/** The alpha of a frame, one byte per pixel. Times are relative to the start of the cutout. */
export type SmallMatte = {
  readonly startSeconds: number;
  readonly durationSeconds: number;
  readonly alpha: Uint8Array;
};

const headerBytes = 8;
const frameHeaderBytes = 20;
const longestRun = 255;
/** The bytes that are read at once. */
const pieceBytes = 1024 * 1024;

export function encodeHeader({ width, height }: Size): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(headerBytes));
  view.setUint32(0, width, true);
  view.setUint32(4, height, true);
  return new Uint8Array(view.buffer);
}

export function encodeMatte({ startSeconds, durationSeconds, alpha }: SmallMatte): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(frameHeaderBytes + 2 * alpha.length);
  let end = frameHeaderBytes;
  for (let at = 0; at < alpha.length;) {
    const value = alpha[at] ?? 0;
    let next = at + 1;
    while (next < alpha.length && next - at < longestRun && alpha[next] === value) {
      next++;
    }
    bytes[end++] = next - at;
    bytes[end++] = value;
    at = next;
  }
  const view = new DataView(bytes.buffer);
  view.setUint32(0, end - frameHeaderBytes, true);
  view.setFloat64(4, startSeconds, true);
  view.setFloat64(12, durationSeconds, true);
  return bytes.slice(0, end);
}

/** Returns the size of the mattes of a file. */
export async function readHeader(file: Blob): Promise<Size> {
  const view = new DataView(await file.slice(0, headerBytes).arrayBuffer());
  return { width: view.getUint32(0, true), height: view.getUint32(4, true) };
}

/** Reads the mattes of a file in order, except those for which `isWanted` returns false. Each array is new. */
export async function* readMattes(
  file: Blob,
  { width, height }: Size,
  isWanted: (startSeconds: number) => boolean = () => true,
): AsyncGenerator<SmallMatte, void> {
  let piece = new Uint8Array(0);
  let at = 0;
  let readTo = headerBytes;
  const need = async (length: number): Promise<boolean> => {
    if (at + length > piece.length && readTo < file.size) {
      const end = readTo + Math.max(pieceBytes, length);
      const more = new Uint8Array(await file.slice(readTo, end).arrayBuffer());
      const joined = new Uint8Array(piece.length - at + more.length);
      joined.set(piece.subarray(at));
      joined.set(more, piece.length - at);
      [piece, at, readTo] = [joined, 0, end];
    }
    return at + length <= piece.length;
  };
  while (await need(frameHeaderBytes)) {
    const view = new DataView(piece.buffer, at, frameHeaderBytes);
    const [length, startSeconds] = [view.getUint32(0, true), view.getFloat64(4, true)];
    const durationSeconds = view.getFloat64(12, true);
    at += frameHeaderBytes;
    if (!(await need(length))) {
      return;
    }
    if (isWanted(startSeconds)) {
      yield { startSeconds, durationSeconds, alpha: decodeRuns(piece.subarray(at, at + length), width * height) };
    }
    at += length;
  }
}

function decodeRuns(runs: Uint8Array, pixels: number): Uint8Array {
  const alpha = new Uint8Array(pixels);
  let at = 0;
  for (let run = 0; run + 1 < runs.length; run += 2) {
    const end = at + (runs[run] ?? 0);
    alpha.fill(runs[run + 1] ?? 0, at, end);
    at = end;
  }
  return alpha;
}
