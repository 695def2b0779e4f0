/** The largest even size of the same shape whose long side is at most `longSidePx`; never larger than it was. */
export function fitInside(
  size: { width: number; height: number },
  longSidePx: number,
): { width: number; height: number } {
  const scale = Math.min(1, longSidePx / Math.max(size.width, size.height));
  const even = (length: number): number => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: even(size.width), height: even(size.height) };
}
