import { Failure } from '#core/failure.ts';
import { PeaksBuilder } from '#core/peaks.ts';
import { openSoundFile } from '../mix/open-sound.ts';
import type { SoundSource } from '../mix/sound-source.ts';
import type { Workplace } from '../source/source.ts';
import type { Made } from './thumbnail.ts';

const whole = { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY };

/** What a file without sound has: a pyramid of nothing. */
const usualRate = 48_000;

/**
 * The pyramid of peaks of a file's sound, decoded as a stream; of a damaged sound, of what comes before the damage, with a
 * warning. Throws UNSUPPORTED_MEDIA for sound that nothing here decodes.
 */
export async function readPeaks(file: File, workplace: Workplace): Promise<Made> {
  const source = await openSoundFile(file, whole, workplace).catch((cause: unknown) => {
    throw undecodable(cause);
  });
  try {
    const { parts, warnings } = await drawPeaks(source);
    return { blob: new Blob(parts, { type: 'application/octet-stream' }), notes: {}, warnings };
  } finally {
    await source?.close();
  }
}

/** Exported for tests. A failure of our own, as a full disk, is no damage and comes out. */
export async function drawPeaks(
  source: Pick<SoundSource, 'sampleRate' | 'read'> | null,
): Promise<{ parts: BlobPart[]; warnings: string[] }> {
  const rate = source?.sampleRate ?? usualRate;
  const builder = new PeaksBuilder(rate);
  const warnings: string[] = [];
  let end = 0;
  try {
    for await (const { at, sound } of source?.read(0) ?? []) {
      builder.add(at / rate, sound.left === sound.right ? [sound.left] : [sound.left, sound.right]);
      end = (at + sound.left.length) / rate;
    }
  } catch (thrown) {
    if (thrown instanceof Failure) {
      throw thrown;
    }
    if (end === 0) {
      throw undecodable(thrown);
    }
    warnings.push(`The sound is damaged after ${end.toFixed(1)} s; its peaks end there.`);
  }
  return { parts: builder.finish(), warnings };
}

const undecodable = (cause: unknown): Failure =>
  new Failure('UNSUPPORTED_MEDIA', { message: 'The sound of the file cannot be decoded here.', cause });
