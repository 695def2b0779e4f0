import type { Raster } from '#workers/matting/resample.ts';

/** The edges of a box in pixels, not rounded; right and bottom lie outside. */
export type Edges = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** A figure in a matte: the box around connected pixels, and how many they are. */
export type Figure = Edges & { readonly area: number };

/** The least alpha of a region. At a quarter, made scenes with small figures had an IoU .016 higher than at .35. */
const leastAlpha = 64;

/** The regions of a matte, and by pixel the index of its region, counted from 1; 0 is background. */
export type Labelled = { readonly labels: Uint16Array; readonly regions: readonly Figure[] };

/** Labels the connected regions of a matte, corners included. */
export function labelRegions(matte: Raster): Labelled {
  const labels = new Uint16Array(matte.data.length);
  const waiting = new Int32Array(matte.data.length);
  const regions: Figure[] = [];
  for (let at = 0; at < labels.length; at += 1) {
    if (labels[at] === 0 && (matte.data[at] ?? 0) >= leastAlpha && regions.length < mostRegions) {
      regions.push(fill(matte, labels, waiting, at, regions.length + 1));
    }
  }
  return { labels, regions };
}

/** Pure noise has more; there is nobody in it. */
const mostRegions = 60_000;

/** Labels all that is connected with the pixel `start`. */
function fill(
  { width, height, data }: Raster,
  labels: Uint16Array,
  waiting: Int32Array,
  start: number,
  label: number,
): Figure {
  const startX = start % width;
  const box = { left: startX, top: height, right: startX + 1, bottom: 0 };
  let [count, done] = [1, 0];
  waiting[0] = start;
  labels[start] = label;
  for (; done < count; done += 1) {
    const at = waiting[done] ?? 0;
    const x = at % width;
    const y = (at - x) / width;
    box.left = x < box.left ? x : box.left;
    box.right = x >= box.right ? x + 1 : box.right;
    box.top = y < box.top ? y : box.top;
    box.bottom = y >= box.bottom ? y + 1 : box.bottom;
    for (let down = y > 0 ? -1 : 0; down <= (y < height - 1 ? 1 : 0); down += 1) {
      for (let across = x > 0 ? -1 : 0; across <= (x < width - 1 ? 1 : 0); across += 1) {
        const near = at + down * width + across;
        if (labels[near] === 0 && (data[near] ?? 0) >= leastAlpha) {
          labels[near] = label;
          waiting[count] = near;
          count += 1;
        }
      }
    }
  }
  return { ...box, area: count };
}

/** The area that two boxes share, in pixels. */
export function overlap(one: Edges, other: Edges): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The share of two boxes together that both cover, 0..1. */
export function boxIou(one: Edges, other: Edges): number {
  const both = overlap(one, other);
  return both / (boxArea(one) + boxArea(other) - both);
}

/** The area of a box, in pixels. */
export const boxArea = ({ left, top, right, bottom }: Edges): number => (right - left) * (bottom - top);
