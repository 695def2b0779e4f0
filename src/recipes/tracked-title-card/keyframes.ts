import type { Animatable } from '#core/timeline/document.ts';
import type { Easing } from '#core/timeline/easing.ts';

/** A value at a time of its item. */
export type Moment = { readonly atSeconds: number; readonly value: number; readonly easing?: Easing };

/** An item never gets more keyframes of one number: a coarser path is tried before. */
const mostKeyframes = 1500;

/** Moments as a number of an item: as it is where it never changes by more than the tolerance. */
export function toKeyframes(moments: readonly Moment[], tolerance: number): Animatable {
  const values = moments.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (most - least <= tolerance) {
    return round((least + most) / 2);
  }
  const kept = reduce(moments, tolerance);
  return kept.length > mostKeyframes
    ? toKeyframes(moments, 2 * tolerance)
    : {
        keyframes: kept.map(({ atSeconds, value, easing = 'linear' }) => ({ atSeconds, value: round(value), easing })),
      };
}

const round = (value: number): number => Math.round(100 * value) / 100;

/**
 * The fewest moments between which straight lines stay within the tolerance of all (U. Ramer, 1972; D. Douglas, T. Peucker, 1973;
 * here by the distance in value).
 */
function reduce(moments: readonly Moment[], tolerance: number): Moment[] {
  const isKept = new Uint8Array(moments.length).fill(0);
  isKept[0] = 1;
  isKept[moments.length - 1] = 1;
  const open: [number, number][] = [[0, moments.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const far = findFarthest(moments, from, to);
    if (far.distance > tolerance) {
      isKept[far.index] = 1;
      open.push([from, far.index], [far.index, to]);
    }
  }
  return moments.filter((_, index) => isKept[index]);
}

function findFarthest(moments: readonly Moment[], from: number, to: number): { index: number; distance: number } {
  const [start, end] = [moments[from], moments[to]];
  let found = { index: from, distance: 0 };
  if (!start || !end) {
    return found;
  }
  const slope = (end.value - start.value) / Math.max(1e-9, end.atSeconds - start.atSeconds);
  for (let index = from + 1; index < to; index++) {
    const moment = moments[index];
    const expected = start.value + slope * ((moment?.atSeconds ?? 0) - start.atSeconds);
    const distance = Math.abs((moment?.value ?? 0) - expected);
    if (distance > found.distance) {
      found = { index, distance };
    }
  }
  return found;
}
