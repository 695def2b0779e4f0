/** Returns the median, which is between the two middle numbers if their count is even; 0 for an empty list. */
export function median(values: readonly number[]): number {
  const rising = values.toSorted((one, other) => one - other);
  return ((rising[(rising.length - 1) >> 1] ?? 0) + (rising[rising.length >> 1] ?? 0)) / 2;
}

/** Returns the value below which this share of the values lies; NaN for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const rising = values.toSorted((one, other) => one - other);
  return rising[Math.min(rising.length - 1, Math.floor(share * rising.length))] ?? Number.NaN;
}

export const round = (value: number, digits: number): number => Number(value.toFixed(digits));
