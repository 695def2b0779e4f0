import type { TimeRange } from '../input.ts';
import { minCutSeconds, overlaps, without } from './cut-arithmetic.ts';
import type { Cut } from './cut-list.ts';
import type { FoundCut } from './find-cuts.ts';
import { getDuration } from '#core/lib/time.ts';

/**
 * Returns the cuts of another proposal with their ids. It keeps the user's decisions about the previous proposal if possible: a cut
 * that mostly equals a refused one is refused, and a manual cut replaces the found ones there, except in spans that are protected
 * now.
 */
export function numberCuts(found: readonly FoundCut[], before: readonly Cut[], protect: readonly TimeRange[]): Cut[] {
  const refused = before.filter(({ isAccepted }) => !isAccepted);
  const byHand = before.filter(({ isMoved }) => isMoved === true).flatMap((cut) => outside(cut, protect));
  const others = found
    .filter((one) => !byHand.some((other) => overlaps(one, other)))
    .map((one) => ({ ...one, isAccepted: !refused.some((other) => isMostly(one, other)) }));
  return [...others, ...byHand]
    .toSorted((one, other) => one.startSeconds - other.startSeconds)
    .map((one, index) => ({ ...one, id: `cut-${index + 1}` }));
}

/** Returns the parts of a cut that are outside of protected parts and worth a join. */
const outside = (cut: Cut, protect: readonly TimeRange[]): Cut[] =>
  without(cut, protect)
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= Math.min(minCutSeconds, getDuration(cut)))
    .map((part) => ({ ...cut, ...part }));

function isMostly(one: FoundCut, other: FoundCut): boolean {
  const shared = Math.min(one.endSeconds, other.endSeconds) - Math.max(one.startSeconds, other.startSeconds);
  return shared > 0.5 * Math.min(getDuration(one), getDuration(other));
}
