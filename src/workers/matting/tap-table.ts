import type { Kernels } from '#workers/media/kernels/kernels.ts';
import type { Taps } from '#workers/matting/resample.ts';

/** The number of targets that are computed at once; those after the last have no weight. */
export const lanes = 4;

/** The taps of one axis in the memory of the kernels; the taps of each crop replace the previous ones. */
export class TapTable {
  readonly starts: Int32Array<ArrayBuffer>;
  readonly weights: Float32Array<ArrayBuffer>;
  reach = 0;

  /** Creates a table for at most `maxLength` source pixels and `maxCount` target pixels. */
  constructor(kernels: Kernels, maxLength: number, maxCount: number) {
    this.starts = kernels.ints(maxCount + lanes);
    this.weights = kernels.floats(countWeights(maxLength, maxCount));
  }

  /** Returns the size of a table in the kernels' memory, in bytes. */
  static bytesFor(maxLength: number, maxCount: number): number {
    return 4 * (maxCount + lanes + countWeights(maxLength, maxCount)) + 256;
  }

  set({ starts, weights, reach }: Taps): void {
    this.reach = reach;
    this.starts.set(starts);
    this.starts.fill(0, starts.length, starts.length + lanes);
    this.weights.set(weights);
    this.weights.fill(0, weights.length, weights.length + reach * lanes);
  }
}

/** Returns the reach of a filter: two pixels more than its step between targets, rounded up. */
const countWeights = (length: number, count: number): number => length + 3 * count + lanes * (length + 3);

/** Returns the taps of a mirrored target. */
export function reverseTargets({ starts, weights, reach }: Taps): Taps {
  const count = starts.length;
  const from = (at: number): number => (count - 1 - Math.floor(at / reach)) * reach + (at % reach);
  return { starts: starts.toReversed(), weights: weights.map((_, at) => weights[from(at)] ?? 0), reach };
}

/** Returns the taps of a mirrored source of `length` pixels. */
export function reverseSource({ starts, weights, reach }: Taps, length: number): Taps {
  const from = (at: number): number => at - (at % reach) + reach - 1 - (at % reach);
  return {
    starts: starts.map((start) => length - start - reach),
    weights: weights.map((_, at) => weights[from(at)] ?? 0),
    reach,
  };
}
