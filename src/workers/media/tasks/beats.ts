import { minBeatConfidence } from '#core/analysis/beat-confidence.ts';
import type { NoRhythm, Rhythm } from '#core/analysis/rhythm.ts';
import { Failure } from '#core/lib/failure.ts';
import { readRhythm } from '../analysis/beats/read-rhythm.ts';
import type { Workplace } from '../source/source.ts';
import type { Made } from './thumbnail.ts';

/**
 * Finds the rhythm of a file's audio, and returns it as JSON, with warnings. Throws UNSUPPORTED_MEDIA for audio that cannot be
 * decoded.
 */
export async function readBeats(file: File, workplace: Workplace, audioTrack: number | null): Promise<Made> {
  const hooks = { onProgress: () => undefined };
  const rhythm = await readRhythm(file, workplace, null, hooks, audioTrack).catch((cause: unknown) => {
    // An internal failure, such as a full disk, is not a problem of the audio.
    throw cause instanceof Failure
      ? cause
      : new Failure('UNSUPPORTED_MEDIA', { message: "The file's audio cannot be decoded in this browser.", cause });
  });
  return {
    blob: new Blob([JSON.stringify(rhythm)], { type: 'application/json' }),
    notes: {},
    warnings: listWarnings(rhythm),
  };
}

function listWarnings(rhythm: Rhythm | NoRhythm): string[] {
  if (typeof rhythm === 'string') {
    return rhythm === 'short' ? ['The audio is too short to detect beats. It must be at least 1 s long.'] : [];
  }
  if (rhythm.confidence < minBeatConfidence) {
    return ['No clear beat was found. The beats are a guess.'];
  }
  const { tempoRange: range } = rhythm;
  return range
    ? [
        `The tempo changes between ${toTempo(range.minBpm)} and ${toTempo(range.maxBpm)} beats per minute. The beats follow it.`,
      ]
    : [];
}

const toTempo = (bpm: number): string => bpm.toFixed(0);
