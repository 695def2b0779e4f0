import type { Sliced } from '../media-file.ts';
import { isClockJump } from './clock-jumps.ts';
import { readBytes, readWindows } from './windows.ts';

/** The first four bytes of a pack, which its clock follows (ISO 13818-1, 2.5.3.3; ISO 11172-1, 2.4.3.2). */
const packMark = 0xba;
const packBytes = 10;
/** The maximum size of a file that is searched: reading larger ones at each opening would take too long. */
const searchedBytes = 512 * 1024 * 1024;

/** Finds jumps of the system clock of an MPEG program stream, as offsets of packs. */
export async function findProgramRestarts(file: Sliced): Promise<number[]> {
  if (file.size > searchedBytes || readPack(await readBytes(file, 0, packBytes), 0) === null) {
    return [];
  }
  const restarts: number[] = [];
  let last: number | null = null;
  /** A jump counts after the next pack confirms it: bytes of a frame may look like a pack. */
  let jump: { readonly offset: number; readonly ticks: number } | null = null;
  for await (const { offset, bytes } of readWindows(file, {}, packBytes)) {
    for (let at = bytes.indexOf(packMark); at >= 0; at = bytes.indexOf(packMark, at + 1)) {
      const ticks = readPack(bytes, at - 3);
      if (ticks === null) {
        continue;
      }
      if (jump && !isClockJump(jump.ticks, ticks)) {
        restarts.push(jump.offset);
        last = ticks;
        jump = null;
      } else if (last !== null && isClockJump(last, ticks)) {
        jump = { offset: offset + at - 3, ticks };
      } else {
        last = ticks;
        jump = null;
      }
    }
  }
  return [...new Set(restarts)];
}

/** Reads the clock of a pack, in ticks; null if there is no pack. */
function readPack(bytes: Uint8Array, at: number): number | null {
  const [first, second, third, mark, b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0] = bytes.subarray(Math.max(0, at), at + 9);
  if (at < 0 || first !== 0 || second !== 0 || third !== 1 || mark !== packMark) {
    return null;
  }
  if ((b0 & 0xc4) === 0x44) {
    const high = ((b0 >> 3) & 7) * 4 + (b0 & 3);
    return high * 2 ** 28 + b1 * 2 ** 20 + (b2 >> 3) * 2 ** 15 + (b2 & 3) * 2 ** 13 + b3 * 2 ** 5 + (b4 >> 3);
  }
  const isMpeg1 = (b0 & 0xf1) === 0x21;
  return isMpeg1 ? ((b0 >> 1) & 7) * 2 ** 30 + b1 * 2 ** 22 + (b2 >> 1) * 2 ** 15 + b3 * 2 ** 7 + (b4 >> 1) : null;
}
