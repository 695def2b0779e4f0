import { documentLimits } from './limits.ts';

/**
 * Where times meet frames: all rounding of the timeline is here. Times are seconds, rates frames per second. A frame at index
 * n lasts from n / rate to (n + 1) / rate and shows what is true at its middle, where no edge of an item can lie by rounding.
 */

/** How far two times may lie apart and still be the same, by float rounding, in frames. */
const roundingFrames = 1e-4;

/** The time at which a scene is evaluated for the frame at `index`. */
export const middleOfFrame = (index: number, frameRate: number): number => (index + 0.5) / frameRate;

/** The index of the frame that is shown at a time. */
export const frameAt = (seconds: number, frameRate: number): number => Math.floor(seconds * frameRate + roundingFrames);

/** The nearest start of a frame. */
export const snapToFrame = (seconds: number, frameRate: number): number => toFrames(seconds, frameRate) / frameRate;

/** A time that was reckoned from others: exactly on the start of a frame where it is so but for rounding. */
export function tidyTime(seconds: number, frameRate: number): number {
  const snapped = snapToFrame(seconds, frameRate);
  return isEqualTime(snapped, seconds, frameRate) ? snapped : seconds;
}

/** Whether a time is the start of a frame but for rounding. */
export const isOnFrame = (seconds: number, frameRate: number): boolean =>
  isEqualTime(seconds, snapToFrame(seconds, frameRate), frameRate);

/** Whether two times are the same but for rounding. */
export const isEqualTime = (seconds: number, other: number, frameRate: number): boolean =>
  Math.abs(seconds - other) * frameRate < roundingFrames;

/** A length in whole frames, or the index of the frame that starts nearest to a time. */
export const toFrames = (seconds: number, frameRate: number): number => Math.round(seconds * frameRate);

/** Whether one time is before another by at least half a frame. */
export const isBefore = (seconds: number, other: number, frameRate: number): boolean =>
  (other - seconds) * frameRate >= 0.5 - roundingFrames;

/** Whether two times lie less than half a frame apart. */
export const isSameTime = (seconds: number, other: number, frameRate: number): boolean =>
  !isBefore(seconds, other, frameRate) && !isBefore(other, seconds, frameRate);

/** A rate that a canvas can have, nearest to that of a file, which may be any. */
export const toCanvasRate = (frameRate: number): number =>
  Math.min(documentLimits.mostFrameRate, Math.max(documentLimits.leastFrameRate, frameRate));

/** The frames of a file that shows a span of the canvas at a rate of its own. */
export type FrameGrid = {
  /** At least one. */
  readonly count: number;
  /** Where the frame begins in the file. */
  readonly timestampOf: (index: number) => number;
  /** The time of the canvas whose scene the frame shows. */
  readonly sceneTimeOf: (index: number) => number;
};

/** The grid of a file's frames: constant in rate, the first at the start of the span. */
export function frameGrid(
  { startSeconds, endSeconds }: { readonly startSeconds: number; readonly endSeconds: number },
  frameRate: number,
): FrameGrid {
  return {
    // A frame whose middle is the very end would show nothing.
    count: Math.max(1, Math.ceil((endSeconds - startSeconds) * frameRate - 0.5 - roundingFrames)),
    timestampOf: (index) => index / frameRate,
    sceneTimeOf: (index) => startSeconds + middleOfFrame(index, frameRate),
  };
}
