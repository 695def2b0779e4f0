import type { StageState } from '#core/cut-out-checkpoint.ts';
import { SceneComparer } from './scene-change.ts';

/** At a cut motion leaves at least this much unexplained (`SceneChange`); less in levels is noise, or the dark end of a fade. */
const leastRatio = 0.55;
const leastLeft = 5;
/** Where much changes all the time, a cut stands out from that by this factor; more than `surelyCut` is never asked for. */
const leastContrast = 2;
const surelyCut = 0.95;
/** How fast what changes all the time is learnt and forgotten. */
const memoryLoss = 0.4;
/** Where the old scene is back after no more frames than this, it was a flash. */
const longestFlash = 4;
/** The share that two pictures have in common (`getSharedPart`) where something enters or leaves the same scene. */
const minSharedPart = 0.45;
/** The most that a pan leaves of the difference (`getPanRatio`) where the camera is moved quickly. */
const maxPanRatio = 0.25;

/**
 * Finds hard cuts in a row of small luma pictures: where little of a picture is to be found in the one before, most of the picture is new,
 * and no pan explains it. It knows no later pictures; `CutCandidates` withdraws cuts by those. docs/benchmarks/scene-cuts.md measures both.
 *
 * Measured at 256 by 144 on decoded pieces of 18 real clips, put together without encoding them again, before occluders and pans were
 * told apart. Found: 142 of 142 cuts between two clips, 144 of 144 to a part of the same shot at 1.5 and 2 times its size, 61 of 72 to
 * the shot mirrored. No false cut: whole clips, 142 dissolves and 142 fades through black, noise, and slow pans and zooms.
 */
export class SceneCuts {
  readonly #comparer: SceneComparer;
  #before: Float32Array;
  #next: Float32Array;
  /** The last picture before the last cut. */
  readonly #lastScene: Float32Array;
  /** Frames since the last cut; counted no further than it matters. */
  #sinceCut = longestFlash + 1;
  #usualRatio = 0;
  #lastRatio = 0;
  #isFirst = true;

  /** `size` is that of the pictures. */
  constructor(size: { readonly width: number; readonly height: number }) {
    this.#comparer = new SceneComparer(size);
    const thumbnail = (): Float32Array => new Float32Array(this.#comparer.thumbnailSize);
    this.#before = thumbnail();
    this.#next = thumbnail();
    this.#lastScene = thumbnail();
  }

  /** Whether `luma`, 0..255, starts another scene than the picture before. The first picture starts none. */
  isCut(luma: ArrayLike<number>): boolean {
    this.#comparer.shrink(luma, this.#next);
    const isCut = !this.#isFirst && this.#isOther();
    if (isCut) {
      this.#lastScene.set(this.#before);
    }
    this.#sinceCut = isCut ? 1 : Math.min(longestFlash, this.#sinceCut) + 1;
    this.#isFirst = false;
    [this.#before, this.#next] = [this.#next, this.#before];
    return isCut;
  }

  /** How much of the last picture was not found in the one before, 0..1. */
  get lastRatio(): number {
    return this.#lastRatio;
  }

  save(): StageState {
    const numbers = [Number(this.#isFirst), this.#usualRatio, this.#sinceCut];
    return { numbers, arrays: [this.#before.slice(), this.#lastScene.slice()] };
  }

  restore({
    numbers: [isFirst, usualRatio = 0, sinceCut = longestFlash + 1],
    arrays: [before, lastScene],
  }: StageState): void {
    this.#isFirst = isFirst === 1;
    this.#usualRatio = usualRatio;
    this.#sinceCut = sinceCut;
    this.#before.set(before ?? []);
    this.#lastScene.set(lastScene ?? []);
  }

  #isOther(): boolean {
    const { left, ratio } = this.#comparer.compare(this.#next, this.#before, leastRatio);
    const least = Math.min(surelyCut, Math.max(leastRatio, leastContrast * this.#usualRatio));
    const counted = left < leastLeft ? 0 : Math.min(1, ratio);
    this.#usualRatio += memoryLoss * (counted - this.#usualRatio);
    this.#lastRatio = counted;
    return counted >= least && !this.#isFlashOver() && !this.#isSameScene();
  }

  /** Whether something has only entered the scene or left it, or the camera has moved on. */
  #isSameScene(): boolean {
    return (
      this.#comparer.getSharedPart(this.#next, this.#before) >= minSharedPart ||
      this.#comparer.getPanRatio(this.#next, this.#before) <= maxPanRatio
    );
  }

  #isFlashOver(): boolean {
    return (
      this.#sinceCut <= longestFlash &&
      this.#comparer.compare(this.#next, this.#lastScene, leastRatio).ratio < leastRatio
    );
  }
}
