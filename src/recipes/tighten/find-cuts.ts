import { levelSeconds, levelsPerDb } from '#core/analysis/sound-levels.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import type { TimeRange } from '../input.ts';
import { minCutSeconds, shortenPause, getKeptSeconds, without } from './cut-arithmetic.ts';
import type { Cut } from './cut-list.ts';
import type { Speech } from './find-speech.ts';
import type { Snap } from './snap.ts';
import { getDuration } from '#core/lib/time.ts';

export type CutOptions = {
  readonly minSilenceSeconds: number;
  readonly paddingSeconds: number;
  readonly keepGapSeconds?: number | undefined;
  readonly protect: readonly TimeRange[];
};

/** A cut with its confidence, before the review. */
export type FoundCut = Omit<Cut, 'id' | 'isAccepted'>;

/** The minimum share of a gap as loud as speech from which on the gap is noisy. */
const minLoudShare = 0.2;
/** The margin in decibels for full confidence. */
const certainDb = 12;
/** The percentile of the levels of a gap: without its loudest tenth. */
const gapShare = 0.9;

/** Returns the parts of a clip to remove, in order, on frames: pauses are shortened to their kept part, half at each end. */
export function findCuts(
  speech: Speech,
  voice: Uint8Array | null,
  { clipSeconds, snap, options }: { readonly clipSeconds: number; readonly snap: Snap; readonly options: CutOptions },
): FoundCut[] {
  const stays = getKeptSeconds(options);
  const removed = findGaps(speech, clipSeconds)
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= options.minSilenceSeconds)
    .map((pause) => shortenPause(pause, stays, clipSeconds))
    .flatMap((range) => without(range, options.protect))
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= minCutSeconds);
  return snap
    .ranges(longest(removed), options.protect)
    .filter(({ startSeconds, endSeconds }) => endSeconds > startSeconds)
    .map((range) => ({ ...range, ...describe(range, speech, voice) }));
}

/** Returns the longest ranges, up to the maximum number of items of a canvas, in order of time. */
const longest = (ranges: readonly TimeRange[]): TimeRange[] =>
  ranges
    .toSorted((one, other) => getDuration(other) - getDuration(one))
    .slice(0, documentLimits.items - 1)
    .toSorted((one, other) => one.startSeconds - other.startSeconds);

/** Returns the spans without speech, including those before the first word and after the last one. */
function findGaps({ ranges }: Speech, clipSeconds: number): TimeRange[] {
  const words = ranges
    .map(({ from, to }) => ({
      startSeconds: from * levelSeconds,
      endSeconds: Math.min(clipSeconds, to * levelSeconds),
    }))
    .filter(({ startSeconds, endSeconds }) => startSeconds < endSeconds);
  const starts = [0, ...words.map(({ endSeconds }) => endSeconds)];
  const ends = [...words.map(({ startSeconds }) => startSeconds), clipSeconds];
  return starts.map((startSeconds, index) => ({ startSeconds, endSeconds: ends[index] ?? clipSeconds }));
}

function describe(
  { startSeconds, endSeconds }: TimeRange,
  { levels, thresholds, usualThresholds }: Speech,
  voice: Uint8Array | null,
): Pick<Cut, 'kind' | 'confidence'> {
  const from = Math.round(startSeconds / levelSeconds);
  const to = Math.max(from + 1, Math.round(endSeconds / levelSeconds));
  const part = levels.subarray(from, to);
  // The video continues after the end of the audio.
  if (part.length === 0) {
    return { kind: 'silence', confidence: 1 };
  }
  const isLoud = part.filter((level, index) => level >= (usualThresholds[from + index] ?? 0));
  const isNoise = isLoud.length >= minLoudShare * part.length;
  if (isNoise && voice) {
    return { kind: 'noise', confidence: 1 - getPercentile(voice.subarray(from, to)) / 255 };
  }
  const marginDb = ((thresholds[from] ?? 0) - getPercentile(part)) / levelsPerDb;
  return { kind: isNoise ? 'noise' : 'silence', confidence: Math.min(1, Math.max(0, marginDb / certainDb)) };
}

const getPercentile = (values: Uint8Array): number => values.toSorted()[Math.floor(gapShare * values.length)] ?? 0;
