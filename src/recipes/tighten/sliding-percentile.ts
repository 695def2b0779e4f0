/** A byte has so many values. */
const values = 256;
/** Percentiles of windows are read at every tenth place: they change slowly. */
export const step = 10;

/** Counts of bytes, of which percentiles are read. */
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

  /** The least value that at least this share (0..1) of all are not above. */
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

/** Of the bytes that `isCounted` marks: a percentile of those within `reach` before and behind each place; null where too few are. */
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
