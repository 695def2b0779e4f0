import type { TextLines } from '#core/analysis/text-lines.ts';
import type { TrackPoint } from '#core/analysis/track.ts';
import type { Size } from '#core/size.ts';
import type { InputOf } from '../catalog.ts';
import type { TimeRange } from '../input.ts';
import { layOutCard, titlePxOf } from './card.ts';
import type { CardParts, CardPlan } from './items.ts';
import { moveCard, type MotionTask } from './motion.ts';
import type { Placement } from './recipe.ts';
import { listSpells } from './spells.ts';

/** How a card comes to its place; without zod, as pages use it too. */

/** What of the input decides how a card looks and moves. */
export type CardInput = Pick<
  InputOf<'tracked-title-card'>,
  'title' | 'subtitle' | 'style' | 'accent' | 'offsetPx' | 'smoothing' | 'target'
>;

/** Between target and card, in letters, unless told. */
const offsetEm = 0.7;
/** The same in pixels of the canvas. */
export const usualOffsetPx = (canvas: Size): number => offsetEm * titlePxOf(canvas);

/** How much of a face's height the hair above it takes. */
const hairShare = 0.25;

type Shown = { readonly path: readonly TrackPoint[]; readonly window: TimeRange };

export function toTask(
  input: CardInput,
  { width, height }: Size,
  { path, window }: Shown,
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
    headroom: input.target === 'face' ? hairShare : 0,
  };
}

/** The card, and where and when it is seen. */
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
