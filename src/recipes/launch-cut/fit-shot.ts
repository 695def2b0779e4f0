import { minSpeed } from './candidates.ts';
import type { LaunchProposal, Shot, Slot } from './proposal.ts';

/** Fits shots into slots; without zod, because pages use it too. */

type Take = Pick<LaunchProposal['takes'][number], 'kind' | 'durationSeconds'>;

/** The tolerance for equal durations. */
const sameSeconds = 1e-3;

/**
 * Fits a shot of a slot of `wasSeconds` into a slot of `seconds`: from the same start, or earlier if its take ends too soon. A shot
 * that was slowed down, because a scene cut follows it, is slowed down further rather than extended. Returns null for a take
 * that would not fill the slot at its minimum speed.
 */
export function fitShot(shot: Shot, wasSeconds: number, seconds: number, take: Take): Shot | null {
  if (take.kind === 'picture') {
    return { ...shot, startSeconds: 0, endSeconds: seconds };
  }
  const { startSeconds, endSeconds } = shot;
  const span = endSeconds - startSeconds;
  const isFilling = span < seconds + sameSeconds && span >= minSpeed * seconds - sameSeconds;
  if (isFilling && Math.abs(seconds - wasSeconds) < sameSeconds && endSeconds <= take.durationSeconds + sameSeconds) {
    return shot;
  }
  const isSlowed = span < wasSeconds - sameSeconds;
  if (isSlowed && isFilling) {
    return shot;
  }
  const end = startSeconds + seconds;
  if (end <= take.durationSeconds + sameSeconds) {
    return { ...shot, endSeconds: round(Math.min(end, take.durationSeconds)) };
  }
  const first = round(Math.max(0, take.durationSeconds - seconds));
  return take.durationSeconds >= minSpeed * seconds
    ? { ...shot, startSeconds: first, endSeconds: round(take.durationSeconds) }
    : null;
}

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** A shot of a proposal, and the duration of the slot that it was chosen for. */
type Known = { readonly shot: Shot; readonly wasSeconds: number };

/** Returns the known shot that was sent, preferably of its own slot; undefined for a span that the user entered. */
export const findKnown = (sent: Shot, own: Slot, { slots }: LaunchProposal): Known | undefined =>
  [own, ...slots]
    .flatMap(({ shot, alternates, durationSeconds }) =>
      [shot, ...alternates].map((one) => ({ shot: one, wasSeconds: durationSeconds })),
    )
    .find(({ shot }) => isSameSpan(shot, sent));

/** Fits a sent shot into a slot of `seconds`; an unknown one starts where it was sent. Returns null as `fitShot` does. */
export const fillSlot = (sent: Shot, known: Known | undefined, seconds: number, take: Take): Shot | null =>
  fitShot(known?.shot ?? byHand(sent, seconds), known?.wasSeconds ?? seconds, seconds, take);

const byHand = ({ material, startSeconds }: Shot, seconds: number): Shot => ({
  material,
  startSeconds,
  endSeconds: startSeconds + seconds,
  score: 0,
  reasons: ['chosen manually'],
});

/** Whether two shots start at the same time of the same take. */
export const isSameSpan = (one: Shot, other: Shot): boolean =>
  one.material === other.material && Math.abs(one.startSeconds - other.startSeconds) < sameSeconds;
