import { readAc3Frame, readAdtsFrame, readMpegFrame, type FrameReader } from '#core/lib/sound-frames.ts';

/**
 * Audio without a container: consecutive frames, each with a header that begins with eleven or twelve set bits. A single header may
 * occur by chance, so the next one must be at the position that the first one gives.
 */

/** A search after other bytes is more error-prone, so it needs more consecutive frames. */
const framesBehindJunk = 3;
type SizeReader = (head: Uint8Array, at: number) => number | null;

/** Whether the bytes are MPEG audio of layer 2 or 3 (ISO 11172-3, 2.4.1.3). `at` is the position of the first frame. */
export const isMpegAudio = (head: Uint8Array, at = 0): boolean => isFollowed(head, at, readMpegBytes);

/** Whether the bytes are AAC in ADTS (ISO 13818-7, 6.2). */
export const isAdts = (head: Uint8Array, at = 0): boolean => isFollowed(head, at, readAdtsBytes);

/** Whether the bytes are AC-3 or E-AC-3. */
export const isAc3 = (head: Uint8Array): boolean => isFollowed(head, 0, toSizeReader(readAc3Frame));
export const isEac3 = (head: Uint8Array): boolean =>
  isAc3(head) && readAc3Frame(head, 0)?.kind.startsWith('E-AC-3') === true;

/** Finds frames of MP3 or AAC after other bytes, such as the rest of a broken tag. Returns null if there are none. */
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

/** Counts consecutive frames of one kind, up to the number that is sufficient. */
function countFrames(head: Uint8Array, start: number, read: SizeReader): number {
  let frames = 0;
  for (let at = start; frames < framesBehindJunk && isFollowed(head, at, read); frames++) {
    at += read(head, at) ?? 0;
  }
  return frames;
}

/** True if the frame at `at` is complete, and another frame of its kind or the end of the file follows it. */
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
