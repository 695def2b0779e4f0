import type { FindTargetOptions } from '#core/analysis/track.ts';
import type { Picture } from '#core/lib/picture.ts';

type Window = FindTargetOptions['window'];

/** The images at a moment of a window, and a little later. */
export type Seen = { readonly atSeconds: number; readonly picture: Picture; readonly later: Picture };

/** The images of a window. */
export type SeenWindow = { readonly window: Window; readonly seen: readonly Seen[] };

/**
 * The moments of a window at which targets are searched, as shares of it. The middle is first, because it is tracked in both
 * directions.
 */
const moments = [0.5, 0.25, 0.75, 0.08, 0.92] as const;
/** The long side of the images. */
export const momentPicturePx = 640;
/** The time between the two frames of a moment, which show motion. */
const motionSeconds = 0.2;
/** The maximum difference of the ends of windows that count as the same. */
const sameSeconds = 0.1;

/** Returns the times at which frames of a window are read, in rising order. */
export function timesToSee(window: Window): number[] {
  return listMoments(window)
    .flatMap(({ atSeconds, laterSeconds }) => [atSeconds, laterSeconds])
    .toSorted((one, other) => one - other);
}

/** Returns the moments in order, from the images at those times; unreadable moments are left out. */
export function toSeen(window: Window, pictures: ReadonlyMap<number, Picture>): Seen[] {
  return listMoments(window).flatMap(({ atSeconds, laterSeconds }) => {
    const [picture, later] = [pictures.get(atSeconds), pictures.get(laterSeconds)];
    return picture && later ? [{ atSeconds, picture, later }] : [];
  });
}

function listMoments({ startSeconds, endSeconds }: Window) {
  return moments.map((share) => {
    const atSeconds = startSeconds + share * (endSeconds - startSeconds);
    const laterSeconds = Math.max(0, Math.min(atSeconds + motionSeconds, endSeconds - 1e-3));
    return { atSeconds, laterSeconds };
  });
}

/** Collects the images of a window from frames in the order of time. */
export class MomentWatch {
  readonly #window: Window;
  readonly #waiting: number[];
  readonly #pictures = new Map<number, Picture>();
  #hasFrames = false;

  constructor(window: Window) {
    this.#window = window;
    this.#waiting = timesToSee(window);
  }

  /** Adds a frame that is shown until `endSeconds`. `toPicture` creates its image if one is needed. */
  add(endSeconds: number, toPicture: () => Picture): void {
    let picture: Picture | null = null;
    this.#hasFrames = true;
    for (let next = this.#waiting[0]; next !== undefined && next < endSeconds; next = this.#waiting[0]) {
      picture ??= toPicture();
      this.#pictures.set(next, picture);
      this.#waiting.shift();
    }
  }

  /**
   * Uses the last frame, created by `toPicture`, for the remaining moments, because a file may end early. Empty if there was no
   * frame.
   */
  finish(toPicture: () => Picture): SeenWindow {
    if (this.#hasFrames && this.#waiting.length > 0) {
      const last = toPicture();
      this.#waiting.forEach((time) => this.#pictures.set(time, last));
    }
    return { window: this.#window, seen: toSeen(this.#window, this.#pictures) };
  }
}

/** Returns whether two windows are the same. */
export const isSeen = (window: Window, seen: Window): boolean =>
  Math.abs(window.startSeconds - seen.startSeconds) < sameSeconds &&
  Math.abs(window.endSeconds - seen.endSeconds) < sameSeconds;
