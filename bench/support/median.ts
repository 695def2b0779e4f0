/** The middle of numbers, between the two where their count is even; 0 for none. */
export function median(values: readonly number[]): number {
  const rising = values.toSorted((one, other) => one - other);
  return ((rising[(rising.length - 1) >> 1] ?? 0) + (rising[rising.length >> 1] ?? 0)) / 2;
}
