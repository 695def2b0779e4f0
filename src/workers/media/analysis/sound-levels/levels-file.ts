import type { SoundLevels } from '#core/analysis/sound-levels.ts';
import { Failure } from '#core/failure.ts';

/**
 * Levels as a file: a head of 8 bytes (two 32-bit words, little endian: mark, levels), then the wide ones, the high ones, and
 * the probabilities of speech where there are any.
 */
const mark = 0x736c766c;
const headBytes = 8;

export const toLevelsFile = ({ wide, high, voice }: SoundLevels): Uint8Array<ArrayBuffer>[] => [
  new Uint8Array(Uint32Array.of(mark, wide.length).buffer),
  wide,
  high,
  ...(voice ? [voice] : []),
];

/** Throws INTERNAL for another file. */
export async function readLevelsFile(file: Blob): Promise<SoundLevels> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [found, count = 0] = new Uint32Array(bytes.slice(0, headBytes).buffer);
  if (found !== mark) {
    throw new Failure('INTERNAL', { message: 'The stored levels cannot be read.' });
  }
  const part = (index: number): Uint8Array<ArrayBuffer> =>
    bytes.slice(headBytes + index * count, headBytes + (index + 1) * count);
  return { wide: part(0), high: part(1), voice: bytes.length > headBytes + 2 * count ? part(2) : null };
}
