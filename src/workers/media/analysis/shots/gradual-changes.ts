import type { SceneComparer } from '../scene-change.ts';

/** Pictures are remembered so far apart, and a dissolve is looked for over so many of them. */
const stepSeconds = 0.08;
const reaches = [6, 12, 18] as const;
/** The two ends of a dissolve are other scenes by this `SceneChange`. */
const leastRatio = 0.75;
/** What a mix of both ends leaves of the pictures between them, as a share of how far the ends are apart. */
const mostResidual = 0.3;
/** The share of the later end may fall by this much from picture to picture. */
const mostFall = 0.08;
/** Between these shares lies the middle of a dissolve; as many pictures must lie there. */
const middle = { from: 0.15, to: 0.85, least: 2 } as const;

type Remembered = { readonly atSeconds: number; readonly thumbnail: Float32Array };

/**
 * Finds dissolves: the pictures between two scenes are mixes of them, in shares that rise. Something that moves leaves pictures that no
 * mix explains. Thumbnails are those of a `SceneComparer`, whose mean is 0.
 */
export class GradualChanges {
  readonly #comparer: SceneComparer;
  #remembered: Remembered[] = [];

  constructor(comparer: SceneComparer) {
    this.#comparer = comparer;
  }

  /** Where a dissolve that is over by now was half done, in seconds; null where none is. Times rise. */
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

  /** Begins anew, as behind a cut. */
  forget(): void {
    this.#remembered = [];
  }

  #find(pictures: readonly Remembered[], reach: number): number | null {
    const [first, last] = [pictures[0], pictures.at(-1)];
    if (!first || !last || pictures.length <= reach) {
      return null;
    }
    const half = middleOfMix(pictures.map(({ thumbnail }) => thumbnail));
    const { ratio } =
      half === null ? { ratio: 0 } : this.#comparer.compare(last.thumbnail, first.thumbnail, leastRatio);
    return half !== null && ratio >= leastRatio ? (pictures[half]?.atSeconds ?? null) : null;
  }
}

/** The first picture with half of the last one in it, where pictures go over from the first to the last; null where they do not. */
function middleOfMix(pictures: readonly Float32Array[]): number | null {
  const [first, last] = [pictures[0], pictures.at(-1)];
  // Its first and its last step are small: the window holds the change whole, and each end is one scene alone.
  if (
    !first ||
    !last ||
    mixOf(first, last, pictures[1]).share >= 0.12 ||
    mixOf(first, last, pictures.at(-2)).share <= 0.88
  ) {
    return null;
  }
  let [between, before, half] = [0, Number.NEGATIVE_INFINITY, -1];
  for (const [at, picture] of pictures.entries()) {
    const { share, residual } = mixOf(first, last, picture);
    const isBetween = share > middle.from && share < middle.to;
    // Most of what moves is told apart here, by one of the first pictures.
    if ((isBetween && residual >= mostResidual) || share <= before - mostFall) {
      return null;
    }
    between += isBetween ? 1 : 0;
    half = half < 0 && share >= 0.5 ? at : half;
    before = share;
  }
  return between >= middle.least ? half : null;
}

/** The share of `other` in a mix of `one` and `other` that comes nearest to a picture, and what is left of the difference. */
function mixOf(one: Float32Array, other: Float32Array, picture = other): { share: number; residual: number } {
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
