/**
 * Returns the largest even size of the same aspect ratio whose long side is at most `longSidePx`, and not larger than the original.
 */
export function fitInside(
  size: { width: number; height: number },
  longSidePx: number,
): { width: number; height: number } {
  const scale = Math.min(1, longSidePx / Math.max(size.width, size.height));
  const even = (length: number): number => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: even(size.width), height: even(size.height) };
}
