import type { Size } from '#core/lib/size.ts';
import { keyFrameSeconds } from '../../sinks/key-frames.ts';

/** Letters on a grid: the share of each cell that they fill, 0 to 1. */
export type Letters = {
  /** The box around all cells that the letters touch. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Shares row by row within the box. */
  readonly shares: Float32Array;
  /** The sum of all shares, in cells. */
  readonly area: number;
};

/** Returns the cells of the letters; null if there are none. `alpha` has one byte per cell of the grid. */
export function toLetters(alpha: Uint8Array, { width, height }: Size): Letters | null {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (alpha[y * width + x]) {
        [left, top] = [Math.min(left, x), Math.min(top, y)];
        [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
      }
    }
  }
  if (right <= left) {
    return null;
  }
  const box = { left, top, width: right - left, height: bottom - top };
  const shares = new Float32Array(box.width * box.height);
  let area = 0;
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const share = (alpha[(top + y) * width + left + x] ?? 0) / 255;
      shares[y * box.width + x] = share;
      area += share;
    }
  }
  return { ...box, shares, area };
}

/**
 * Returns the share of the letters' area that a matte covers, with the letters moved by whole cells. They must stay within the
 * grid.
 */
export function coveredShare(
  letters: Letters,
  matte: { readonly width: number; readonly alpha: ArrayLike<number> },
  move: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): number {
  const { shares, width, height } = letters;
  let sum = 0;
  for (let y = 0, at = 0; y < height; y++) {
    let from = (letters.top + move.y + y) * matte.width + letters.left + move.x;
    for (const end = at + width; at < end; at++, from++) {
      sum += (shares[at] ?? 0) * (matte.alpha[from] ?? 0);
    }
  }
  return sum / (255 * letters.area);
}

/** Cells from the first value on count as covered, and cells below the second as half transparent. */
const [coveredFrom, wholeFrom] = [51, 204];

/** Measures how much of the letters' area a matte covers, and how opaquely. */
export function measureCovered(
  { left, top, width, height, shares, area }: Letters,
  matte: { readonly width: number; readonly alpha: ArrayLike<number> },
): Pick<CoveredFrame, 'share' | 'touched' | 'doubtful'> {
  let [covered, touched, doubtful] = [0, 0, 0];
  for (let y = 0, at = 0; y < height; y++) {
    let from = (top + y) * matte.width + left;
    for (const end = at + width; at < end; at++, from++) {
      const [ink, alpha] = [shares[at] ?? 0, matte.alpha[from] ?? 0];
      covered += ink * alpha;
      if (alpha >= coveredFrom) {
        touched += ink;
        doubtful += alpha < wholeFrom ? ink : 0;
      }
    }
  }
  return { share: covered / (255 * area), touched: touched / area, doubtful: doubtful / area };
}

/** The coverage of the letters in one frame. */
export type CoveredFrame = {
  readonly share: number;
  /**
   * The shares of the letters' area in cells that the frame covers at least partly, and in cells that it covers half transparently.
   */
  readonly touched: number;
  readonly doubtful: number;
  readonly atSeconds: number;
  readonly durationSeconds: number;
};

/** Returns the half-transparent share of the covered area, 0 to 1; 0 if nothing is covered. */
export function doubtfulShare(frames: readonly CoveredFrame[]): number {
  const sum = (of: (frame: CoveredFrame) => number): number =>
    frames.reduce((total, frame) => total + of(frame) * frame.durationSeconds, 0);
  const touched = sum((frame) => frame.touched);
  return touched > 0 ? round(sum(({ doubtful }) => doubtful) / touched) : 0;
}

type TimedShare = Pick<CoveredFrame, 'share' | 'atSeconds' | 'durationSeconds'>;

/** The minimum over all frames, the average, and the maximum. */
type Range = { readonly least: number; readonly mean: number; readonly most: number };

/** Summarises frames, weighted by their duration; 0 without frames. */
export function summarise(frames: readonly TimedShare[]): Range {
  const seconds = frames.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const sum = frames.reduce((total, { share, durationSeconds }) => total + share * durationSeconds, 0);
  const least = frames.reduce((found, { share }) => Math.min(found, share), 1);
  const most = frames.reduce((found, { share }) => Math.max(found, share), 0);
  return {
    least: round(Math.min(least, most)),
    mean: round(seconds > 0 ? sum / seconds : most),
    most: round(most),
  };
}

/** The precision of measurements. */
const round = (share: number): number => Math.round(share * 1e4) / 1e4;

/** Frames whose shares differ by no more than this look the same. */
const sameShare = 0.005;

/**
 * Finds the times of the frames nearest to the summary. Of several, it returns the one that is decoded fastest: the first after a
 * key frame.
 */
export function findTimes(frames: readonly TimedShare[], range: Range): Range {
  const nearest = (wanted: number): number => {
    const getDistance = ({ share }: TimedShare): number => Math.abs(share - wanted);
    const least = frames.reduce((found, frame) => Math.min(found, getDistance(frame)), Number.POSITIVE_INFINITY);
    const [best] = frames
      .filter((frame) => getDistance(frame) <= least + sameShare)
      .toSorted((one, other) => afterKeyFrame(one) - afterKeyFrame(other));
    return best?.atSeconds ?? 0;
  };
  return { least: nearest(range.least), mean: nearest(range.mean), most: nearest(range.most) };
}

/** Returns the time since the last key frame of the cutout, whose key frames are at even distances. */
const afterKeyFrame = ({ atSeconds }: TimedShare): number => atSeconds % keyFrameSeconds;
