import type { Shot } from '#core/analysis/shots.ts';
import type { Size } from '#core/lib/size.ts';
import { SceneComparer } from '../scene-change.ts';
import { SceneCuts } from '../scene-cuts.ts';
import { CutCandidates } from './cut-candidates.ts';
import { GradualChanges } from './gradual-changes.ts';

/** An image is black if its mean and its deviation are below these levels, 0 to 255. */
const darkest = { mean: 28, deviation: 6 } as const;
/** The minimum duration of black; shorter black is a flicker. */
const minBlackSeconds = 0.1;
/** The minimum `SceneChange` between the scenes before and after black. If it is smaller, the same scene was dark for a moment. */
const minRatio = 0.55;
/** The minimum duration of a shot: two changes that are closer are one, and the last shot is at least this long. */
const minShotSeconds = 0.1;

/** A span of black, and the last image before it. */
type Black = { readonly startSeconds: number; readonly before: Float32Array | null; lastSeconds: number };

/**
 * Finds the shots of a video from small luma images of all its frames: hard cuts from `SceneCuts`, dissolves, and fades through
 * black, in whose middle the next shot begins.
 */
export class ShotFinder {
  readonly #cuts: SceneCuts;
  readonly #comparer: SceneComparer;
  readonly #candidates: CutCandidates;
  readonly #gradual: GradualChanges;
  readonly #lastLit: Float32Array;
  readonly #starts: number[] = [];
  #hasLit = false;
  #black: Black | null = null;

  /** `size` is the size of the images. */
  constructor(size: Size) {
    this.#cuts = new SceneCuts(size);
    this.#comparer = new SceneComparer(size);
    this.#candidates = new CutCandidates(this.#comparer);
    this.#gradual = new GradualChanges(this.#comparer);
    this.#lastLit = new Float32Array(this.#comparer.thumbnailSize);
  }

  /** Adds the next image. Returns whether a shot may begin with it by a hard cut, which later images can withdraw. */
  add(luma: Float32Array, atSeconds: number): boolean {
    const isCut = this.#cuts.isCut(luma);
    const thumbnail = this.#cuts.lastThumbnail;
    const isBlack = isBlackPicture(luma);
    const ratio = this.#cuts.lastRatio;
    this.#candidates.add({ thumbnail, atSeconds, isCut, ratio }).forEach((at) => this.#begin(at));
    if (isCut) {
      this.#gradual.forget();
    }
    if (isBlack) {
      this.#black ??= { startSeconds: atSeconds, before: this.#hasLit ? this.#lastLit.slice() : null, lastSeconds: 0 };
      this.#black.lastSeconds = atSeconds;
    } else {
      this.#endBlack(atSeconds, isCut);
      this.#addLit(atSeconds, isCut);
    }
    return isCut;
  }

  /** Returns the shots of the images added, which end here. */
  finish(endSeconds: number): Shot[] {
    this.#candidates.finish().forEach((at) => this.#begin(at));
    const begun = this.#starts.filter((start) => endSeconds - start >= minShotSeconds);
    const starts = [0, ...begun.toSorted((one, other) => one - other)];
    return starts
      .map((startSeconds, index) => ({ startSeconds, endSeconds: starts[index + 1] ?? endSeconds }))
      .filter((shot) => shot.endSeconds > shot.startSeconds);
  }

  #addLit(atSeconds: number, isCut: boolean): void {
    const half = isCut ? null : this.#gradual.add(this.#cuts.lastThumbnail, atSeconds);
    if (half !== null) {
      this.#begin(half);
    }
    this.#lastLit.set(this.#cuts.lastThumbnail);
    this.#hasLit = true;
  }

  /** Ends a span of black. A hard cut out of black already has its time. */
  #endBlack(atSeconds: number, isCut: boolean): void {
    const black = this.#black;
    this.#black = null;
    if (!black?.before || isCut || atSeconds - black.startSeconds < minBlackSeconds) {
      return;
    }
    if (this.#comparer.compare(this.#cuts.lastThumbnail, black.before, minRatio).ratio >= minRatio) {
      this.#begin((black.startSeconds + atSeconds) / 2);
    }
    this.#gradual.forget();
  }

  #begin(atSeconds: number): void {
    const isNew = this.#starts.every((start) => Math.abs(start - atSeconds) >= minShotSeconds);
    if (isNew && atSeconds > 0) {
      this.#starts.push(atSeconds);
    }
  }
}

function isBlackPicture(luma: Float32Array): boolean {
  let sum = 0;
  for (const level of luma) {
    sum += level;
  }
  const mean = sum / luma.length;
  if (mean > darkest.mean) {
    return false;
  }
  let deviation = 0;
  for (const level of luma) {
    deviation += Math.abs(level - mean);
  }
  return deviation / luma.length < darkest.deviation;
}
