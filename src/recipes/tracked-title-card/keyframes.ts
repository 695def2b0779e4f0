import type { Animatable } from '#core/timeline/document.ts';
import type { Easing } from '#core/timeline/easing.ts';

/** A value at a time of its item. */
export type Moment = { readonly atSeconds: number; readonly value: number; readonly easing?: Easing };

/** The maximum number of keyframes of one property: the precision is reduced to stay below it. */
const maxKeyframes = 1500;

/** Converts moments to a property of an item: a plain number if it never changes by more than the tolerance. */
export function toKeyframes(moments: readonly Moment[], tolerance: number): Animatable {
  const least = moments.reduce((found, { value }) => Math.min(found, value), Infinity);
  const most = moments.reduce((found, { value }) => Math.max(found, value), -Infinity);
  if (most - least <= tolerance) {
    return round((least + most) / 2);
  }
  const kept = reduce(moments, tolerance);
  return kept.length > maxKeyframes
    ? toKeyframes(moments, 2 * tolerance)
    : {
        keyframes: kept.map(({ atSeconds, value, easing = 'linear' }) => ({ atSeconds, value: round(value), easing })),
      };
}

const round = (value: number): number => Math.round(100 * value) / 100;

/**
 * Reduces moments to those between which straight lines stay within the tolerance: each line is as long as the cone of such lines
 * allows (J. Sklansky, V. Gonzalez, "Fast polygonal approximation of digitized curves", 1980).
 */
function reduce(moments: readonly Moment[], tolerance: number): Moment[] {
  const kept: Moment[] = [];
  let pivot: Moment | undefined;
  let last: Moment | undefined;
  let [least, most] = [-Infinity, Infinity];
  for (const moment of moments) {
    if (pivot && last && !isBetween(slopeTo(pivot, moment), least, most)) {
      kept.push(last);
      pivot = last;
      [least, most] = [-Infinity, Infinity];
    }
    if (pivot) {
      const seconds = Math.max(1e-9, moment.atSeconds - pivot.atSeconds);
      least = Math.max(least, (moment.value - tolerance - pivot.value) / seconds);
      most = Math.min(most, (moment.value + tolerance - pivot.value) / seconds);
    } else {
      kept.push(moment);
      pivot = moment;
    }
    last = moment;
  }
  return last && last !== kept.at(-1) ? [...kept, last] : kept;
}

const slopeTo = (from: Moment, to: Moment): number =>
  (to.value - from.value) / Math.max(1e-9, to.atSeconds - from.atSeconds);

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;
