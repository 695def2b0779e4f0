import { readAc3Frame, readAdtsFrame, readMpegFrame, type FrameReader } from '#core/lib/sound-frames.ts';

/**
 * Sound without a container: frames that follow each other, each with a header that begins with eleven or twelve set bits.
 * A header alone may be chance, so the next one must stand where the first says.
 */

/** A search after other bytes is more error-prone, so it needs more consecutive frames. */
const framesBehindJunk = 3;
type SizeReader = (head: Uint8Array, at: number) => number | null;

/** MPEG audio of layer 2 or 3 (ISO 11172-3, 2.4.1.3); `at` is where its first frame begins. */
export const isMpegAudio = (head: Uint8Array, at = 0): boolean => isFollowed(head, at, readMpegBytes);

/** AAC in ADTS (ISO 13818-7, 6.2). */
export const isAdts = (head: Uint8Array, at = 0): boolean => isFollowed(head, at, readAdtsBytes);

/** AC-3, and E-AC-3 too. */
export const isAc3 = (head: Uint8Array): boolean => isFollowed(head, 0, toSizeReader(readAc3Frame));
export const isEac3 = (head: Uint8Array): boolean =>
  isAc3(head) && readAc3Frame(head, 0)?.kind.startsWith('E-AC-3') === true;

/** Finds frames of MP3 or AAC behind bytes of another kind, such as the rest of a broken tag; null when there are none. */
export function findFramesBehindJunk(head: Uint8Array): 'mp3' | 'aac' | null {
  for (let at = head.indexOf(0xff); at >= 0; at = head.indexOf(0xff, at + 1)) {
    if (countFrames(head, at, readMpegBytes) >= framesBehindJunk) {
      return 'mp3';
    }
    if (countFrames(head, at, readAdtsBytes) >= framesBehindJunk) {
      return 'aac';
    }
  }
  return null;
}

/** Counts frames of one kind in a row, as far as it matters. */
function countFrames(head: Uint8Array, start: number, read: SizeReader): number {
  let frames = 0;
  for (let at = start; frames < framesBehindJunk && isFollowed(head, at, read); frames++) {
    at += read(head, at) ?? 0;
  }
  return frames;
}

/** True when the frame at `at` is here whole, and another one of its kind or the end of the file comes after it. */
function isFollowed(head: Uint8Array, at: number, read: SizeReader): boolean {
  const frameBytes = read(head, at);
  if (frameBytes === null || at + frameBytes > head.byteLength) {
    return false;
  }
  const next = at + frameBytes;
  return next === head.byteLength || (head[next] === head[at] && head[next + 1] === head[at + 1]);
}

const toSizeReader =
  (read: FrameReader): SizeReader =>
  (head, at) =>
    read(head, at)?.sizeBytes ?? null;

const readAdtsBytes = toSizeReader(readAdtsFrame);

/** Excludes layer 1: no file in use has it, and UTF-16 text begins like it. */
function readMpegBytes(head: Uint8Array, at: number): number | null {
  const isLayer1 = ((head[at + 1] ?? 0) & 6) === 6;
  return isLayer1 ? null : toSizeReader(readMpegFrame)(head, at);
}
