import type { StageState } from '#core/model/cut-out-checkpoint.ts';
import { SceneComparer } from './scene-change.ts';

/**
 * The minimum difference that motion compensation leaves at a cut (`SceneChange`). Smaller differences in levels are noise, or the
 * dark end of a fade.
 */
const minRatio = 0.55;
const minLeft = 5;
/** The factor by which a cut exceeds the usual change. A ratio of `surelyCut` is always enough. */
const minContrast = 2;
const surelyCut = 0.95;
/** The rate at which the usual change is learnt and forgotten. */
const memoryLoss = 0.4;
/** The maximum number of frames of a flash, after which the old scene returns. */
const longestFlash = 4;
/** The minimum share that two images have in common (`getSharedPart`) if something enters or leaves the same scene. */
const minSharedPart = 0.45;
/** The maximum difference that a pan leaves (`getPanRatio`) if the camera moves quickly. */
const maxPanRatio = 0.25;

/**
 * Finds hard cuts in a sequence of small luma images: frames of which little is found in the frame before, most is new, and no pan
 * explains the change. It has no lookahead; `CutCandidates` withdraws cuts by later frames. docs/benchmarks/scene-cuts.md measures
 * both.
 * Measured at 256 by 144 on decoded segments of 18 real clips, joined without encoding them again, before occluders and pans were
 * told apart. Found: 142 of 142 cuts between two clips, 144 of 144 to a part of the same shot at 1.5 and 2 times its size, 61 of 72
 * to the shot mirrored. No false cut: whole clips, 142 dissolves and 142 fades through black, noise, and slow pans and zooms.
 */
export class SceneCuts {
  readonly #comparer: SceneComparer;
  #before: Float32Array;
  #next: Float32Array;
  /** The last frame before the last cut. */
  readonly #lastScene: Float32Array;
  /** Frames since the last cut, counted only as far as needed. */
  #sinceCut = longestFlash + 1;
  #usualRatio = 0;
  #lastRatio = 0;
  #isFirst = true;

  /** `size` is the size of the images. */
  constructor(size: { readonly width: number; readonly height: number }) {
    this.#comparer = new SceneComparer(size);
    const thumbnail = (): Float32Array => new Float32Array(this.#comparer.thumbnailSize);
    this.#before = thumbnail();
    this.#next = thumbnail();
    this.#lastScene = thumbnail();
  }

  /** Returns whether `luma`, 0..255, starts another scene. The first image starts none. */
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

  /** The share of the last image that was not found in the image before, 0..1. */
  get lastRatio(): number {
    return this.#lastRatio;
  }

  /** The thumbnail of the last image (`SceneComparer`). It changes with the next image. */
  get lastThumbnail(): Float32Array {
    return this.#before;
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
    const { left, ratio } = this.#comparer.compare(this.#next, this.#before, minRatio);
    const least = Math.min(surelyCut, Math.max(minRatio, minContrast * this.#usualRatio));
    const counted = left < minLeft ? 0 : Math.min(1, ratio);
    this.#usualRatio += memoryLoss * (counted - this.#usualRatio);
    this.#lastRatio = counted;
    return counted >= least && !this.#isFlashOver() && !this.#isSameScene();
  }

  /** Returns whether something entered or left the scene, or the camera moved. */
  #isSameScene(): boolean {
    return (
      this.#comparer.getSharedPart(this.#next, this.#before) >= minSharedPart ||
      this.#comparer.getPanRatio(this.#next, this.#before) <= maxPanRatio
    );
  }

  #isFlashOver(): boolean {
    return (
      this.#sinceCut <= longestFlash && this.#comparer.compare(this.#next, this.#lastScene, minRatio).ratio < minRatio
    );
  }
}
