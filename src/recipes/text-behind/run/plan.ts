import type { Shot } from '#core/analysis/shots.ts';
import type { InputOf } from '../../catalog.ts';
import type { Point, TimeRange } from '../../input.ts';
import type { Proposal } from '../recipe.ts';
import { chooseWindow } from '../window.ts';
import type { ProposedNotes } from './notes.ts';

type Input = InputOf<'text-behind'>;

/** What is to be placed, and what of it is settled: by the input, or by an edit of the proposal before. */
export type Plan = {
  readonly text: string;
  /** Whether lines may be broken elsewhere than at line feeds. */
  readonly mayBreak: boolean;
  readonly font: Input['font'];
  readonly weight: number;
  readonly letterSpacing: number;
  readonly rotation: number;
  readonly position: Point | null;
  readonly sizePx: number | null;
  readonly fill: string | null;
  readonly window: TimeRange;
  /** What is cut out: the window, or more. */
  readonly cutOutWindow: TimeRange;
  /** Places that were proposed before, for the same. */
  readonly seen: readonly Point[];
};

/**
 * The plan of a proposal. Of a proposal before it, what somebody has edited is kept, unless the input now asks for something else;
 * where nothing is edited and nothing else asked for, another place is looked for. Throws as `chooseWindow`.
 */
export function choosePlan(
  input: Input,
  shots: readonly Shot[],
  before: Proposal | null,
  last: ProposedNotes | undefined,
): Plan {
  const edits = before && last ? findEdits(before, last, input) : {};
  const window = edits.window ?? chooseWindow(shots, input.window);
  const isAsked = last !== undefined && isSameInput(last.asked, input);
  const isAnother = isAsked && Object.keys(edits).length === 0;
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
    cutOutWindow: last && isWithin(window, last.cutOutWindow) ? last.cutOutWindow : window,
    seen: isAnother ? [...last.seen, { x: last.placement.x, y: last.placement.y }] : [],
  };
}

type Edits = {
  text?: string;
  font?: Input['font'];
  weight?: number;
  letterSpacing?: number;
  position?: Point;
  sizePx?: number;
  rotation?: number;
  fill?: string;
  window?: TimeRange;
};

/** What is other than it was proposed, of what the input asks for as it did then. */
function findEdits(before: Proposal, last: ProposedNotes, input: Input): Edits {
  const { placement, rotation, window, asked } = last;
  const { font, weight, letterSpacing } = before;
  const isAskedAsThen = (name: keyof Input): boolean => isEqual(asked[name], input[name]);
  const isMoved = before.x !== placement.x || before.y !== placement.y;
  const isOtherWindow = !isEqual(before.window, window);
  return {
    ...(before.text !== placement.text && isAskedAsThen('text') && { text: before.text }),
    ...(font && font !== last.font && isAskedAsThen('font') && { font }),
    ...(weight && weight !== last.weight && isAskedAsThen('weight') && { weight }),
    ...(letterSpacing !== undefined && letterSpacing !== placement.letterSpacing && { letterSpacing }),
    ...(isMoved && isAskedAsThen('position') && { position: { x: before.x, y: before.y } }),
    ...(before.sizePx !== placement.sizePx && isAskedAsThen('sizePx') && { sizePx: before.sizePx }),
    ...(before.rotation !== rotation && isAskedAsThen('rotation') && { rotation: before.rotation }),
    ...(before.fill !== placement.fill && isAskedAsThen('fill') && { fill: before.fill }),
    ...(isOtherWindow && isAskedAsThen('window') && { window: before.window }),
  };
}

const isSameInput = (one: Record<string, unknown>, other: Record<string, unknown>): boolean =>
  Object.keys({ ...one, ...other }).every((name) => isEqual(one[name], other[name]));

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether one window lies within another. */
export const isWithin = (window: TimeRange, within: TimeRange): boolean =>
  window.startSeconds >= within.startSeconds && window.endSeconds <= within.endSeconds;
