import type { Sliced } from './media-file.ts';

/** The bytes of a frame by its mode, including its header (RFC 4867, 5.3). Frames of silence are shorter than others. */
const narrowBytes = [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1] as const;
const wideBytes = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1] as const;
const frameSeconds = 0.02;
const blockBytes = 1024 * 1024;

/** Returns the duration of an AMR file in seconds, by counting its frames. Null for other files. */
export async function readAmrDuration(file: Sliced): Promise<number | null> {
  const head = new TextDecoder().decode(await file.slice(0, 9).arrayBuffer());
  const [mark, sizes] = head === '#!AMR-WB\n' ? [head, wideBytes] : ['#!AMR\n', narrowBytes];
  if (!head.startsWith(mark)) {
    return null;
  }
  let frames = 0;
  let at = mark.length;
  while (at < file.size) {
    const blockAt = at;
    const block = new Uint8Array(await file.slice(blockAt, blockAt + blockBytes).arrayBuffer());
    while (at < blockAt + block.length) {
      at += sizes[((block[at - blockAt] ?? 0) >> 3) & 15] ?? 1;
      // A truncated last frame cannot be decoded.
      frames += at <= file.size ? 1 : 0;
    }
  }
  return frames * frameSeconds;
}
