/** Returns the median, which is between the two middle numbers if their count is even; 0 for an empty list. */
export function median(values: readonly number[]): number {
  const rising = values.toSorted((one, other) => one - other);
  return ((rising[(rising.length - 1) >> 1] ?? 0) + (rising[rising.length >> 1] ?? 0)) / 2;
}
