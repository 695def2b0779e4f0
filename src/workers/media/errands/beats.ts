import { Failure } from '#core/failure.ts';
import { readRhythm } from '../analysis/beats/read-rhythm.ts';
import type { Workplace } from '../source/source.ts';
import type { Made } from './thumbnail.ts';

/** The rhythm of a file's sound, as JSON. Throws UNSUPPORTED_MEDIA for sound that nothing here decodes. */
export async function readBeats(file: File, workplace: Workplace, audioTrack: number | null): Promise<Made> {
  const hooks = { onProgress: () => undefined };
  const rhythm = await readRhythm(file, workplace, null, hooks, audioTrack).catch((cause: unknown) => {
    // A failure of our own, as a full disk, says nothing of the sound.
    throw cause instanceof Failure
      ? cause
      : new Failure('UNSUPPORTED_MEDIA', { message: 'The sound of the file cannot be decoded here.', cause });
  });
  return { blob: new Blob([JSON.stringify(rhythm)], { type: 'application/json' }), notes: {} };
}
