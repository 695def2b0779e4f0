import type { SceneComparer } from '../scene-change.ts';

/** Something that hides the scene for no longer is an interruption of one shot: a flash, or somebody who passes the camera. */
const maxInterruptionSeconds = 0.4;
/** The scene is back where no more of a picture than this is new (`SceneChange`). */
const maxReturnRatio = 0.4;
/** In a whip pan this many frames in a row differ from the one before by this ratio, and a pan explains them (`getPanRatio`). */
const minPanFrames = 3;
const minMotionRatio = 0.4;
const maxPanRatio = 0.6;

/** A picture and how it differs from the one before, as `SceneCuts` says. */
type Seen = {
  readonly thumbnail: Float32Array;
  readonly atSeconds: number;
  readonly isCut: boolean;
  readonly ratio: number;
};

/** A cut that the next frames may withdraw. `moving` counts frames in a row that differ, with that of the cut. */
type Candidate = {
  readonly atSeconds: number;
  readonly before: Float32Array;
  readonly isPan: boolean;
  moving: number;
  isMoving: boolean;
};

/**
 * Hard cuts that wait for the frames after them: where the scene returns within a moment, or the frames around are those of a whip pan,
 * no shot begins.
 */
export class CutCandidates {
  readonly #comparer: SceneComparer;
  readonly #before: Float32Array;
  #waiting: Candidate[] = [];
  #moving = 0;

  constructor(comparer: SceneComparer) {
    this.#comparer = comparer;
    this.#before = new Float32Array(comparer.thumbnailSize);
  }

  /** Adds the next picture. Returns the times of the cuts that are certain by now. */
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
      this.#waiting.push({ atSeconds, before: this.#before.slice(), isPan, moving: this.#moving + 1, isMoving: true });
    }
    this.#moving = isMoving ? this.#moving + 1 : 0;
    this.#before.set(thumbnail);
    return this.#settle((one) => atSeconds - one.atSeconds > maxInterruptionSeconds);
  }

  /** Returns the times of the cuts that still wait. */
  finish(): number[] {
    return this.#settle(() => true);
  }

  /** Withdraws the first cut whose scene is back, and all after it. Returns whether there was one. */
  #withdraw(thumbnail: Float32Array, atSeconds: number): boolean {
    const at = this.#waiting.findIndex(
      (one) =>
        atSeconds - one.atSeconds <= maxInterruptionSeconds &&
        this.#comparer.compare(thumbnail, one.before, maxReturnRatio).ratio <= maxReturnRatio,
    );
    this.#waiting = at < 0 ? this.#waiting : this.#waiting.slice(0, at);
    return at >= 0;
  }

  #settle(isOver: (one: Candidate) => boolean): number[] {
    const over = this.#waiting.filter(isOver);
    this.#waiting = this.#waiting.filter((one) => !over.includes(one));
    return over.filter(({ isPan, moving }) => !isPan || moving < minPanFrames).map(({ atSeconds }) => atSeconds);
  }
}
