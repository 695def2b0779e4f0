import { toMicroseconds } from '#core/lib/time.ts';
import { minEndSeconds } from './arc.ts';
import type { LaunchProposal, Slot } from './proposal.ts';
import { refuse } from './refuse.ts';

/** A slot's place in the film, from the sent slots. */
export type SettledPlace = Pick<Slot, 'role' | 'startSeconds' | 'durationSeconds'>;

/** The maximum distance of a sent cut from its beat. */
const toleranceSeconds = 0.02;

/**
 * Returns the start and duration of each slot. The sent starts are used in order, whichever slot has them, so shots may be swapped,
 * and a cut may be moved to another beat. Throws VALIDATION_FAILED for a cut that is on no beat or on another cut, for a reveal
 * off the drop, and for an end card that is too short to read.
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
      refuse(path, index === 0 ? 'the first slot starts with the film' : 'the reveal starts on the drop');
    }
    return { at, path, role: place?.role ?? 'feature' };
  });
  return settled.map(({ at, path, role }, index): SettledPlace => {
    const until = settled[index + 1]?.at ?? filmSeconds;
    if (until - at < 1e-6) {
      refuse(settled[index + 1]?.path ?? path, `another slot starts at ${at} s`);
    }
    const before = slots[index];
    const isMoved = at !== before?.startSeconds;
    if (before && !isMoved && until === (slots[index + 1]?.startSeconds ?? filmSeconds)) {
      return { role, startSeconds: at, durationSeconds: before.durationSeconds };
    }
    if (role === 'end' && isMoved && until - at < minEndSeconds) {
      refuse(path, `the end card needs ${minEndSeconds} s to be readable`);
    }
    return { role, startSeconds: at, durationSeconds: toMicroseconds(until - at) };
  });
}

/** Returns the beat at a time. Refuses a time between beats, and names the nearest ones. */
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

/** Returns the nearest time, the last one of equally near ones; NaN for an empty list. */
const nearest = (times: readonly number[], seconds: number): number =>
  times.reduce(
    (best, one) => (Math.abs(one - seconds) < Math.abs(best - seconds) ? one : best),
    times[0] ?? Number.NaN,
  );
