import { ease } from '#core/timeline/animate.ts';
import type { Animatable } from '#core/timeline/document.ts';
import type { TimeRange } from '../input.ts';
import type { Card, CardPart } from './card.ts';
import { toKeyframes, type Moment } from './keyframes.ts';
import type { CardMoment } from './motion.ts';
import type { Placement } from './recipe.ts';
import { enterSeconds, leaveSeconds, type Spell } from './spells.ts';

/** The parts of a title card's canvas. Times are in seconds of the source, which equal those of the canvas; sizes in pixels. */
export type CardParts = {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly durationSeconds: number;
  readonly sourceId: string;
  /** The audio track of the source; absent for its default track. */
  readonly audioTrack?: number | undefined;
  /** The subject in front of the card, as long as the window; null if the card is on top. */
  readonly cutOutId: string | null;
  readonly window: TimeRange;
  readonly card: Card;
  readonly placement: Placement;
  readonly moments: readonly CardMoment[];
  readonly spells: readonly Spell[];
};

/** The tolerance of paths in pixels. */
const tolerancePx = 0.4;
/** The delay of letters after their background, and the distance by which a card rises out of its target, in letters. */
const lateSeconds = 0.07;
const riseEm = 0.55;

/** The card with its positions and times. */
export type CardPlan = Pick<CardParts, 'window' | 'card' | 'placement' | 'moments' | 'spells'>;

/** Returns the items of the card, from bottom to top; without zod, because pages use it too. */
export const toCardItems = (parts: CardPlan) => parts.card.parts.map((part) => toItem(parts, part));

function toItem(parts: CardPlan, part: CardPart) {
  const { window, moments, spells } = parts;
  const { id, name, width, height, rotation = 0, fields, isLate } = part;
  const isScaled = moments.some(({ scale }) => scale !== 1);
  const along = (value: (moment: CardMoment) => number): Animatable =>
    toKeyframes(
      moments.map((moment) => ({ atSeconds: moment.atSeconds - window.startSeconds, value: value(moment) })),
      tolerancePx,
    );
  const rise = (moment: CardMoment): { x: number; y: number } => riseAt(parts, moment.atSeconds);
  return {
    type: fields.type,
    ...fields.look,
    // Letters without a font size fill their box, and so scale with it.
    ...(fields.type === 'text' && !isScaled && { sizePx: fields.sizePx }),
    id,
    name,
    role: 'title-card',
    groupId: 'title-card',
    startSeconds: window.startSeconds,
    durationSeconds: window.endSeconds - window.startSeconds,
    x: along((moment) => moment.x + (part.x + rise(moment).x) * moment.scale),
    y: along((moment) => moment.y + (part.y + rise(moment).y) * moment.scale),
    width: along(({ scale }) => width * scale),
    height: along(({ scale }) => height * scale),
    rotation,
    opacity: toOpacity(spells, window, isLate ? lateSeconds : 0),
  };
}

/** Returns the remaining offset while a card rises out of its target. */
function riseAt({ card, placement, spells }: CardPlan, atSeconds: number): { readonly x: number; readonly y: number } {
  const spell = spells.findLast(({ startSeconds }) => startSeconds <= atSeconds);
  const share = spell ? Math.min(1, (atSeconds - spell.startSeconds) / enterSeconds) : 0;
  const left = riseEm * card.titlePx * (1 - share) ** 3;
  const towards: Readonly<Record<Placement, { x: number; y: number }>> = {
    above: { x: 0, y: left },
    below: { x: 0, y: -left },
    left: { x: left, y: 0 },
    right: { x: -left, y: 0 },
  };
  return towards[placement];
}

/** The number of linear segments of an opacity curve. */
const opacitySteps = 6;

/** Returns the opacity: 0 between spells. */
function toOpacity(spells: readonly Spell[], window: TimeRange, lateBy: number): Animatable {
  const moments: Moment[] = [];
  for (const { startSeconds, endSeconds } of spells) {
    const start = startSeconds - window.startSeconds;
    const end = endSeconds - window.startSeconds;
    const [enter, leave] = shareOut(end - start);
    const late = Math.min(lateBy, enter / 2);
    for (let step = 0; step <= opacitySteps; step++) {
      const share = step / opacitySteps;
      moments.push({ atSeconds: start + late + share * (enter - late), value: ease('ease-out', share) });
    }
    for (let step = 0; step <= opacitySteps; step++) {
      const share = step / opacitySteps;
      moments.push({ atSeconds: end - leave * (1 - share), value: 1 - ease('ease-in-out', share) });
    }
  }
  return moments.length === 0 ? 0 : { keyframes: moments.map(toKeyframe) };
}

/** Splits a short spell between entering and exiting. */
function shareOut(seconds: number): readonly [number, number] {
  const shrink = Math.min(1, seconds / (enterSeconds + leaveSeconds));
  return [enterSeconds * shrink, leaveSeconds * shrink];
}

const toKeyframe = ({ atSeconds, value }: Moment) => ({
  atSeconds: Math.round(1e4 * atSeconds) / 1e4,
  value: Math.round(1e3 * value) / 1e3,
  easing: 'linear' as const,
});
