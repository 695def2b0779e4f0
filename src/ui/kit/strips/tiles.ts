import type { Span } from './peak-pieces.ts';

/** Facts about the tiles of a file: all have one size, and tile n shows the middle of the n-th of equal segments. */
export type TileFacts = {
  readonly count: number;
  readonly width: number;
  readonly height: number;
  /** The duration of each segment; 0 for a still image. */
  readonly stepSeconds: number;
};

/** The first request, when the file's facts are unknown. */
export const tilesFirst = 8;
const tilesMost = 64;

/** A position in a filmstrip, in pixels of its box, and the tile that is drawn there. */
export type Slot = { readonly left: number; readonly tile: number };

type Box = { readonly width: number; readonly height: number };

/**
 * Returns the number of tiles, a power of two, with which each position of the box has its own image, up to the file's
 * maximum.
 */
export function countFor(facts: TileFacts, span: Span, box: Box): number {
  const seconds = facts.count * facts.stepSeconds;
  const slotSeconds = slotWidth(facts, box) * secondsPerPixel(span, box);
  if (seconds === 0 || slotSeconds <= 0) {
    return tilesFirst;
  }
  const wanted = 2 ** Math.ceil(Math.log2(seconds / slotSeconds));
  return Math.min(tilesMost, Math.max(tilesFirst, wanted));
}

/** Returns the width of a tile that is as high as the box. */
export const slotWidth = ({ width, height }: TileFacts, box: Box): number =>
  Math.max(1, (box.height * width) / Math.max(1, height));

/**
 * Returns the positions that fill the box. They are counted from the start of the file, so that they do not move when it
 * is trimmed.
 */
export function getSlots(facts: TileFacts, span: Span, box: Box): Slot[] {
  const perPixel = secondsPerPixel(span, box);
  const width = slotWidth(facts, box);
  const slotSeconds = width * perPixel;
  if (slotSeconds <= 0) {
    return [];
  }
  const first = Math.floor(span.fromSeconds / slotSeconds);
  const count = Math.ceil(span.toSeconds / slotSeconds) - first;
  return Array.from({ length: count }, (_, index) => ({
    left: ((first + index) * slotSeconds - span.fromSeconds) / perPixel,
    tile: tileAt(facts, (first + index + 0.5) * slotSeconds),
  }));
}

const secondsPerPixel = ({ fromSeconds, toSeconds }: Span, { width }: Box): number =>
  width > 0 ? (toSeconds - fromSeconds) / width : 0;

const tileAt = ({ count, stepSeconds }: TileFacts, seconds: number): number =>
  stepSeconds === 0 ? 0 : Math.min(count - 1, Math.max(0, Math.floor(seconds / stepSeconds)));
