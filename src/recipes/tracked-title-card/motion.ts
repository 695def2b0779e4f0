import type { TrackPoint } from '#core/analysis/track.ts';
import type { Size } from '#core/lib/size.ts';
import type { TimeRange } from '../input.ts';
import type { Placement } from './recipe.ts';
import { getCutoff, smooth } from './smooth.ts';

/** The data for the motion of a card. Sizes are in pixels of the canvas. */
export type MotionTask = {
  readonly path: readonly TrackPoint[];
  readonly window: TimeRange;
  readonly canvas: Size;
  /** The size of the card at scale 1. */
  readonly card: Size;
  readonly offsetPx: number;
  /** The smoothing, 0 to 100. */
  readonly smoothing: number;
  /** The margins above and next to the target's box, as shares of its height and width: for the hair around a face. */
  readonly room: { readonly above: number; readonly beside: number };
};

/** The position of the card at a time of the canvas: its center, and its scale. */
export type CardMoment = { readonly atSeconds: number; readonly x: number; readonly y: number; readonly scale: number };

/** The weights of invisible targets for the smoothed path, and the minimum weight. */
const weights = { carried: 0.05, lost: 0.02, least: 0.15 } as const;
/** The cutoff frequency for sizes, which change slower than positions. */
const cutoffOfSize = 0.4;
/** The limits of the scale; smaller changes are ignored. */
const minScale = 0.85;
const maxScale = 1.25;
const minChange = 1.12;
/** The distance of the card from the edges of the frame, as a share of its side, which leaves the safe area for graphics. */
const marginShare = 0.05;

/**
 * Returns the position of the card in each frame of the window, at the middle of the frame, where it is evaluated; for a window
 * that is shorter than a frame, in the frame at its start.
 */
export function moveCard(task: MotionTask, placement: Placement): CardMoment[] {
  const { path, window, canvas, card } = task;
  const rate = getRate(path);
  const boxes = smoothBoxes(task, rate);
  const scales = scaleCard(boxes.map(({ width, height }) => Math.sqrt(width * height)));
  const wanted = boxes.map((box, at) => placeCard(box, task, placement, scales[at] ?? 1));
  const bounded = wanted.map((point, at) => keepInside(point, canvas, card, scales[at] ?? 1));
  // A path that hits an edge would stop abruptly: it is smoothed, and limited to the frame once more.
  const even = path.map(() => 1);
  const cutoff = task.smoothing > 0 ? 2.5 : null;
  const xs = smooth(
    bounded.map(({ x }) => x),
    even,
    rate,
    cutoff,
  );
  const ys = smooth(
    bounded.map(({ y }) => y),
    even,
    rate,
    cutoff,
  );
  const moments = path.map(({ atSeconds }, at) => {
    const end = path[at + 1]?.atSeconds ?? Math.max(window.endSeconds, atSeconds);
    const middle = (atSeconds + end) / 2;
    const scale = scales[at] ?? 1;
    const place = keepInside({ x: xs[at] ?? 0, y: ys[at] ?? 0 }, canvas, card, scale);
    return { atSeconds: middle, ...place, scale };
  });
  const inside = moments.filter(({ atSeconds }) => atSeconds >= window.startSeconds && atSeconds <= window.endSeconds);
  return inside.length > 0 ? inside : moments.slice(Math.max(0, indexShownAt(path, window.startSeconds))).slice(0, 1);
}

/** Returns the last frame that starts by then; -1 if none does. */
const indexShownAt = (path: readonly TrackPoint[], seconds: number): number =>
  path.findLastIndex(({ atSeconds }) => atSeconds <= seconds);

/**
 * Returns the side with the most room: where the card covers least of its target and is moved least by the edges. Above is
 * preferred, as is usual for titles.
 */
export function choosePlacement(task: MotionTask): Placement {
  const preference: Readonly<Record<Placement, number>> = { above: 0, right: 0.03, left: 0.04, below: 0.08 };
  const boxes = smoothBoxes(task, getRate(task.path));
  const sides: readonly Placement[] = ['above', 'right', 'left', 'below'];
  const costs = sides.map((side) => {
    const all = boxes.map((box) => getCost(box, task, side));
    return { side, cost: preference[side] + all.reduce((sum, cost) => sum + cost, 0) / Math.max(1, all.length) };
  });
  return costs.reduce((one, other) => (other.cost < one.cost ? other : one)).side;
}

