import type { TimeRange } from '../input.ts';

/** Further than this no edge is moved: where a picture stands still for seconds, the cut lies within it. */
const mostSeconds = 0.05;

/** Brings times to the starts of a clip's frames. */
export class Snap {
  readonly #times: ArrayLike<number> | null;
  readonly #frameRate: number;
  readonly #clipSeconds: number;

  /** `times` says when each frame is shown, in order; null where frames come at the even rate. */
  constructor(times: ArrayLike<number> | null, frameRate: number, clipSeconds: number) {
    this.#times = times;
    this.#frameRate = frameRate;
    this.#clipSeconds = clipSeconds;
  }

  /**
   * Ranges in order, each edge on a frame. Edges are rounded such that what the ranges cover together is off by half a frame at
   * most, however many they are.
   */
  ranges<T extends TimeRange>(ranges: readonly T[]): T[] {
    let owed = 0;
    let earliest = 0;
    return ranges.map((range) => {
      const startSeconds = Math.max(earliest, this.#nearest(range.startSeconds));
      const wanted = range.endSeconds - range.startSeconds + owed;
      const isLast = range.endSeconds >= this.#clipSeconds - 1e-6;
      const endSeconds = isLast ? this.#clipSeconds : Math.max(startSeconds, this.#nearest(startSeconds + wanted));
      owed = isLast ? 0 : wanted - (endSeconds - startSeconds);
      earliest = endSeconds;
      return { ...range, startSeconds, endSeconds };
    });
  }

  #nearest(seconds: number): number {
    if (seconds <= 0) {
      return 0;
    }
    const found = this.#times
      ? nearestOf(this.#times, seconds)
      : Math.round(seconds * this.#frameRate) / this.#frameRate;
    const isNear = Math.abs(found - seconds) <= mostSeconds;
    return Math.min(this.#clipSeconds, isNear ? Math.max(0, found) : seconds);
  }
}

function nearestOf(times: ArrayLike<number>, seconds: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = (times[middle] ?? 0) < seconds ? [middle + 1, high] : [low, middle];
  }
  const [before, after] = [times[low - 1], times[low]];
  if (before === undefined || after === undefined) {
    return after ?? before ?? seconds;
  }
  return seconds - before < after - seconds ? before : after;
}
