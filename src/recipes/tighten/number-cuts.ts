import type { Cut } from './cut-list.ts';
import type { FoundCut } from './find-cuts.ts';

/** Gives cuts their ids. One that mostly is a cut which somebody has refused before stays refused. */
export const numberCuts = (found: readonly FoundCut[], before: readonly Cut[]): Cut[] =>
  found.map((one, index) => ({
    ...one,
    id: `cut-${index + 1}`,
    isAccepted: !before.some((other) => !other.isAccepted && isMostly(one, other)),
  }));

function isMostly(one: FoundCut, other: FoundCut): boolean {
  const shared = Math.min(one.endSeconds, other.endSeconds) - Math.max(one.startSeconds, other.startSeconds);
  return shared > 0.5 * Math.min(lengthOf(one), lengthOf(other));
}

const lengthOf = ({ startSeconds, endSeconds }: FoundCut): number => endSeconds - startSeconds;
