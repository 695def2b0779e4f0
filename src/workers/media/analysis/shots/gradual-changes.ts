import type { SceneComparer } from '../scene-change.ts';

/** The time between remembered images, and the lengths of the dissolves that are searched, in such steps. */
const stepSeconds = 0.08;
const reaches = [6, 12, 18] as const;
/** The minimum `SceneChange` between the two ends of a dissolve. */
const minRatio = 0.75;
/** The maximum difference of the images from a mix of both ends, as a share of the difference of the ends. */
const maxResidual = 0.3;
/** The maximum fall of the share of the later end from image to image. */
const maxFall = 0.08;
/** The shares in the middle of a dissolve, and the minimum number of images between them. */
const middle = { from: 0.15, to: 0.85, least: 2 } as const;

type Remembered = { readonly atSeconds: number; readonly thumbnail: Float32Array };

/**
 * Finds dissolves: images between two scenes that are mixes of them, in rising shares. No mix explains images with motion.
 * Thumbnails are created by a `SceneComparer`; their mean is 0.
 */
export class GradualChanges {
  readonly #comparer: SceneComparer;
  #remembered: Remembered[] = [];

  constructor(comparer: SceneComparer) {
    this.#comparer = comparer;
  }

  /** Adds an image. Returns the midpoint of a dissolve that has ended, in seconds, or null. Times rise. */
  add(thumbnail: Float32Array, atSeconds: number): number | null {
    const last = this.#remembered.at(-1);
    if (last && atSeconds - last.atSeconds < stepSeconds) {
      return null;
    }
    this.#remembered.push({ atSeconds, thumbnail: thumbnail.slice() });
    this.#remembered = this.#remembered.slice(-Math.max(...reaches) - 1);
    for (const reach of reaches) {
      const found = this.#find(this.#remembered.slice(-reach - 1), reach);
      if (found !== null) {
        this.forget();
        return found;
      }
    }
    return null;
  }

  /** Forgets all images, as after a cut. */
  forget(): void {
    this.#remembered = [];
  }

  #find(pictures: readonly Remembered[], reach: number): number | null {
    const [first, last] = [pictures[0], pictures.at(-1)];
    if (!first || !last || pictures.length <= reach) {
      return null;
    }
    const half = middleOfMix(pictures.map(({ thumbnail }) => thumbnail));
    const { ratio } = half === null ? { ratio: 0 } : this.#comparer.compare(last.thumbnail, first.thumbnail, minRatio);
    return half !== null && ratio >= minRatio ? (pictures[half]?.atSeconds ?? null) : null;
  }
}

/**
 * Returns the first image with at least half of the last one in it if the images dissolve from the first to the last; null
 * otherwise.
 */
function middleOfMix(pictures: readonly Float32Array[]): number | null {
  const [first, last] = [pictures[0], pictures.at(-1)];
  // The first and the last step are small: the window contains the whole change, and each end is one scene alone.
  if (
    !first ||
    !last ||
    getMixture(first, last, pictures[1]).share >= 0.12 ||
    getMixture(first, last, pictures.at(-2)).share <= 0.88
  ) {
    return null;
  }
  let [between, before, half] = [0, Number.NEGATIVE_INFINITY, -1];
  for (const [at, picture] of pictures.entries()) {
    const { share, residual } = getMixture(first, last, picture);
    const isBetween = share > middle.from && share < middle.to;
    // Most motion is rejected here, by one of the first images.
    if ((isBetween && residual >= maxResidual) || share <= before - maxFall) {
      return null;
    }
    between += isBetween ? 1 : 0;
    half = half < 0 && share >= 0.5 ? at : half;
    before = share;
  }
  return between >= middle.least ? half : null;
}

/** Returns the share of `other` in the mix of `one` and `other` that is nearest to an image, and the remaining difference. */
function getMixture(one: Float32Array, other: Float32Array, picture = other): { share: number; residual: number } {
  let [along, apart] = [0, 0];
  for (let at = 0; at < picture.length; at++) {
    const way = (other[at] ?? 0) - (one[at] ?? 0);
    along += way * ((picture[at] ?? 0) - (one[at] ?? 0));
    apart += way * way;
  }
  const share = apart > 0 ? along / apart : 0;
  let left = 0;
  for (let at = 0; at < picture.length; at++) {
    const mixed = (one[at] ?? 0) + share * ((other[at] ?? 0) - (one[at] ?? 0));
    left += ((picture[at] ?? 0) - mixed) ** 2;
  }
  return { share, residual: apart > 0 ? Math.sqrt(left / apart) : 1 };
}
