import { toMicroseconds } from '#core/time.ts';
import { leastEndSeconds } from './arc.ts';
import type { LaunchProposal, Slot } from './proposal.ts';
import { refuse } from './refuse.ts';

/** A place of the film, as the slots that were sent share it out. */
export type SettledPlace = Pick<Slot, 'role' | 'startSeconds' | 'durationSeconds'>;

/** How far from a beat a cut may be sent that is meant to be on it. */
const toleranceSeconds = 0.02;

/**
 * Where each slot begins and how long it is. The starts that were sent count, in order, whichever slot has them: so shots may
 * change places, and a cut may be moved to another beat. Throws VALIDATION_FAILED for a cut that is on no beat, or where there
 * is another one, for a reveal that leaves the drop, and for an end card that nobody could read.
 */
export function settlePlaces(sent: LaunchProposal, { slots, beats }: LaunchProposal): SettledPlace[] {
  const last = slots.at(-1);
  const filmSeconds = last ? last.startSeconds + last.durationSeconds : 0;
  const starts = sent.slots.map(({ startSeconds }, index) => ({
    startSeconds,
    path: `proposal.slots.${index}.startSeconds`,
  }));
  const inOrder = starts.toSorted((one, other) => one.startSeconds - other.startSeconds);
  const settled = inOrder.map(({ startSeconds, path }, index) => {
    const place = slots[index];
    const isSame = slots.some((one) => Math.abs(one.startSeconds - startSeconds) < toleranceSeconds);
    const at = isSame
      ? nearest(
          slots.map((one) => one.startSeconds),
          startSeconds,
        )
      : onBeat(beats, startSeconds, path);
    if ((index === 0 || place?.role === 'reveal') && at !== place?.startSeconds) {
      refuse(path, index === 0 ? 'the first slot begins with the film' : 'the reveal begins on the drop');
    }
    return { at, path, role: place?.role ?? 'feature' };
  });
  return settled.map(({ at, path, role }, index): SettledPlace => {
    const until = settled[index + 1]?.at ?? filmSeconds;
    if (until - at < 1e-6) {
      refuse(settled[index + 1]?.path ?? path, `another slot begins at ${at} s`);
    }
    const before = slots[index];
    const isMoved = at !== before?.startSeconds;
    if (before && !isMoved && until === (slots[index + 1]?.startSeconds ?? filmSeconds)) {
      return { role, startSeconds: at, durationSeconds: before.durationSeconds };
    }
    if (role === 'end' && isMoved && until - at < leastEndSeconds) {
      refuse(path, `the end card needs ${leastEndSeconds} s to be read`);
    }
    return { role, startSeconds: at, durationSeconds: toMicroseconds(until - at) };
  });
}

/** The beat that is meant; refuses a time between beats, and names those around it. */
function onBeat(beats: readonly number[], seconds: number, path: string): number {
  const beat = nearest(beats, seconds);
  if (Math.abs(beat - seconds) <= toleranceSeconds) {
    return beat;
  }
  const before = beats.findLast((one) => one < seconds);
  const behind = beats.find((one) => one > seconds);
  const names = [before, behind].filter((one) => one !== undefined).join(' and ');
  return refuse(path, `must be one of the beats; the nearest are ${names}`);
}

/** The last of them that is nearest; NaN for none. */
const nearest = (times: readonly number[], seconds: number): number =>
  times.reduce(
    (best, one) => (Math.abs(one - seconds) < Math.abs(best - seconds) ? one : best),
    times[0] ?? Number.NaN,
  );
