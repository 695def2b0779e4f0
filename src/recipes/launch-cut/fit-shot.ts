import { leastSpeed } from './candidates.ts';
import type { LaunchProposal, Shot, Slot } from './proposal.ts';

/** How shots fill their slots; without zod, as pages use it too. */

type Take = Pick<LaunchProposal['takes'][number], 'kind' | 'durationSeconds'>;

/** Lengths that differ by less are the same. */
const sameSeconds = 1e-3;

/**
 * A shot for a slot of `seconds`, from one of `wasSeconds`: from its start on, or earlier where its take ends too soon. One that
 * was slowed down, as it is followed by something else in its take, is slowed down rather than drawn out. Null for a take
 * that would not fill the slot at its slowest.
 */
export function fitShot(shot: Shot, wasSeconds: number, seconds: number, take: Take): Shot | null {
  if (take.kind === 'picture') {
    return { ...shot, startSeconds: 0, endSeconds: seconds };
  }
  const { startSeconds, endSeconds } = shot;
  const span = endSeconds - startSeconds;
  const isFilling = span < seconds + sameSeconds && span >= leastSpeed * seconds - sameSeconds;
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
  return take.durationSeconds >= leastSpeed * seconds
    ? { ...shot, startSeconds: first, endSeconds: round(take.durationSeconds) }
    : null;
}

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;

/** A shot of a proposal, and how long the slot is that it was found for. */
type Known = { readonly shot: Shot; readonly wasSeconds: number };

/** The shot that was meant, of its own slot before all; undefined for a span that somebody has made up. */
export const findKnown = (sent: Shot, own: Slot, { slots }: LaunchProposal): Known | undefined =>
  [own, ...slots]
    .flatMap(({ shot, alternates, durationSeconds }) =>
      [shot, ...alternates].map((one) => ({ shot: one, wasSeconds: durationSeconds })),
    )
    .find(({ shot }) => isSameSpan(shot, sent));

/** A shot that was sent for a slot of `seconds`; one that is not known begins where it was sent. Null as `fitShot` answers it. */
export const fillSlot = (sent: Shot, known: Known | undefined, seconds: number, take: Take): Shot | null =>
  fitShot(known?.shot ?? byHand(sent, seconds), known?.wasSeconds ?? seconds, seconds, take);

const byHand = ({ material, startSeconds }: Shot, seconds: number): Shot => ({
  material,
  startSeconds,
  endSeconds: startSeconds + seconds,
  score: 0,
  reasons: ['chosen by hand'],
});

/** Whether two shots begin at the same time of the same take. */
export const isSameSpan = (one: Shot, other: Shot): boolean =>
  one.material === other.material && Math.abs(one.startSeconds - other.startSeconds) < sameSeconds;
