import type { Item } from '#core/timeline/document.ts';
import { endOf } from '#core/timeline/schedule.ts';
import type { TimeRange } from './geometry.ts';

/** A part of a clip's material that is drawn by itself: which one, and its time in seconds of the canvas from the file's start. */
export type StripPiece = { readonly index: number; readonly fromSeconds: number; readonly toSeconds: number };

/** Pieces are this wide, up to twice. Pixels. */
const leastPx = 400;

/** How long pieces are at a zoom: a power of two, so that zooming a little keeps them. Seconds of the canvas. */
export const pieceSeconds = (pixelsPerSecond: number): number => 2 ** Math.ceil(Math.log2(leastPx / pixelsPerSecond));

/** Where a clip begins in its material, in seconds of the canvas: those of the file at the clip's speed. */
export const materialStart = (item: Item): number =>
  'sourceStartSeconds' in item ? item.sourceStartSeconds / item.speed : 0;

/** The pieces that show what of a clip lies within a range of the canvas. They are counted from the start of the material, so that trims keep them. */
export function stripPieces(item: Item, { fromSeconds, toSeconds }: TimeRange, length: number): StripPiece[] {
  const shift = materialStart(item) - item.startSeconds;
  const from = Math.max(item.startSeconds, fromSeconds) + shift;
  const to = Math.min(endOf(item), toSeconds) + shift;
  const first = Math.max(0, Math.floor(from / length));
  const count = Math.max(0, Math.ceil(to / length) - first);
  return Array.from({ length: count }, (_, index) => ({
    index: first + index,
    fromSeconds: (first + index) * length,
    toSeconds: (first + index + 1) * length,
  }));
}
