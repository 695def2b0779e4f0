import type { InputOf } from '#core/protocol/operation.ts';
import type { TextPlacement } from '#core/analysis/text-placement.ts';
import type { Proposal, textBehind } from '../recipe.ts';
import type { ProposedNotes } from './notes.ts';
import { isWithin, type Plan } from './plan.ts';

type Input = InputOf<typeof textBehind>;

/** Creates the proposal of a position that was found. */
export function toProposal(
  placement: TextPlacement,
  { rotation, window, font, weight }: Pick<Plan, 'rotation' | 'window' | 'font' | 'weight'>,
): Proposal {
  const { text, x, y, sizePx, letterSpacing, fill, coveredShare, alternates } = placement;
  const lettering = { font, weight, letterSpacing };
  return { text, x, y, sizePx, rotation, fill, window, ...lettering, coveredShare, alternates: [...alternates] };
}

/** Whether two proposals place the same text at the same position. */
export const isSame = (one: Proposal, other: Proposal): boolean => toKey(one) === toKey(other);

const toKey = (proposal: Proposal): string => {
  const { text, x, y, sizePx, rotation, fill, window, font, weight, letterSpacing } = proposal;
  return JSON.stringify([
    text,
    x,
    y,
    sizePx,
    rotation,
    fill,
    window.startSeconds,
    window.endSeconds,
    font,
    weight,
    letterSpacing,
  ]);
};

/** Returns the plan of an approved proposal, unchanged even if its notes are missing. */
export function toApprovedPlan(input: Input, approved: Proposal, proposed: ProposedNotes | undefined): Plan {
  const { text, x, y, sizePx, rotation, fill, window, font = input.font, weight = input.weight } = approved;
  return {
    text,
    rotation,
    window,
    sizePx,
    fill,
    position: { x, y },
    cutOutWindow: proposed && isWithin(window, proposed.cutOutWindow) ? proposed.cutOutWindow : window,
    font,
    weight,
    letterSpacing: approved.letterSpacing ?? proposed?.placement.letterSpacing ?? 0,
    mayBreak: false,
    edits: {},
    seen: [],
  };
}
