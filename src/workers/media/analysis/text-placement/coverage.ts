import type { Size } from '#core/size.ts';
import { keyFrameSeconds } from '../../sinks/key-frames.ts';

/** Letters on a grid of cells: the share of each cell that they fill, 0 to 1, of those cells that they touch. */
export type Letters = {
  /** The cells that are touched lie within this box. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Row by row within the box. */
  readonly shares: Float32Array;
  /** The sum of all shares, in cells. */
  readonly area: number;
};

/** Where the letters are; null where there are none. `alpha` has one byte a cell of the grid. */
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

/** The share of the letters' area that a matte covers, with the letters moved by whole cells. They must stay within the grid. */
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

/** Cells from the first value on count as covered, and those below the second as half transparent. */
const [coveredFrom, wholeFrom] = [51, 204];

/** How much of the letters' area a matte covers, and how firmly. */
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

/** How much of the letters a frame covers. */
export type CoveredFrame = {
  readonly share: number;
  /** The shares of the letters' area that the frame covers, if only in part, and that it covers half transparently. */
  readonly touched: number;
  readonly doubtful: number;
  readonly atSeconds: number;
  readonly durationSeconds: number;
};

/** What of all that is covered is so half transparently, 0 to 1; 0 where nothing is covered. */
export function doubtfulShare(frames: readonly CoveredFrame[]): number {
  const sum = (of: (frame: CoveredFrame) => number): number =>
    frames.reduce((total, frame) => total + of(frame) * frame.durationSeconds, 0);
  const touched = sum((frame) => frame.touched);
  return touched > 0 ? round(sum(({ doubtful }) => doubtful) / touched) : 0;
}

type TimedShare = Pick<CoveredFrame, 'share' | 'atSeconds' | 'durationSeconds'>;

/** Something of the frame that covers least, of all on average, and of the frame that covers most. */
type Range = { readonly least: number; readonly mean: number; readonly most: number };

/** What frames come to, each for as long as it is shown; 0 where there are none. */
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

/** No measurement is finer. */
const round = (share: number): number => Math.round(share * 1e4) / 1e4;

/** Frames whose shares differ by no more look the same. */
const sameShare = 0.005;

/** When frames are as near as any to what all come to; of several the one that is decoded soonest, as it follows a key frame. */
export function findTimes(frames: readonly TimedShare[], range: Range): Range {
  const nearest = (wanted: number): number => {
    const distanceOf = ({ share }: TimedShare): number => Math.abs(share - wanted);
    const least = frames.reduce((found, frame) => Math.min(found, distanceOf(frame)), Number.POSITIVE_INFINITY);
    const [best] = frames
      .filter((frame) => distanceOf(frame) <= least + sameShare)
      .toSorted((one, other) => afterKeyFrame(one) - afterKeyFrame(other));
    return best?.atSeconds ?? 0;
  };
  return { least: nearest(range.least), mean: nearest(range.mean), most: nearest(range.most) };
}

/** How long after a key frame of the cut-out, which has them at even distances. */
const afterKeyFrame = ({ atSeconds }: TimedShare): number => atSeconds % keyFrameSeconds;
