/** A piece of a sound's peaks: `level` says that there are 2^level points a second, `index` which piece from the start. */
export type PeakPiece = { readonly level: number; readonly index: number };

/** A span of a file, in its seconds. */
export type Span = { readonly fromSeconds: number; readonly toSeconds: number };

export const pointsOfPiece = 1024;
const coarsest = -4;
const finest = 11;

/** The level with at least one point, and fewer than two, for each pixel, as far as there are levels. */
export const levelFor = (pixelsPerSecond: number): number =>
  Math.min(finest, Math.max(coarsest, Math.ceil(Math.log2(Math.max(2 ** coarsest, pixelsPerSecond)))));

/** The pieces that a span needs at a level. */
export function piecesOf({ fromSeconds, toSeconds }: Span, level: number): PeakPiece[] {
  const seconds = secondsOf(level);
  const first = Math.max(0, Math.floor(fromSeconds / seconds));
  const count = Math.max(0, Math.ceil(toSeconds / seconds) - first);
  return Array.from({ length: count }, (_, index) => ({ level, index: first + index }));
}

/** The time of a piece. */
export function spanOf({ level, index }: PeakPiece): Span {
  const seconds = secondsOf(level);
  return { fromSeconds: index * seconds, toSeconds: (index + 1) * seconds };
}

/** A level and those that are coarser, which stand in while it is read; the finest first. */
export const levelsFrom = (level: number): number[] =>
  Array.from({ length: Math.max(0, level - coarsest + 1) }, (_, step) => level - step);

const secondsOf = (level: number): number => pointsOfPiece / 2 ** level;
