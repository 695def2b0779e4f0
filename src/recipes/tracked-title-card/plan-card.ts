import type { InputOf } from '#core/protocol/operation.ts';
import type { TextLines } from '#core/analysis/text-lines.ts';
import type { TrackPoint } from '#core/analysis/track.ts';
import type { Size } from '#core/lib/size.ts';
import type { TimeRange } from '../input.ts';
import { layOutCard, getTitlePx } from './card.ts';
import type { CardParts, CardPlan } from './items.ts';
import { moveCard, type MotionTask } from './motion.ts';
import type { Placement, trackedTitleCard } from './recipe.ts';
import { listSpells } from './spells.ts';

/** Computes the position of a card; without zod, because pages use it too. */

/** The input fields that determine the style and motion of a card. */
export type CardInput = Pick<
  InputOf<typeof trackedTitleCard>,
  'title' | 'subtitle' | 'style' | 'accent' | 'offsetPx' | 'smoothing'
>;

/** The default distance between target and card, in letters. */
const offsetEm = 0.7;
/** Returns that distance in pixels of the canvas. */
export const usualOffsetPx = (canvas: Size): number => offsetEm * getTitlePx(canvas);

/** The margins for hair and ears around the box of a face, as shares of its sides. */
const hair = { above: 0.3, beside: 0.3 } as const;
const bare = { above: 0, beside: 0 } as const;

type Shown = {
  readonly path: readonly TrackPoint[];
  readonly window: TimeRange;
  readonly follows?: 'face' | 'thing' | undefined;
};

export function toTask(
  input: CardInput,
  { width, height }: Size,
  { path, window, follows }: Shown,
  lines: readonly TextLines[],
  placement: Placement,
): MotionTask & { readonly card: CardParts['card'] } {
  const canvas = { width, height };
  return {
    path,
    window,
    canvas,
    card: layOutCard(input, canvas, lines, placement),
    offsetPx: input.offsetPx ?? usualOffsetPx(canvas),
    smoothing: input.smoothing,
    room: follows === 'face' ? hair : bare,
  };
}

/** Computes the card with its positions and times. */
export function planCard(
  input: CardInput,
  canvas: Size,
  shown: Shown & Pick<CardParts, 'placement'> & { readonly whenLost: 'fade' | 'hold' },
  lines: readonly TextLines[],
): CardPlan {
  const { path, window, placement, whenLost } = shown;
  const task = toTask(input, canvas, shown, lines, placement);
  const spells = listSpells(path, window, { ...input, whenLost });
  return { window, placement, card: task.card, moments: moveCard(task, placement), spells };
}
