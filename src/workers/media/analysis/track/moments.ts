import type { FindTargetOptions } from '#core/analysis/track.ts';
import type { Picture } from '#core/picture.ts';

type Window = FindTargetOptions['window'];

/** What is seen at a moment of a window, and a little later. */
export type Seen = { readonly atSeconds: number; readonly picture: Picture; readonly later: Picture };

/** What was seen of a window. */
export type SeenWindow = { readonly window: Window; readonly seen: readonly Seen[] };

/** Where in a window targets are looked for, as shares of it; the middle first, as that is tracked both ways. */
const moments = [0.5, 0.25, 0.75, 0.08, 0.92] as const;
/** The long side of the pictures that are looked at. */
export const momentPicturePx = 640;
/** How far apart the two frames are in which something moves. */
const motionSeconds = 0.2;
/** Ends of windows that are so near to each other are the same. */
const sameSeconds = 0.1;

/** The times at which a window is looked at, in rising order. */
export function timesToSee(window: Window): number[] {
  return listMoments(window)
    .flatMap(({ atSeconds, laterSeconds }) => [atSeconds, laterSeconds])
    .toSorted((one, other) => one - other);
}

/** The moments in their order, of the pictures of those times; what could not be read is left out. */
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

/** Takes the pictures of a window from frames that pass in the order of time. */
export class MomentWatch {
  readonly #window: Window;
  readonly #waiting: number[];
  readonly #pictures = new Map<number, Picture>();
  #hasFrames = false;

  constructor(window: Window) {
    this.#window = window;
    this.#waiting = timesToSee(window);
  }

  /** Looks at a frame that is shown until `endSeconds`; `toPicture` makes a picture of it, if it is one of those. */
  add(endSeconds: number, toPicture: () => Picture): void {
    let picture: Picture | null = null;
    this.#hasFrames = true;
    for (let next = this.#waiting[0]; next !== undefined && next < endSeconds; next = this.#waiting[0]) {
      picture ??= toPicture();
      this.#pictures.set(next, picture);
      this.#waiting.shift();
    }
  }

  /** What could not be seen, as a file may end before it says, shows the last frame, which `toPicture` makes; nothing where there was none. */
  finish(toPicture: () => Picture): SeenWindow {
    if (this.#hasFrames && this.#waiting.length > 0) {
      const last = toPicture();
      this.#waiting.forEach((time) => this.#pictures.set(time, last));
    }
    return { window: this.#window, seen: toSeen(this.#window, this.#pictures) };
  }
}

/** Whether a window is the one that was seen. */
export const isSeen = (window: Window, seen: Window): boolean =>
  Math.abs(window.startSeconds - seen.startSeconds) < sameSeconds &&
  Math.abs(window.endSeconds - seen.endSeconds) < sameSeconds;
