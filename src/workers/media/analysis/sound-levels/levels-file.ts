import type { SoundLevels } from '#core/analysis/sound-levels.ts';
import { Failure } from '#core/lib/failure.ts';

/**
 * The file format of levels: a header of 8 bytes (two 32-bit words, little endian: magic number, number of levels), the wide
 * levels, the high levels, and the speech probabilities if any.
 */
const mark = 0x736c766c;
const headBytes = 8;

export const toLevelsFile = ({ wide, high, voice }: SoundLevels): Uint8Array<ArrayBuffer>[] => [
  new Uint8Array(Uint32Array.of(mark, wide.length).buffer),
  wide,
  high,
  ...(voice ? [voice] : []),
];

/** Reads a levels file. Throws INTERNAL for any other file. */
export async function readLevelsFile(file: Blob): Promise<SoundLevels> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [found, count = 0] = new Uint32Array(bytes.slice(0, headBytes).buffer);
  if (found !== mark) {
    throw new Failure('INTERNAL', { message: 'Could not read the stored audio levels.' });
  }
  const part = (index: number): Uint8Array<ArrayBuffer> =>
    bytes.slice(headBytes + index * count, headBytes + (index + 1) * count);
  return { wide: part(0), high: part(1), voice: bytes.length > headBytes + 2 * count ? part(2) : null };
}
