import { Failure } from '#core/failure.ts';
import { PeaksBuilder } from '#core/peaks.ts';
import { openSoundFile } from '../mix/open-sound.ts';
import type { Workplace } from '../source/source.ts';
import type { Made } from './thumbnail.ts';

const whole = { startSeconds: 0, endSeconds: Number.POSITIVE_INFINITY };

/** What a file without sound has: a pyramid of nothing. */
const usualRate = 48_000;

/** The pyramid of peaks of a file's sound, decoded as a stream. Throws UNSUPPORTED_MEDIA for sound that nothing here decodes. */
export async function readPeaks(file: File, workplace: Workplace): Promise<Made> {
  const source = await openSoundFile(file, whole, workplace).catch((cause: unknown) => {
    throw new Failure('UNSUPPORTED_MEDIA', { message: 'The sound of the file cannot be decoded here.', cause });
  });
  const rate = source?.sampleRate ?? usualRate;
  const builder = new PeaksBuilder(rate);
  try {
    for await (const { at, sound } of source?.read(0) ?? []) {
      builder.add(at / rate, sound.left === sound.right ? [sound.left] : [sound.left, sound.right]);
    }
  } catch {
    // What comes before the damage is drawn.
  } finally {
    await source?.close();
  }
  return { blob: new Blob(builder.finish(), { type: 'application/octet-stream' }), notes: {} };
}
