import type { Item } from '#core/timeline/document.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import type { TimeRange } from './geometry.ts';

/**
 * A piece of a clip's material that is drawn separately: its index, and its time in seconds of the canvas from the file's start.
 */
export type StripPiece = { readonly index: number; readonly fromSeconds: number; readonly toSeconds: number };

/** The min width of pieces, which is half of the max. Pixels. */
const minPx = 400;

/** Returns the duration of pieces at a zoom: a power of two, so that a small zoom keeps them. Seconds of the canvas. */
export const pieceSeconds = (pixelsPerSecond: number): number => 2 ** Math.ceil(Math.log2(minPx / pixelsPerSecond));

/** Returns the start time of a clip in its material, in seconds of the canvas: those of the file at the clip's speed. */
export const materialStart = (item: Item): number =>
  'sourceStartSeconds' in item ? item.sourceStartSeconds / item.speed : 0;

/** Returns the indices of the pieces of a clip within a range of the canvas: the first, and the one after the last. */
export function stripIndices(item: Item, { fromSeconds, toSeconds }: TimeRange, length: number): [number, number] {
  const shift = materialStart(item) - item.startSeconds;
  const from = Math.max(item.startSeconds, fromSeconds) + shift;
  const to = Math.min(getEnd(item), toSeconds) + shift;
  const first = Math.max(0, Math.floor(from / length));
  return [first, Math.max(first, Math.ceil(to / length))];
}

/** Returns these pieces, limited to the clip. They are counted from the start of the material, so that trims keep them. */
export function stripPieces(item: Item, [first, end]: readonly [number, number], length: number): StripPiece[] {
  const from = materialStart(item);
  const to = from + item.durationSeconds;
  return Array.from({ length: end - first }, (_, index) => ({
    index: first + index,
    fromSeconds: Math.max(from, (first + index) * length),
    toSeconds: Math.min(to, (first + index + 1) * length),
  }));
}

/** Returns whether the left edge of the view can cut a clip and leave enough space for its name. */
export const isLong = (item: Item, { fromSeconds, toSeconds }: TimeRange, pixelsPerSecond: number): boolean =>
  item.durationSeconds * pixelsPerSecond > minPx && item.startSeconds < (fromSeconds + toSeconds) / 2;
