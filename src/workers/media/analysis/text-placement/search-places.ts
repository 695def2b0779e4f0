import type { Size } from '#core/size.ts';
import { chooseFill, type Backdrop } from './choose-fill.ts';
import { coveredShare, type Letters } from './coverage.ts';

/** Lines of text that could be set, as they lie in the middle of the picture. */
export type Setting<T> = {
  /** On the grid of the mattes. */
  readonly letters: Letters;
  readonly lineCount: number;
  /** Where the letters of each line begin and end, in cells from the left of the letters; none where single ones do not count. */
  readonly letterEdges: readonly (readonly number[])[];
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
  /** The share of the letters' area in letters that are not seen. */
  readonly lost: number;
  /** Whether somebody has seen it already, or one that is near. */
  readonly isSeen: boolean;
  readonly score: number;
  /** Whether no frame covers too much there: to be asked only of places that are wanted, as it takes long. */
  readonly isReadable: () => boolean;
};

type Judged<T> = Omit<Place<T>, 'isReadable'>;

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
/** A letter counts as lost from the first share of it that is covered on, and wholly so from the second. */
const [lostFrom, lostAt] = [0.5, 0.9];
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

/** Of so many of the best places, those that lose a letter are tried a little aside: the subject may stand between two there. */
const triedAside = 24;

/** Where these letters can be, the best place first; none of them is readable where the subject covers too much everywhere. */
export function searchPlaces<T>(settings: readonly Setting<T>[], search: Search): Place<T>[] {
  const usual = average(search.mattes, search.grid);
  const widest = largest(search.mattes, search.grid);
  const judgeAt = (setting: Setting<T>, move: Move): Place<T> => {
    const judged = judge(setting, move, search, usual);
    return { ...judged, isReadable: () => isReadable(judged, search, widest) };
  };
  const places = settings
    .flatMap((setting) => listMoves(setting.letters, search.grid).map((move) => judgeAt(setting, move)))
    .toSorted(byScore);
  const aside = places
    .slice(0, triedAside)
    .filter(({ lost }) => lost > 0)
    .flatMap(({ setting, x, y }) =>
      listNudges(setting.letters, search.grid).map((nudge) => judgeAt(setting, { x: x + nudge, y })),
    );
  return [...places, ...aside].toSorted(byScore);
}

/** Whether no frame covers too much. What all frames together do not cover, none of them does. */
function isReadable<T>({ setting, x, y }: Judged<T>, { grid, mattes }: Search, widest: Uint8Array): boolean {
  const isLow = (alpha: ArrayLike<number>): boolean =>
    coveredShare(setting.letters, { width: grid.width, alpha }, { x, y }) < mostCovered;
  return isLow(widest) || mattes.every(isLow);
}

const byScore = (one: Judged<unknown>, other: Judged<unknown>): number => other.score - one.score;

type Move = { readonly x: number; readonly y: number };

/** All heights at which the letters keep away from the edges; beside the middle where they are much narrower than the picture. */
function listMoves({ left, top, width, height }: Letters, grid: Size): Move[] {
  const margin = Math.round(marginShare * grid.height);
  const free = roomBeside(width, grid);
  const across = isNarrow(free, grid) ? [-free, -(free >> 1), 0, free >> 1, free] : [0];
  const moves: Move[] = [];
  for (let y = margin; y <= grid.height - margin - height; y++) {
    moves.push(...across.map((x) => ({ x: x - (left - ((grid.width - width) >> 1)), y: y - top })));
  }
  return moves;
}

/** How far wide letters can go to either side before they come too near to the edge; those of a narrow text are there already. */
function listNudges({ width }: Letters, grid: Size): number[] {
  const free = roomBeside(width, grid);
  return free < 1 || isNarrow(free, grid) ? [] : [...new Set([-free, -(free >> 1), free >> 1, free])];
}

const roomBeside = (width: number, grid: Size): number =>
  Math.floor((grid.width - width) / 2) - Math.round(marginShare * grid.height);

const isNarrow = (free: number, grid: Size): boolean => free > grid.width / 8;

