/** The number of values of a byte. */
const values = 256;
/** The interval at which percentiles of windows are read, because they change slowly. */
export const step = 10;

/** A histogram of bytes that returns percentiles. */
export class Histogram {
  readonly #counts = new Uint32Array(values);
  #total = 0;

  get total(): number {
    return this.#total;
  }

  change(value: number, by: 1 | -1): void {
    this.#counts[value] = (this.#counts[value] ?? 0) + by;
    this.#total += by;
  }

  /** Returns the smallest value that is not below this share (0..1) of all values. */
  percentile(share: number): number {
    const wanted = share * this.#total;
    let sum = 0;
    for (let value = 0; value < values; value += 1) {
      sum += this.#counts[value] ?? 0;
      if (sum >= wanted && sum > 0) {
        return value;
      }
    }
    return 0;
  }
}

/** Returns percentiles of the bytes that `isCounted` marks, within `reach` before and after each place; null if too few. */
export function percentilesAround(
  bytes: Uint8Array,
  isCounted: (index: number) => boolean,
  { reach, share, least }: { readonly reach: number; readonly share: number; readonly least: number },
): (index: number) => number | null {
  const found = new Int16Array(bytes.length);
  const histogram = new Histogram();
  const change = (index: number, by: 1 | -1): void => {
    if (index >= 0 && index < bytes.length && isCounted(index)) {
      histogram.change(bytes[index] ?? 0, by);
    }
  };
  for (let index = -reach; index < bytes.length; index += 1) {
    change(index + reach, 1);
    change(index - reach - 1, -1);
    if (index >= 0 && index % step === 0) {
      found.fill(histogram.total >= least ? histogram.percentile(share) : -1, index, index + step);
    }
  }
  return (index) => {
    const value = found[index] ?? -1;
    return value < 0 ? null : value;
  };
}
