import type { Size } from '#core/size.ts';
import { chooseFill, type Backdrop } from './choose-fill.ts';
import { coveredShare, type Letters } from './coverage.ts';

/** Lines of text that could be set, as they lie in the middle of the picture. */
export type Setting<T> = {
  /** On the grid of the mattes. */
  readonly letters: Letters;
  readonly lineCount: number;
  /** The height of a capital letter, as a share of the picture's height. */
  readonly capShare: number;
  /** The space between letters, as a multiple of their size. */
  readonly letterSpacing: number;
  readonly layout: T;
};

/** A place for letters: how far from the middle of the picture, in cells of the grid, and what the subject covers there. */
export type Place<T> = {
  readonly setting: Setting<T>;
  readonly x: number;
  readonly y: number;
  readonly mean: number;
  readonly most: number;
  readonly score: number;
};

/** As many of the letters are behind the subject at most, in the frame that covers most of them. */
export const mostCovered = 0.4;
/** As much of them is behind it where they look best: they are plainly behind, and are read with ease. */
const bestMean = 0.18;
/** Where the middle of the text is best, as a share of the picture's height: behind the head rather than the hips. */
const bestHeight = 0.38;
/** Larger capitals than this, as a share of the picture's height, are no better. */
const bestCapShare = 0.26;
/** More contrast with what is behind them makes letters no better. */
const bestContrast = 4.5;
/** What is left free at the edges of the picture, as a share of its height. */
const marginShare = 0.035;
/** A part of a line that is covered by more than this on average cannot be read. */
const hiddenShare = 0.72;
/** Places that lie nearer to one that was seen, as a share of the picture's height, are the same again. */
const sameShare = 0.1;

type Search = {
  /** Of the mattes, in cells. */
  readonly grid: Size;
  /** One byte a cell; of frames at even distances in time, at least one. */
  readonly mattes: readonly Uint8Array[];
  /** How far from the middle, in cells, places lie that somebody has seen already. */
  readonly seen: readonly { readonly x: number; readonly y: number }[];
  /** Frames on the same grid, and what letters may be filled with. */
  readonly backdrops: readonly Backdrop[];
  readonly fills: readonly string[];
};

/** Where these letters can be, the best place first; none where the subject covers too much of them everywhere. */
export function searchPlaces<T>(settings: readonly Setting<T>[], search: Search): Place<T>[] {
  const usual = average(search.mattes, search.grid);
  return settings
    .flatMap((setting) => listMoves(setting.letters, search.grid).map((move) => judge(setting, move, search, usual)))
    .filter(({ most }) => most < mostCovered)
    .toSorted((one, other) => other.score - one.score);
}

type Move = { readonly x: number; readonly y: number };

/** All heights at which the letters keep away from the edges; beside the middle where they are much narrower than the picture. */
function listMoves({ left, top, width, height }: Letters, grid: Size): Move[] {
  const margin = Math.round(marginShare * grid.height);
  const free = Math.floor((grid.width - width) / 2) - margin;
  const across = free > grid.width / 8 ? [-free, -(free >> 1), 0, free >> 1, free] : [0];
  const moves: Move[] = [];
  for (let y = margin; y <= grid.height - margin - height; y++) {
    moves.push(...across.map((x) => ({ x: x - (left - ((grid.width - width) >> 1)), y: y - top })));
  }
  return moves;
}

function judge<T>(setting: Setting<T>, move: Move, search: Search, usual: Uint8Array): Place<T> {
  const { grid, mattes, seen } = search;
  const { letters, capShare, letterSpacing } = setting;
  const shares = mattes.map((alpha) => coveredShare(letters, { width: grid.width, alpha }, move));
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  const most = Math.max(...shares);
  const middle = (letters.top + move.y + letters.height / 2) / grid.height;
  const crossing = mean < bestMean ? mean / bestMean : 1 - (mean - bestMean) / bestMean;
  const hidden = hiddenInk(setting, { width: grid.width, alpha: usual }, move);
  const isSeen = seen.some((one) => Math.hypot(one.x - move.x, one.y - move.y) < sameShare * grid.height);
  const { contrast } = chooseFill(letters, search.backdrops, search.fills, move);
  const score =
    0.8 * Math.min(1, Math.log(contrast) / Math.log(bestContrast)) +
    1.2 * crossing +
    0.9 * Math.min(1, capShare / bestCapShare) -
    2 * hidden -
    letterSpacing -
    0.5 * Math.abs(middle - bestHeight) -
    0.3 * (Math.abs(move.x) / grid.width) -
    (isSeen ? 3 : 0);
  return { setting, ...move, mean, most, score };
}

/** The share of the letters' area in parts of lines, a cell wide, that can hardly be read. */
function hiddenInk(
  { letters, lineCount }: Pick<Setting<unknown>, 'letters' | 'lineCount'>,
  matte: { readonly width: number; readonly alpha: Uint8Array },
  move: Move,
): number {
  const { shares, width, height, left, top, area } = letters;
  let hidden = 0;
  for (let line = 0; line < lineCount; line++) {
    const [from, to] = [Math.round((line * height) / lineCount), Math.round(((line + 1) * height) / lineCount)];
    for (let x = 0; x < width; x++) {
      let [ink, covered] = [0, 0];
      for (let y = from; y < to; y++) {
        const share = shares[y * width + x] ?? 0;
        ink += share;
        covered += (share * (matte.alpha[(top + move.y + y) * matte.width + left + move.x + x] ?? 0)) / 255;
      }
      hidden += covered > hiddenShare * ink ? ink : 0;
    }
  }
  return hidden / area;
}

function average(mattes: readonly Uint8Array[], { width, height }: Size): Uint8Array {
  const sums = new Float32Array(width * height);
  for (const matte of mattes) {
    for (let at = 0; at < sums.length; at++) {
      sums[at] = (sums[at] ?? 0) + (matte[at] ?? 0);
    }
  }
  return Uint8Array.from(sums, (sum) => sum / Math.max(1, mattes.length));
}
