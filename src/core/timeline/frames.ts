import { documentLimits } from './limits.ts';

/**
 * Conversions between times and frames: all rounding of the timeline. Times are seconds, rates are frames per second. The frame at
 * index n lasts from n / rate to (n + 1) / rate and shows the scene at its middle, where rounding never puts the edge of an item.
 */

/** The tolerance for equal times after floating-point rounding, in frames. */
const roundingFrames = 1e-4;

/** Returns the time at which a scene is evaluated for the frame at `index`. */
export const middleOfFrame = (index: number, frameRate: number): number => (index + 0.5) / frameRate;

/** Returns the index of the frame that is shown at a time. */
export const frameAt = (seconds: number, frameRate: number): number => Math.floor(seconds * frameRate + roundingFrames);

/** Returns the nearest start of a frame. */
export const snapToFrame = (seconds: number, frameRate: number): number => toFrames(seconds, frameRate) / frameRate;

/** Corrects the rounding of a computed time: returns the exact start of a frame if the time is within the tolerance. */
export function tidyTime(seconds: number, frameRate: number): number {
  const snapped = snapToFrame(seconds, frameRate);
  return isEqualTime(snapped, seconds, frameRate) ? snapped : seconds;
}

/** Whether a time is the start of a frame, within the tolerance. */
export const isOnFrame = (seconds: number, frameRate: number): boolean =>
  isEqualTime(seconds, snapToFrame(seconds, frameRate), frameRate);

/** Whether two times are equal, within the tolerance. */
export const isEqualTime = (seconds: number, other: number, frameRate: number): boolean =>
  Math.abs(seconds - other) * frameRate < roundingFrames;

/** Converts a duration to whole frames, or a time to the index of the frame that starts nearest to it. */
export const toFrames = (seconds: number, frameRate: number): number => Math.round(seconds * frameRate);

/** Whether one time is before another by at least half a frame. */
export const isBefore = (seconds: number, other: number, frameRate: number): boolean =>
  (other - seconds) * frameRate >= 0.5 - roundingFrames;

/** Whether two times are less than half a frame apart. */
export const isSameTime = (seconds: number, other: number, frameRate: number): boolean =>
  !isBefore(seconds, other, frameRate) && !isBefore(other, seconds, frameRate);

/** Returns the frame rate of a canvas that is nearest to the frame rate of a file. */
export const toCanvasRate = (frameRate: number): number =>
  Math.min(documentLimits.maxFrameRate, Math.max(documentLimits.minFrameRate, frameRate));

/** The frames of a file that shows a span of the canvas at its own frame rate. */
export type FrameGrid = {
  /** The number of frames, at least one. */
  readonly count: number;
  /** Returns the start time of the frame in the file. */
  readonly getTimestamp: (index: number) => number;
  /** Returns the time of the canvas whose scene the frame shows. */
  readonly getSceneTime: (index: number) => number;
};

/** Creates the grid of a file's frames: the frame rate is constant, and the first frame is at the start of the span. */
export function frameGrid(
  { startSeconds, endSeconds }: { readonly startSeconds: number; readonly endSeconds: number },
  frameRate: number,
): FrameGrid {
  return {
    // A frame whose middle is exactly the end would be empty.
    count: Math.max(1, Math.ceil((endSeconds - startSeconds) * frameRate - 0.5 - roundingFrames)),
    getTimestamp: (index) => index / frameRate,
    getSceneTime: (index) => startSeconds + middleOfFrame(index, frameRate),
  };
}
