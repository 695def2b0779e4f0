import type { SceneComparer } from '../scene-change.ts';

/** The maximum duration of an interruption of one shot, such as a flash or a person who passes the camera. */
const maxInterruptionSeconds = 0.4;
/** The maximum change of an image in which the scene has returned, as a ratio and in levels (`SceneChange`). */
const maxReturnRatio = 0.4;
const maxReturnLeft = 4;
/** The distance between remembered images before a cut. The last of them can be partly hidden already. */
const memorySeconds = 0.1;
/**
 * The minimum frames of a whip pan, which differ from the frame before by at least this ratio, and which a pan explains
 * (`getPanRatio`).
 */
const minPanFrames = 3;
const minMotionRatio = 0.4;
const maxPanRatio = 0.6;

/** An image and its difference from the image before, from `SceneCuts`. */
type Seen = {
  readonly thumbnail: Float32Array;
  readonly atSeconds: number;
  readonly isCut: boolean;
  readonly ratio: number;
};

/** A cut that the next frames can withdraw. `moving` counts the consecutive frames that differ, including that of the cut. */
type Candidate = {
  readonly atSeconds: number;
  readonly before: readonly Float32Array[];
  readonly isPan: boolean;
  moving: number;
  isMoving: boolean;
};

/**
 * Holds hard cuts until the following frames confirm them. No shot begins if the scene returns within a moment, or in a whip pan.
 */
export class CutCandidates {
  readonly #comparer: SceneComparer;
  readonly #before: Float32Array;
  #memory: Pick<Seen, 'thumbnail' | 'atSeconds'>[] = [];
  #waiting: Candidate[] = [];
  #moving = 0;

  constructor(comparer: SceneComparer) {
    this.#comparer = comparer;
    this.#before = new Float32Array(comparer.thumbnailSize);
  }

  /** Adds the next image. Returns the times of the cuts that are now certain. */
  add(seen: Seen): number[] {
    const { thumbnail, atSeconds, isCut, ratio } = seen;
    const isMoving = ratio >= minMotionRatio;
    for (const one of this.#waiting) {
      one.isMoving &&= isMoving;
      one.moving += one.isMoving ? 1 : 0;
    }
    const isBack = this.#withdraw(thumbnail, atSeconds);
    if (isCut && !isBack) {
      const isPan = this.#comparer.getPanRatio(thumbnail, this.#before) <= maxPanRatio;
      const before = [this.#before.slice(), ...this.#memory.map((one) => one.thumbnail)];
      this.#waiting.push({ atSeconds, before, isPan, moving: this.#moving + 1, isMoving: true });
    }
    this.#moving = isMoving ? this.#moving + 1 : 0;
    this.#before.set(thumbnail);
    this.#remember(seen);
    return this.#settle((one) => atSeconds - one.atSeconds > maxInterruptionSeconds);
  }

  /** Returns the times of the remaining cuts. */
  finish(): number[] {
    return this.#settle(() => true);
  }

  /** Withdraws the first cut whose scene has returned, and all cuts after it. Returns whether there was one. */
  #withdraw(thumbnail: Float32Array, atSeconds: number): boolean {
    const isSeen = (before: Float32Array): boolean => {
      const { ratio, left } = this.#comparer.compare(thumbnail, before, maxReturnRatio);
      return ratio <= maxReturnRatio || left <= maxReturnLeft;
    };
    const at = this.#waiting.findIndex(
      (one) => atSeconds - one.atSeconds <= maxInterruptionSeconds && one.before.some(isSeen),
    );
    this.#waiting = at < 0 ? this.#waiting : this.#waiting.slice(0, at);
    return at >= 0;
  }

  /** Remembers some images of the time in which an interruption may have begun. */
  #remember({ thumbnail, atSeconds }: Seen): void {
    const last = this.#memory.at(-1);
    if (last && atSeconds - last.atSeconds < memorySeconds) {
      return;
    }
    const recent = this.#memory.filter((one) => atSeconds - one.atSeconds <= maxInterruptionSeconds);
    this.#memory = [...recent, { thumbnail: thumbnail.slice(), atSeconds }];
  }

  #settle(isOver: (one: Candidate) => boolean): number[] {
    const over = this.#waiting.filter(isOver);
    this.#waiting = this.#waiting.filter((one) => !over.includes(one));
    return over.filter(({ isPan, moving }) => !isPan || moving < minPanFrames).map(({ atSeconds }) => atSeconds);
  }
}
