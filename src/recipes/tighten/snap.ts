import type { TimeRange } from '../input.ts';

/** Further than this no edge is moved: where a picture stands still for seconds, the cut lies within it. */
const mostSeconds = 0.05;
/** Times that are nearer are the same, by rounding. */
const sameSeconds = 1e-6;

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
   * most, however many they are; but into none of the parts of `protect`, which the ranges do not overlap.
   */
  ranges<T extends TimeRange>(ranges: readonly T[], protect: readonly TimeRange[] = []): T[] {
    let owed = 0;
    let earliest = 0;
    return ranges.map((range) => {
      const [from, to] = roomOf(range, protect);
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

  /** The frame that was found, or where that is too early the first one that is not, or the very time. */
  #notBefore(least: number, found: number): number {
    if (found >= least - sameSeconds) {
      return found;
    }
    const next = this.#times
      ? (this.#times[indexFrom(this.#times, least)] ?? least)
      : Math.ceil(least * this.#frameRate - sameSeconds) / this.#frameRate;
    return next - least <= mostSeconds ? Math.min(this.#clipSeconds, next) : least;
  }

  /** As `#notBefore`, for the end of a range. */
  #notAfter(most: number, found: number): number {
    if (found <= most + sameSeconds) {
      return found;
    }
    const before = this.#times
      ? (this.#times[indexFrom(this.#times, most + sameSeconds) - 1] ?? most)
      : Math.floor(most * this.#frameRate + sameSeconds) / this.#frameRate;
    return most - before <= mostSeconds ? before : most;
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

/** Between which times the edges of a range may be moved: up to the nearest protected part before it, and behind it. */
function roomOf({ startSeconds, endSeconds }: TimeRange, protect: readonly TimeRange[]): [from: number, to: number] {
  const before = protect.filter((part) => part.endSeconds <= startSeconds + sameSeconds);
  const behind = protect.filter((part) => part.startSeconds >= endSeconds - sameSeconds);
  return [
    Math.max(0, ...before.map((part) => part.endSeconds)),
    Math.min(Infinity, ...behind.map((part) => part.startSeconds)),
  ];
}

/** The index of the first time that is not before `seconds`; of the last one where all are. */
function indexFrom(times: ArrayLike<number>, seconds: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = (times[middle] ?? 0) < seconds ? [middle + 1, high] : [low, middle];
  }
  return low;
}

function nearestOf(times: ArrayLike<number>, seconds: number): number {
  const low = indexFrom(times, seconds);
  const [before, after] = [times[low - 1], times[low]];
  if (before === undefined || after === undefined) {
    return after ?? before ?? seconds;
  }
  return seconds - before < after - seconds ? before : after;
}
