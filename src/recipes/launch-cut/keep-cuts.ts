import { toMicroseconds } from '#core/lib/time.ts';
import type { Place } from './arc.ts';
import type { LaunchProposal } from './proposal.ts';

/** The tolerance for equal beats. */
const sameSeconds = 1e-3;

/**
 * Returns the slots of another proposal. If the beats and the parts of the film are unchanged, a locked slot starts and ends on the
 * beats to which the user has moved its cuts. Otherwise the slots are the planned ones.
 */
export function keepCuts(
  planned: readonly Place[],
  beats: readonly number[],
  before: Pick<LaunchProposal, 'slots' | 'beats'> | null,
): Place[] {
  const slots = before?.slots ?? [];
  const isSameFilm =
    before !== null &&
    slots.length === planned.length &&
    slots.every(({ role }, index) => role === planned[index]?.role) &&
    before.beats.length === beats.length &&
    beats.every((beat, index) => Math.abs(beat - (before.beats[index] ?? 0)) < sameSeconds);
  if (!isSameFilm) {
    return [...planned];
  }
  const starts = planned.map(({ startSeconds }, index) => {
    const isEdge = slots[index]?.isLocked === true || slots[index - 1]?.isLocked === true;
    return isEdge ? (slots[index]?.startSeconds ?? startSeconds) : startSeconds;
  });
  const last = planned.at(-1);
  const ends = [...starts.slice(1), last ? last.startSeconds + last.durationSeconds : 0];
  const isInOrder = starts.every((start, index) => start < (ends[index] ?? 0) - sameSeconds);
  return planned.map((place, index) => {
    const startSeconds = starts[index] ?? place.startSeconds;
    const endSeconds = ends[index] ?? startSeconds;
    const isMoved =
      startSeconds !== place.startSeconds || endSeconds !== (planned[index + 1]?.startSeconds ?? endSeconds);
    return isInOrder && isMoved
      ? { ...place, startSeconds, durationSeconds: toMicroseconds(endSeconds - startSeconds) }
      : place;
  });
}
