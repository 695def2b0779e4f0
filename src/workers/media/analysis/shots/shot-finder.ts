import type { Shot } from '#core/analysis/shots.ts';
import type { Size } from '#core/size.ts';
import { SceneComparer } from '../scene-change.ts';
import { SceneCuts } from '../scene-cuts.ts';
import { CutCandidates } from './cut-candidates.ts';
import { GradualChanges } from './gradual-changes.ts';

/** A picture is black when its mean is below this level and no more than this deviates from it, in levels of 0 to 255. */
const darkest = { mean: 28, deviation: 6 } as const;
/** Black that lasts no longer is a flicker. */
const leastBlackSeconds = 0.1;
/** What follows black is another scene by this `SceneChange`, or the same one whose light was off. */
const leastRatio = 0.55;
/** Two changes that are nearer are one, and what is left behind the last cut must be as long. */
const leastShotSeconds = 0.1;

/** A stretch of black, and the last picture before it. */
type Black = { readonly startSeconds: number; readonly before: Float32Array | null; lastSeconds: number };

/**
 * Finds the shots of a video from small luma pictures of all its frames: hard cuts as `SceneCuts` has them, dissolves, and fades
 * through black, whose middle is where the next shot begins.
 */
export class ShotFinder {
  readonly #cuts: SceneCuts;
  readonly #comparer: SceneComparer;
  readonly #candidates: CutCandidates;
  readonly #gradual: GradualChanges;
  readonly #thumbnail: Float32Array;
  readonly #lastLit: Float32Array;
  readonly #starts: number[] = [];
  #hasLit = false;
  #black: Black | null = null;

  /** `size` is that of the pictures. */
  constructor(size: Size) {
    this.#cuts = new SceneCuts(size);
    this.#comparer = new SceneComparer(size);
    this.#candidates = new CutCandidates(this.#comparer);
    this.#gradual = new GradualChanges(this.#comparer);
    this.#thumbnail = new Float32Array(this.#comparer.thumbnailSize);
    this.#lastLit = new Float32Array(this.#comparer.thumbnailSize);
  }

  /** Looks at the next picture. Answers whether a shot may begin with it by a hard cut, which later pictures may withdraw. */
  add(luma: Float32Array, atSeconds: number): boolean {
    const isCut = this.#cuts.isCut(luma);
    this.#comparer.shrink(luma, this.#thumbnail);
    const isBlack = isBlackPicture(luma);
    const ratio = this.#cuts.lastRatio;
    this.#candidates.add({ thumbnail: this.#thumbnail, atSeconds, isCut, ratio }).forEach((at) => this.#begin(at));
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

  /** The shots of what has been seen, which ends here. */
  finish(endSeconds: number): Shot[] {
    this.#candidates.finish().forEach((at) => this.#begin(at));
    const begun = this.#starts.filter((start) => endSeconds - start >= leastShotSeconds);
    const starts = [0, ...begun.toSorted((one, other) => one - other)];
    return starts
      .map((startSeconds, index) => ({ startSeconds, endSeconds: starts[index + 1] ?? endSeconds }))
      .filter((shot) => shot.endSeconds > shot.startSeconds);
  }

  #addLit(atSeconds: number, isCut: boolean): void {
    const half = isCut ? null : this.#gradual.add(this.#thumbnail, atSeconds);
    if (half !== null) {
      this.#begin(half);
    }
    this.#lastLit.set(this.#thumbnail);
    this.#hasLit = true;
  }

  /** A cut out of black has its place already. */
  #endBlack(atSeconds: number, isCut: boolean): void {
    const black = this.#black;
    this.#black = null;
    if (!black?.before || isCut || atSeconds - black.startSeconds < leastBlackSeconds) {
      return;
    }
    if (this.#comparer.compare(this.#thumbnail, black.before, leastRatio).ratio >= leastRatio) {
      this.#begin((black.startSeconds + atSeconds) / 2);
    }
    this.#gradual.forget();
  }

  #begin(atSeconds: number): void {
    const isNew = this.#starts.every((start) => Math.abs(start - atSeconds) >= leastShotSeconds);
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
