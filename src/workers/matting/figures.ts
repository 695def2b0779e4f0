import { boxArea, labelRegions, overlap, type Figure } from '#workers/matting/regions.ts';
import type { Raster } from '#workers/matting/resample.ts';

/** The minimum share of the image that a figure covers. */
const minShare = 0.002;
/** Two figures are merged if this share of the smaller box is inside the other one. */
const sharedBox = 0.6;

/**
 * Finds the figures of a matte, the largest first: connected pixels, corners included. The closest figures are merged
 * until at most `most` remain.
 */
export function findFigures(matte: Raster, most: number): Figure[] {
  const minArea = minShare * matte.width * matte.height;
  const figures = labelRegions(matte).regions.filter(({ area }) => area >= minArea);
  return joinNearest(joinShared(figures), most).toSorted((a, b) => b.area - a.area);
}

/** Parts of one person, such as legs below a table, are mostly inside the box of the rest. */
function joinShared(figures: readonly Figure[]): Figure[] {
  const joined: Figure[] = [];
  for (const figure of figures.toSorted((a, b) => boxArea(b) - boxArea(a))) {
    const at = joined.findIndex((one) => overlap(one, figure) >= sharedBox * boxArea(figure));
    const other = joined[at];
    if (other) {
      joined[at] = unite(other, figure);
    } else {
      joined.push(figure);
    }
  }
  return joined;
}

/** Repeatedly merges the two figures whose common box adds the smallest area. */
function joinNearest(figures: Figure[], most: number): Figure[] {
  let left = figures.toSorted((a, b) => b.area - a.area).slice(0, maxJoined);
  while (left.length > most) {
    let best = { added: Infinity, pair: [0, 1] as readonly [number, number] };
    for (const [one, first] of left.entries()) {
      for (const [other, second] of left.slice(0, one).entries()) {
        const added = boxArea(unite(first, second)) - boxArea(first) - boxArea(second);
        best = added < best.added ? { added, pair: [one, other] } : best;
      }
    }
    const [one, other] = best.pair;
    const [first, second] = [left[one], left[other]];
    left = left.filter((_, at) => at !== one && at !== other);
    left.push(...(first && second ? [unite(first, second)] : []));
  }
  return left;
}

/** Limits the figures of noise, which can be hundreds, to the largest. */
const maxJoined = 24;

const unite = (one: Figure, other: Figure): Figure => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
  area: one.area + other.area,
});