function judge<T>(setting: Setting<T>, move: Move, search: Search, usual: Float32Array): Judged<T> {
  const { grid, seen } = search;
  const { letters, capShare, letterSpacing } = setting;
  const mean = coveredShare(letters, { width: grid.width, alpha: usual }, move);
  const middle = (letters.top + move.y + letters.height / 2) / grid.height;
  const crossing = mean < bestMean ? mean / bestMean : 1 - (mean - bestMean) / bestMean;
  const hidden = hiddenInk(setting, { width: grid.width, alpha: usual }, move);
  const lost = lostLetters(setting, { width: grid.width, alpha: usual }, move);
  const isSeen = seen.some((one) => Math.hypot(one.x - move.x, one.y - move.y) < sameShare * grid.height);
  // A wide text leaves the middle only for what is worth it.
  const asideCost = isNarrow(roomBeside(letters.width, grid), grid) ? 0.3 : 1.5;
  const { contrast } = chooseFill(letters, search.backdrops, search.fills, move);
  const score =
    0.8 * Math.min(1, Math.log(contrast) / Math.log(bestContrast)) +
    1.2 * crossing +
    0.9 * Math.min(1, capShare / bestCapShare) -
    2 * hidden -
    3 * lost -
    letterSpacing -
    0.5 * Math.abs(middle - bestHeight) -
    asideCost * (Math.abs(move.x) / grid.width) -
    (isSeen ? 3 : 0);
  return { setting, ...move, mean, lost, isSeen, score };
}

type Matte = { readonly width: number; readonly alpha: ArrayLike<number> };
type Inked = Pick<Setting<unknown>, 'letters' | 'lineCount' | 'letterEdges'>;

/** The share of the letters' area in parts of lines, a cell wide, that can hardly be read. */
function hiddenInk({ letters, lineCount }: Inked, matte: Matte, move: Move): number {
  let hidden = 0;
  for (let line = 0; line < lineCount; line++) {
    for (let x = 0; x < letters.width; x++) {
      const { ink, covered } = inkWithin(letters, rowsOf(letters, line, lineCount), [x, x + 1], matte, move);
      hidden += covered > hiddenShare * ink ? ink : 0;
    }
  }
  return hidden / letters.area;
}

/** The share of the letters' area in letters that are not seen: a word with half of two letters is read, without one it is another. */
function lostLetters({ letters, lineCount, letterEdges }: Inked, matte: Matte, move: Move): number {
  let lost = 0;
  letterEdges.forEach((edges, line) => {
    edges.slice(1).forEach((edge, index) => {
      const [from, to] = [edges[index] ?? 0, edge].map((x) => Math.min(letters.width, Math.max(0, Math.round(x))));
      const rows = rowsOf(letters, line, lineCount);
      const { ink, covered } = inkWithin(letters, rows, [from ?? 0, to ?? 0], matte, move);
      const share = ink > 0 ? covered / ink : 0;
      lost += ink * Math.min(1, Math.max(0, (share - lostFrom) / (lostAt - lostFrom)));
    });
  });
  return lost / letters.area;
}

type Span = readonly [from: number, to: number];

const rowsOf = ({ height }: Letters, line: number, lineCount: number): Span => [
  Math.round((line * height) / lineCount),
  Math.round(((line + 1) * height) / lineCount),
];

/** How much of these rows and columns of the letters is filled, and how much of that is covered, in cells. */
function inkWithin({ shares, width, left, top }: Letters, rows: Span, columns: Span, matte: Matte, move: Move) {
  let [ink, covered] = [0, 0];
  for (let y = rows[0]; y < rows[1]; y++) {
    for (let x = columns[0]; x < columns[1]; x++) {
      const share = shares[y * width + x] ?? 0;
      ink += share;
      covered += (share * (matte.alpha[(top + move.y + y) * matte.width + left + move.x + x] ?? 0)) / 255;
    }
  }
  return { ink, covered };
}

/** The mean of the mattes. What it covers is the mean of what they cover. */
function average(mattes: readonly Uint8Array[], { width, height }: Size): Float32Array {
  const sums = new Float32Array(width * height);
  for (const matte of mattes) {
    for (let at = 0; at < sums.length; at++) {
      sums[at] = (sums[at] ?? 0) + (matte[at] ?? 0);
    }
  }
  return sums.map((sum) => sum / Math.max(1, mattes.length));
}

/** What any of the mattes covers. */
function largest(mattes: readonly Uint8Array[], { width, height }: Size): Uint8Array {
  const most = new Uint8Array(width * height);
  for (const matte of mattes) {
    for (let at = 0; at < most.length; at++) {
      most[at] = Math.max(most[at] ?? 0, matte[at] ?? 0);
    }
  }
  return most;
}
