import type { Json } from '#ui/app/json.ts';
import type { Size } from '#core/lib/size.ts';

/** A position and a size in pixels of the source. */
export type Corner = { readonly x: number; readonly y: number };
/** The minimum size of a drawn box; a smaller one counts as a click. */
const minSidePx = 4;

/** Returns the box between two corners, clamped to the image, in whole pixels. */
export function toBox(from: Corner, to: Corner, size: Size): Corner & Size {
  const [left, right] = toSpan(from.x, to.x, size.width);
  const [top, bottom] = toSpan(from.y, to.y, size.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns a point clamped to the image, in whole pixels. */
export const toPoint = ({ x, y }: Corner, { width, height }: Size): Corner => ({
  x: clamp(Math.round(x), width),
  y: clamp(Math.round(y), height),
});

function toSpan(from: number, to: number, size: number): [start: number, end: number] {
  const [start, end] = [Math.round(clamp(Math.min(from, to), size)), Math.round(clamp(Math.max(from, to), size))];
  return end - start >= minSidePx
    ? [start, end]
    : [Math.min(start, size - minSidePx), Math.min(start, size - minSidePx) + minSidePx];
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/** Returns the position of a box or point over the image as CSS; hidden while a value is missing. */
export function toShares({ x, y, width, height }: Json, size: Size): Record<string, string> {
  const share = (value: unknown, whole: number): string | undefined =>
    typeof value === 'number' ? `${(value / whole) * 100}%` : undefined;
  const [left, top] = [share(x, size.width), share(y, size.height)];
  if (left === undefined || top === undefined) {
    return { display: 'none' };
  }
  const [across, down] = [share(width, size.width), share(height, size.height)];
  return { left, top, ...(across !== undefined && { width: across }), ...(down !== undefined && { height: down }) };
}
