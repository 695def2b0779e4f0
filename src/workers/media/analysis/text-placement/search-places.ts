import type { Size } from '#core/lib/size.ts';
import { chooseFill, type Backdrop } from './choose-fill.ts';
import { coveredShare, type Letters } from './coverage.ts';

/** Candidate lines of text, in the centre of the frame. */
export type Setting<T> = {
  /** The letters on the grid of the mattes. */
  readonly letters: Letters;
  readonly lineCount: number;
  /** The start and the end of each letter by line, in cells from the left of the letters; empty if single letters do not count. */
  readonly letterEdges: readonly (readonly number[])[];
  /** The height of a capital letter, as a share of the frame height. */
  readonly capShare: number;
  /** The letter spacing, as a multiple of the size. */
  readonly letterSpacing: number;
  readonly layout: T;
};

/** A place for letters: the offset from the centre of the frame, in cells of the grid, and the coverage there. */
export type Place<T> = {
  readonly setting: Setting<T>;
  readonly x: number;
  readonly y: number;
  readonly mean: number;
  /** The share of the letters' area in letters that are not visible. */
  readonly lost: number;
  /** Whether the user has already seen this place or one close to it. */
  readonly isSeen: boolean;
  readonly score: number;
  /** Returns whether no frame covers too much there. This is slow: call it only for the best places. */
  readonly isReadable: () => boolean;
};

type Judged<T> = Omit<Place<T>, 'isReadable'>;

/** The maximum share of the letters behind the subject, in the frame that covers most of them. */
export const maxCovered = 0.4;
/** The best average share: the letters are clearly behind the subject, and easy to read. */
const bestMean = 0.18;
/** The best height of the centre of the text, as a share of the frame height: behind the head, not behind the hips. */
const bestHeight = 0.38;
/** The height of capitals, as a share of the frame height, above which the score does not rise. */
const bestCapShare = 0.26;
/** The contrast with the background above which the score does not rise. */
const bestContrast = 4.5;
/** The margin at the edges of the frame, as a share of its height. */
const marginShare = 0.035;
/** The mean coverage above which a part of a line cannot be read. */
const hiddenShare = 0.72;
/** The coverage from which a letter counts as partly lost, and from which it counts as entirely lost. */
const [lostFrom, lostAt] = [0.5, 0.9];
/** The minimum distance to a proposed place, as a share of the frame height; closer places are the same. */
const sameShare = 0.1;

type Search = {
  /** The size of the mattes, in cells. */
  readonly grid: Size;
  /** Mattes with one byte per cell, of frames at even distances in time; at least one. */
  readonly mattes: readonly Uint8Array[];
  /** The offsets from the centre, in cells, of places that the user has already seen. */
  readonly seen: readonly { readonly x: number; readonly y: number }[];
  /** Frames on the same grid, and the possible fills of the letters. */
  readonly backdrops: readonly Backdrop[];
  readonly fills: readonly string[];
};

/**
 * The number of best places that are also tried with a small offset if they lose a letter: the subject may fit between two letters.
 */
const triedAside = 24;

/** Finds places for these letters, best first. No place is readable if the subject covers too much everywhere. */
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

/** Returns whether no frame covers too much. If the union of all frames covers little enough, so does each of them. */
function isReadable<T>({ setting, x, y }: Judged<T>, { grid, mattes }: Search, widest: Uint8Array): boolean {
  const isLow = (alpha: ArrayLike<number>): boolean =>
    coveredShare(setting.letters, { width: grid.width, alpha }, { x, y }) < maxCovered;
  return isLow(widest) || mattes.every(isLow);
}

const byScore = (one: Judged<unknown>, other: Judged<unknown>): number => other.score - one.score;

type Move = { readonly x: number; readonly y: number };

/**
 * Lists all heights at which the letters keep their distance from the edges, and positions off the centre if the letters are much
 * narrower than the frame.
 */
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

/** Lists offsets of wide letters to either side within the margin; narrow letters are already tried there. */
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
  // A wide text leaves the centre only for a large gain.
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

/** Returns the share of the letters' area in parts of lines, one cell wide, that can hardly be read. */
function hiddenInk({ letters, lineCount }: Inked, matte: Matte, move: Move): number {
  let hidden = 0;
  for (let line = 0; line < lineCount; line++) {
    for (let x = 0; x < letters.width; x++) {
      const { ink, covered } = inkWithin(letters, getRows(letters, line, lineCount), [x, x + 1], matte, move);
      hidden += covered > hiddenShare * ink ? ink : 0;
    }
  }
  return hidden / letters.area;
}

/**
 * Returns the share of the letters' area in letters that are not visible. A word with two half-covered letters is readable; a word
 * without one letter is a different word.
 */
function lostLetters({ letters, lineCount, letterEdges }: Inked, matte: Matte, move: Move): number {
  let lost = 0;
  letterEdges.forEach((edges, line) => {
    edges.slice(1).forEach((edge, index) => {
      const [from, to] = [edges[index] ?? 0, edge].map((x) => Math.min(letters.width, Math.max(0, Math.round(x))));
      const rows = getRows(letters, line, lineCount);
      const { ink, covered } = inkWithin(letters, rows, [from ?? 0, to ?? 0], matte, move);
      const share = ink > 0 ? covered / ink : 0;
      lost += ink * Math.min(1, Math.max(0, (share - lostFrom) / (lostAt - lostFrom)));
    });
  });
  return lost / letters.area;
}

type Span = readonly [from: number, to: number];

const getRows = ({ height }: Letters, line: number, lineCount: number): Span => [
  Math.round((line * height) / lineCount),
  Math.round(((line + 1) * height) / lineCount),
];

/** Returns the filled area of these rows and columns of the letters, and its covered part, in cells. */
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

/** Returns the mean of the mattes, whose coverage is the mean of their coverages. */
function average(mattes: readonly Uint8Array[], { width, height }: Size): Float32Array {
  const sums = new Float32Array(width * height);
  for (const matte of mattes) {
    for (let at = 0; at < sums.length; at++) {
      sums[at] = (sums[at] ?? 0) + (matte[at] ?? 0);
    }
  }
  return sums.map((sum) => sum / Math.max(1, mattes.length));
}

/** Returns the union of the mattes. */
function largest(mattes: readonly Uint8Array[], { width, height }: Size): Uint8Array {
  const most = new Uint8Array(width * height);
  for (const matte of mattes) {
    for (let at = 0; at < most.length; at++) {
      most[at] = Math.max(most[at] ?? 0, matte[at] ?? 0);
    }
  }
  return most;
}
