/** A segment of an audio track's peaks: `level` means 2^level points per second, `index` counts segments from the start. */
export type PeakPiece = { readonly level: number; readonly index: number };

/** A span of a file, in its seconds. */
export type Span = { readonly fromSeconds: number; readonly toSeconds: number };

export const pointsOfPiece = 1024;
const coarsest = -4;
const finest = 11;

/** Returns the level with at least one point and fewer than two per pixel, within the available levels. */
export const levelFor = (pixelsPerSecond: number): number =>
  Math.min(finest, Math.max(coarsest, Math.ceil(Math.log2(Math.max(2 ** coarsest, pixelsPerSecond)))));

/** Returns the segments that a span needs at a level. */
export function getPieces({ fromSeconds, toSeconds }: Span, level: number): PeakPiece[] {
  const seconds = getPieceSeconds(level);
  const first = Math.max(0, Math.floor(fromSeconds / seconds));
  const count = Math.max(0, Math.ceil(toSeconds / seconds) - first);
  return Array.from({ length: count }, (_, index) => ({ level, index: first + index }));
}

/** Returns the span of a segment. */
export function getSpan({ level, index }: PeakPiece): Span {
  const seconds = getPieceSeconds(level);
  return { fromSeconds: index * seconds, toSeconds: (index + 1) * seconds };
}

/** Returns a level and the coarser ones, which replace it while it loads; finest first. */
export const levelsFrom = (level: number): number[] =>
  Array.from({ length: Math.max(0, level - coarsest + 1) }, (_, step) => level - step);

const getPieceSeconds = (level: number): number => pointsOfPiece / 2 ** level;
