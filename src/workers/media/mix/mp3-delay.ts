import type { Sliced } from '../source/media-file.ts';

/** The samples of silence that every decoder of layer 3 inserts at the start. */
const decoderDelay = 529;
/** The offset of the encoder's delay from the word `Xing` or `Info` (LAME's tag), and the bytes in which that is searched. */
const delayAt = 141;
const maxBytes = 64 * 1024;

/**
 * Returns the number of samples at the start of an MP3 that are not part of the audio, from the encoder's tag in the first frame.
 * Returns 0 without a tag. Playback would be late by that amount otherwise.
 */
export async function readMp3Delay(file: Sliced): Promise<number> {
  const id3Bytes = readId3Bytes(new Uint8Array(await file.slice(0, 10).arrayBuffer()));
  const head = new Uint8Array(await file.slice(id3Bytes, id3Bytes + maxBytes).arrayBuffer());
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

/** Returns the size of the leading tag (ID3v2.4, 3.1), whose bytes have seven bits each. */
function readId3Bytes(head: Uint8Array): number {
  const isTagged = String.fromCharCode(...head.subarray(0, 3)) === 'ID3';
  return isTagged ? 10 + head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 127), 0) : 0;
}
