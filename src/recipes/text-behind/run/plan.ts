import type { InputOf } from '#core/protocol/operation.ts';
import type { Shot } from '#core/analysis/shots.ts';
import type { Point, TimeRange } from '../../input.ts';
import type { Proposal, textBehind } from '../recipe.ts';
import { chooseWindow } from '../window.ts';
import { proposalEdits, type Edits, type ProposedNotes } from './notes.ts';

type Input = InputOf<typeof textBehind>;

/** The text to place, with the values that the input or an edit of the previous proposal fixes. */
export type Plan = {
  readonly text: string;
  /** Whether lines may be broken at more places than line feeds. */
  readonly mayBreak: boolean;
  readonly font: Input['font'];
  readonly weight: number;
  readonly letterSpacing: number;
  readonly rotation: number;
  readonly position: Point | null;
  readonly sizePx: number | null;
  readonly fill: string | null;
  readonly window: TimeRange;
  /** The span that is cut out: the window, or more. */
  readonly cutOutWindow: TimeRange;
  /** The user's edits, which later proposals keep too. */
  readonly edits: Edits;
  /** Positions that were proposed before, for the same input. */
  readonly seen: readonly Point[];
};

/**
 * Plans a proposal. It keeps the user's edits of earlier proposals, unless the input now has another value. If there are no new
 * edits and the input is the same, it looks for another position. Throws as `chooseWindow`.
 */
export function choosePlan(
  input: Input,
  shots: readonly Shot[],
  before: Proposal | null,
  last: ProposedNotes | undefined,
): Plan {
  const now = before && last ? listEdits(before, last) : {};
  const isAnother = last !== undefined && isSameInput(last.asked, input) && Object.keys(now).length === 0;
  const { position, ...others }: Edits = last ? keepAsked({ ...last.edits, ...now }, last, input) : {};
  const edits: Edits = isAnother || !position ? others : { ...others, position };
  const window = edits.window ?? chooseWindow(shots, input.window);
  return {
    text: edits.text ?? input.text.replaceAll(/\r\n?/g, '\n').trim(),
    mayBreak: edits.text === undefined && !/[\r\n]/.test(input.text.trim()),
    font: edits.font ?? input.font,
    weight: edits.weight ?? input.weight,
    letterSpacing: edits.letterSpacing ?? 0,
    rotation: edits.rotation ?? input.rotation,
    position: edits.position ?? input.position ?? null,
    sizePx: edits.sizePx ?? input.sizePx ?? null,
    fill: edits.fill ?? input.fill ?? null,
    window,
    edits,
    cutOutWindow: last && isWithin(window, last.cutOutWindow) ? last.cutOutWindow : window,
    seen: isAnother ? [...last.seen, { x: last.placement.x, y: last.placement.y }] : [],
  };
}

/** Returns the edits of this and earlier proposals whose input value is unchanged. */
function keepAsked(edits: Edits, { asked }: ProposedNotes, input: Record<string, unknown>): Edits {
  const kept = Object.entries(edits).filter(([name]) => isEqual(asked[name], input[name]));
  return proposalEdits.parse(Object.fromEntries(kept));
}

/** Returns the values that differ from the proposal. */
function listEdits(before: Proposal, { placement, rotation, window, ...last }: ProposedNotes): Edits {
  const { font, weight, letterSpacing } = before;
  const isMoved = before.x !== placement.x || before.y !== placement.y;
  return {
    ...(before.text !== placement.text && { text: before.text }),
    ...(font && font !== last.font && { font }),
    ...(weight && weight !== last.weight && { weight }),
    ...(letterSpacing !== undefined && letterSpacing !== placement.letterSpacing && { letterSpacing }),
    ...(isMoved && { position: { x: before.x, y: before.y } }),
    ...(before.sizePx !== placement.sizePx && { sizePx: before.sizePx }),
    ...(before.rotation !== rotation && { rotation: before.rotation }),
    ...(before.fill !== placement.fill && { fill: before.fill }),
    ...(!isEqual(before.window, window) && { window: before.window }),
  };
}

const isSameInput = (one: Record<string, unknown>, other: Record<string, unknown>): boolean =>
  Object.keys({ ...one, ...other }).every((name) => isEqual(one[name], other[name]));

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether one window is within another. */
export const isWithin = (window: TimeRange, within: TimeRange): boolean =>
  window.startSeconds >= within.startSeconds && window.endSeconds <= within.endSeconds;
