import type { Raster } from '#workers/matting/resample.ts';

/** The edges of a box in pixels, not rounded; right and bottom are exclusive. */
export type Edges = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** A figure in a matte: the box around connected pixels, and their number. */
export type Figure = Edges & { readonly area: number };

/** The minimum alpha of a region. At a quarter, synthetic scenes with small figures had an IoU .016 higher than at .35. */
const minAlpha = 64;

/** The regions of a matte, and by pixel the index of its region, counted from 1; 0 is background. */
export type Labelled = { readonly labels: Uint16Array; readonly regions: readonly Figure[] };

/** Labels the connected regions of a matte, corners included, in the order of their first pixels. */
export function labelRegions(matte: Raster): Labelled {
  const runs = listRuns(matte);
  const parents = joinRuns(runs, matte.width);
  const labels = new Uint16Array(matte.data.length);
  const labelsByRoot = new Map<number, number>();
  const regions: Extent[] = [];
  for (let run = 0; run < parents.length; run += 1) {
    const root = findRoot(parents, run);
    const [start = 0, end = 0] = [runs.starts[run], runs.ends[run]];
    const row = Math.floor(start / matte.width);
    const label = labelsByRoot.get(root) ?? regions.length + 1;
    if (label > maxRegions) {
      continue;
    }
    labelsByRoot.set(root, label);
    labels.fill(label, start, end);
    grow((regions[label - 1] ??= { ...nowhere }), start - row * matte.width, end - row * matte.width, row);
  }
  return { labels, regions };
}

/** The maximum number of regions; pure noise has more, and no figure. */
const maxRegions = 60_000;

/** Runs of pixels in a row: the start and the exclusive end of each run, and the first run of each row. */
type Runs = { readonly starts: number[]; readonly ends: number[]; readonly rows: readonly number[] };

function listRuns({ width, height, data }: Raster): Runs {
  const [starts, ends, rows]: [number[], number[], number[]] = [[], [], []];
  for (let y = 0; y < height; y += 1) {
    rows.push(starts.length);
    const behind = (y + 1) * width;
    for (let at = y * width; at < behind; at += 1) {
      if ((data[at] ?? 0) >= minAlpha) {
        starts.push(at);
        while (at < behind && (data[at] ?? 0) >= minAlpha) {
          at += 1;
        }
        ends.push(at);
      }
    }
  }
  return { starts, ends, rows: [...rows, starts.length] };
}

/** Returns for each run another run of the same region, or itself for the first run of a region. */
function joinRuns({ starts, ends, rows }: Runs, width: number): Int32Array {
  const parents = Int32Array.from(starts, (_, run) => run);
  for (let y = 1; y < rows.length - 1; y += 1) {
    const [first = 0, behind = 0] = [rows[y], rows[y + 1]];
    let above = rows[y - 1] ?? 0;
    for (let run = first; run < behind; run += 1) {
      const [start = 0, end = 0] = [starts[run], ends[run]];
      while (above < first && (ends[above] ?? 0) + width < start) {
        above += 1;
      }
      // The last run that it touches may also touch the next one.
      for (let other = above; other < first && (starts[other] ?? 0) + width <= end; other += 1) {
        const [one, two] = [findRoot(parents, run), findRoot(parents, other)];
        parents[Math.max(one, two)] = Math.min(one, two);
      }
    }
  }
  return parents;
}

function findRoot(parents: Int32Array, run: number): number {
  let root = run;
  for (let next = parents[root] ?? root; next !== root; next = parents[root] ?? root) {
    parents[root] = parents[next] ?? next;
    root = next;
  }
  return root;
}

type Extent = { -readonly [Key in keyof Figure]: Figure[Key] };

const nowhere: Figure = { left: Infinity, top: Infinity, right: 0, bottom: 0, area: 0 };

function grow(extent: Extent, left: number, right: number, row: number): void {
  extent.left = Math.min(extent.left, left);
  extent.right = Math.max(extent.right, right);
  extent.top = Math.min(extent.top, row);
  extent.bottom = row + 1;
  extent.area += right - left;
}

/** Returns the common area of two boxes, in pixels. */
export function overlap(one: Edges, other: Edges): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Returns the intersection over union of two boxes, 0..1. */
export function boxIou(one: Edges, other: Edges): number {
  const both = overlap(one, other);
  return both / (boxArea(one) + boxArea(other) - both);
}

/** Returns the area of a box, in pixels. */
export const boxArea = ({ left, top, right, bottom }: Edges): number => (right - left) * (bottom - top);
