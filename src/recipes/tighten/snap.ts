import type { TimeRange } from '../input.ts';

/** The maximum distance by which an edge is moved: a cut stays within a frame that lasts for seconds. */
const maxSeconds = 0.05;
/** The tolerance for equal times. */
const sameSeconds = 1e-6;

/** Snaps times to the starts of a clip's frames. */
export class Snap {
  readonly #times: ArrayLike<number> | null;
  readonly #frameRate: number;
  readonly #clipSeconds: number;

  /** `times` contains the timestamp of each frame, in order; null for a constant frame rate. */
  constructor(times: ArrayLike<number> | null, frameRate: number, clipSeconds: number) {
    this.#times = times;
    this.#frameRate = frameRate;
    this.#clipSeconds = clipSeconds;
  }

  /**
   * Snaps both edges of ranges to frames, in order. The rounding keeps the total duration within half a frame for any number of
   * ranges. Edges never move into the parts of `protect`, which the ranges must not overlap.
   */
  ranges<T extends TimeRange>(ranges: readonly T[], protect: readonly TimeRange[] = []): T[] {
    let owed = 0;
    let earliest = 0;
    return ranges.map((range) => {
      const [from, to] = getRoom(range, protect);
      const startSeconds = Math.max(earliest, this.#notBefore(from, this.#nearest(range.startSeconds)));
      const wanted = range.endSeconds - range.startSeconds + owed;
      const isLast = range.endSeconds >= this.#clipSeconds - sameSeconds;
      const endSeconds = isLast
        ? this.#clipSeconds
        : Math.max(startSeconds, this.#notAfter(to, this.#nearest(startSeconds + wanted)));
      owed = isLast ? 0 : wanted - (endSeconds - startSeconds);
      earliest = endSeconds;
      return { ...range, startSeconds, endSeconds };
    });
  }

  /** Returns the found frame; if it is too early, the first one that is not, or the exact time. */
  #notBefore(least: number, found: number): number {
    if (found >= least - sameSeconds) {
      return found;
    }
    const next = this.#times
      ? (this.#times[indexFrom(this.#times, least)] ?? least)
      : Math.ceil(least * this.#frameRate - sameSeconds) / this.#frameRate;
    return next - least <= maxSeconds ? Math.min(this.#clipSeconds, next) : least;
  }

  /** Does the same as `#notBefore` for the end of a range. */
  #notAfter(most: number, found: number): number {
    if (found <= most + sameSeconds) {
      return found;
    }
    const before = this.#times
      ? (this.#times[indexFrom(this.#times, most + sameSeconds) - 1] ?? most)
      : Math.floor(most * this.#frameRate + sameSeconds) / this.#frameRate;
    return most - before <= maxSeconds ? before : most;
  }

  #nearest(seconds: number): number {
    if (seconds <= 0) {
      return 0;
    }
    const found = this.#times
      ? findNearest(this.#times, seconds)
      : Math.round(seconds * this.#frameRate) / this.#frameRate;
    const isNear = Math.abs(found - seconds) <= maxSeconds;
    return Math.min(this.#clipSeconds, isNear ? Math.max(0, found) : seconds);
  }
}

/** Returns the bounds for the edges of a range: the nearest protected parts before and after it. */
function getRoom({ startSeconds, endSeconds }: TimeRange, protect: readonly TimeRange[]): [from: number, to: number] {
  const before = protect.filter((part) => part.endSeconds <= startSeconds + sameSeconds);
  const behind = protect.filter((part) => part.startSeconds >= endSeconds - sameSeconds);
  return [
    Math.max(0, ...before.map((part) => part.endSeconds)),
    Math.min(Infinity, ...behind.map((part) => part.startSeconds)),
  ];
}

/** Returns the index of the first time that is not before `seconds`; of the last one if all are. */
function indexFrom(times: ArrayLike<number>, seconds: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = (times[middle] ?? 0) < seconds ? [middle + 1, high] : [low, middle];
  }
  return low;
}

function findNearest(times: ArrayLike<number>, seconds: number): number {
  const low = indexFrom(times, seconds);
  const [before, after] = [times[low - 1], times[low]];
  if (before === undefined || after === undefined) {
    return after ?? before ?? seconds;
  }
  return seconds - before < after - seconds ? before : after;
}
