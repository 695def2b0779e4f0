import type { Sliced } from '../source/media-file.ts';

/** The samples of silence that every decoder of layer 3 puts in front. */
const decoderDelay = 529;
/** Where the encoder's delay stands, from the word `Xing` or `Info` on (LAME's tag). */
const delayAt = 141;
const mostBytes = 64 * 1024;

/**
 * How many samples at the start of an MP3 are no part of the sound, as its encoder says in the first frame; 0 where it does not say.
 * The others would be late by that much.
 */
export async function readMp3Delay(file: Sliced): Promise<number> {
  const id3Bytes = readId3Bytes(new Uint8Array(await file.slice(0, 10).arrayBuffer()));
  const head = new Uint8Array(await file.slice(id3Bytes, id3Bytes + mostBytes).arrayBuffer());
  const first = head.findIndex((byte, at) => byte === 0xff && ((head[at + 1] ?? 0) & 0xe6) === 0xe2);
  const isMpeg1 = ((head[first + 1] ?? 0) & 8) !== 0;
  const isMono = (head[first + 3] ?? 0) >> 6 === 3;
  const at = first + 4 + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  const word = String.fromCharCode(...head.subarray(at, at + 4));
  const encoder = String.fromCharCode(...head.subarray(at + 120, at + 124));
  if (first < 0 || (word !== 'Xing' && word !== 'Info') || !/^(?:LAME|Lavf|Lavc|GOGO)/.test(encoder)) {
    return 0;
  }
  const delay = ((head[at + delayAt] ?? 0) << 4) | ((head[at + delayAt + 1] ?? 0) >> 4);
  return delay + decoderDelay;
}

/** Of the tag in front (ID3v2.4, 3.1): seven bits count in each byte of its size. */
function readId3Bytes(head: Uint8Array): number {
  const isTagged = String.fromCharCode(...head.subarray(0, 3)) === 'ID3';
  return isTagged ? 10 + head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 127), 0) : 0;
}