/** The center and the size of the target's box. */
type Place = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Returns the overlap of the card with its target plus the distance by which it was moved, both as shares of the card. */
function getCost(box: Place, task: MotionTask, side: Placement): number {
  const { card, canvas } = task;
  const wanted = placeCard(box, task, side, 1);
  const { x, y } = keepInside(wanted, canvas, card, 1);
  const across = (card.width + box.width) / 2 - Math.abs(x - box.x);
  const down = (card.height + box.height) / 2 - Math.abs(y - box.y);
  const covered = Math.max(0, Math.min(across, card.width)) * Math.max(0, Math.min(down, card.height));
  const pushed = Math.abs(x - wanted.x) / card.width + Math.abs(y - wanted.y) / card.height;
  return (2 * covered) / (card.width * card.height) + 0.3 * Math.min(2, pushed);
}

const getRate = (path: readonly TrackPoint[]): number => {
  const length = (path.at(-1)?.atSeconds ?? 0) - (path[0]?.atSeconds ?? 0);
  return length > 0 ? (path.length - 1) / length : 1;
};

function smoothBoxes({ path, smoothing }: MotionTask, rate: number): Place[] {
  const trust = path.map(({ state, confidence }) =>
    state === 'tracked' ? Math.max(weights.least, confidence) : weights[state],
  );
  const cutoff = getCutoff(smoothing);
  const ofSize = cutoff === null ? null : Math.min(cutoff, cutoffOfSize);
  const along = (value: (point: TrackPoint) => number, frequency: number | null): number[] =>
    smooth(path.map(value), trust, rate, frequency);
  const xs = along(({ x, width }) => x + width / 2, cutoff);
  const ys = along(({ y, height }) => y + height / 2, cutoff);
  const widths = along(({ width }) => width, ofSize);
  const heights = along(({ height }) => height, ofSize);
  return path.map((_, at) => ({
    x: xs[at] ?? 0,
    y: ys[at] ?? 0,
    width: Math.max(1, widths[at] ?? 1),
    height: Math.max(1, heights[at] ?? 1),
  }));
}

/** Returns scales by the square root of the target's size, 1 for its median. */
function scaleCard(sides: readonly number[]): number[] {
  const usual = sides.toSorted((one, other) => one - other)[sides.length >> 1] ?? 1;
  const scales = sides.map((side) => Math.min(maxScale, Math.max(minScale, Math.sqrt(side / usual))));
  const least = scales.reduce((one, other) => Math.min(one, other), maxScale);
  const most = scales.reduce((one, other) => Math.max(one, other), minScale);
  const isSteady = most / least < minChange;
  return isSteady ? scales.map(() => 1) : scales;
}

type Point = { readonly x: number; readonly y: number };

function placeCard(
  box: Place,
  { card, offsetPx, room }: Pick<MotionTask, 'card' | 'offsetPx' | 'room'>,
  side: Placement,
  scale: number,
): Point {
  const across = (0.5 + room.beside) * box.width + offsetPx * scale + (card.width * scale) / 2;
  const down = box.height / 2 + offsetPx * scale + (card.height * scale) / 2;
  const moves: Readonly<Record<Placement, Point>> = {
    above: { x: 0, y: -down - room.above * box.height },
    below: { x: 0, y: down },
    left: { x: -across, y: 0 },
    right: { x: across, y: 0 },
  };
  return { x: box.x + moves[side].x, y: box.y + moves[side].y };
}

/** Limits a position to the frame with a margin; centers a card that is larger than that. */
function keepInside({ x, y }: Point, canvas: Size, card: Size, scale: number): Point {
  const keep = (at: number, length: number, room: number): number => {
    const least = marginShare * room + (length * scale) / 2;
    return least > room - least ? room / 2 : Math.min(room - least, Math.max(least, at));
  };
  return { x: keep(x, card.width, canvas.width), y: keep(y, card.height, canvas.height) };
}
