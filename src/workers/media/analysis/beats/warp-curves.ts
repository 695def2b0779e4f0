import type { OnsetCurves } from './onset-curves.ts';

/** Onset curves on a time scale on which the tempo is constant, and the inverse mapping. */
type Warped = {
  readonly curves: OnsetCurves;
  /** Converts an index of the warped curves into an index of the originals. */
  readonly toOriginal: (place: number) => number;
};

/**
 * Stretches onset curves in time so that their tempo is constant. `ratios` is the tempo at each value, relative to that constant
 * tempo.
 */
export function warpCurves(curves: OnsetCurves, ratios: Float32Array): Warped {
  const phases = new Float64Array(ratios.length + 1);
  ratios.forEach((ratio, at) => (phases[at + 1] = (phases[at] ?? 0) + ratio));
  const length = Math.floor(phases[ratios.length - 1] ?? 0) + 1;
  const places = invert(phases, length);
  const warpOne = (curve: Float32Array): Float32Array => Float32Array.from(places, (place) => valueAt(curve, place));
  return {
    curves: {
      all: warpOne(curves.all),
      bass: warpOne(curves.bass),
      middle: warpOne(curves.middle),
      treble: warpOne(curves.treble),
      bassPower: warpOne(curves.bassPower),
      power: warpOne(curves.power),
    },
    toOriginal: (place) => valueAt(places, place),
  };
}

/** Finds the indices at which a rising curve has the values 0, 1, 2 and so on. */
function invert(rising: Float64Array, length: number): Float64Array {
  const places = new Float64Array(length);
  let before = 0;
  for (let value = 0; value < length; value++) {
    while (before < rising.length - 2 && (rising[before + 1] ?? 0) <= value) {
      before++;
    }
    const [from, to] = [rising[before] ?? 0, rising[before + 1] ?? 0];
    places[value] = before + (to > from ? (value - from) / (to - from) : 0);
  }
  return places;
}

/** Interpolates between two values of a curve, and extrapolates beyond its ends with the first and last step. */
export function valueAt(curve: ArrayLike<number>, place: number): number {
  const before = Math.max(0, Math.min(curve.length - 2, Math.floor(place)));
  const [one = 0, other = one] = [curve[before], curve[before + 1]];
  return one + (place - before) * (other - one);
}
