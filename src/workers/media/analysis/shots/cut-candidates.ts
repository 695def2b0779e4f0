import type { SceneComparer } from '../scene-change.ts';

/** Something that hides the scene for no longer is an interruption of one shot: a flash, or somebody who passes the camera. */
const maxInterruptionSeconds = 0.4;
/** The scene is back where no more of a picture than this is new, as a ratio or in levels (`SceneChange`). */
const maxReturnRatio = 0.4;
const maxReturnLeft = 4;
/** Pictures before a cut are compared so far apart, as the last of them may be hidden in part already. */
const memorySeconds = 0.1;
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
  readonly before: readonly Float32Array[];
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
  #memory: Pick<Seen, 'thumbnail' | 'atSeconds'>[] = [];
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
      const before = [this.#before.slice(), ...this.#memory.map((one) => one.thumbnail)];
      this.#waiting.push({ atSeconds, before, isPan, moving: this.#moving + 1, isMoving: true });
    }
    this.#moving = isMoving ? this.#moving + 1 : 0;
    this.#before.set(thumbnail);
    this.#remember(seen);
    return this.#settle((one) => atSeconds - one.atSeconds > maxInterruptionSeconds);
  }

  /** Returns the times of the cuts that still wait. */
  finish(): number[] {
    return this.#settle(() => true);
  }

  /** Withdraws the first cut whose scene is back, and all after it. Returns whether there was one. */
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

  /** Keeps some pictures of the time in which an interruption may have begun. */
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
