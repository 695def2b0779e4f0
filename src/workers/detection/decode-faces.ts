import type { Face } from '#core/analysis/detection.ts';
import type { Size } from '#core/lib/size.ts';

/** The strides of the network's grids, in pixels. */
export const strides = [8, 16, 32] as const;

/** The network's output for the cells of one stride, row by row. */
export type Maps = {
  readonly stride: number;
  /** The class score and the objectness score, 0..1, one number per cell. */
  readonly cls: ArrayLike<number>;
  readonly obj: ArrayLike<number>;
  /** The centre in cells from the cell's corner, and the logarithm of the size in cells: four numbers a cell. */
  readonly bbox: ArrayLike<number>;
  /** Five points in cells from the cell's corner: ten numbers a cell. */
  readonly kps: ArrayLike<number>;
};

/** The minimum confidence of a face. */
const minScore = 0.6;
/** The maximum overlap (intersection over union) of two faces; above it, the one with the lower confidence is a duplicate. */
const maxOverlap = 0.45;

/** Returns the faces in YuNet's output maps for an image of `size`, in descending order of confidence. */
export function decodeFaces(maps: readonly Maps[], size: Size): Face[] {
  const found = maps.flatMap((one) => decodeCells(one, size)).toSorted((a, b) => b.score - a.score);
  const kept: Face[] = [];
  for (const face of found) {
    if (kept.every((one) => overlap(one, face) <= maxOverlap)) {
      kept.push(face);
    }
  }
  return kept;
}

function decodeCells(maps: Maps, { width, height }: Size): Face[] {
  const { stride, cls, obj } = maps;
  const columns = width / stride;
  const faces: Face[] = [];
  for (let cell = 0; cell < columns * (height / stride); cell += 1) {
    const score = Math.sqrt(toShare(cls[cell]) * toShare(obj[cell]));
    if (score >= minScore) {
      faces.push(decodeCell(maps, cell, { column: cell % columns, row: Math.floor(cell / columns) }, score));
    }
  }
  return faces;
}

type Place = { readonly column: number; readonly row: number };

function decodeCell({ stride, bbox, kps }: Maps, cell: number, { column, row }: Place, score: number): Face {
  const box = (index: number): number => bbox[4 * cell + index] ?? 0;
  const width = Math.exp(box(2)) * stride;
  const height = Math.exp(box(3)) * stride;
  const point = (index: number): Face['points'][number] => ({
    x: (column + (kps[10 * cell + 2 * index] ?? 0)) * stride,
    y: (row + (kps[10 * cell + 2 * index + 1] ?? 0)) * stride,
  });
  return {
    x: (column + box(0)) * stride - width / 2,
    y: (row + box(1)) * stride - height / 2,
    width,
    height,
    score,
    points: [point(0), point(1), point(2), point(3), point(4)],
  };
}

const toShare = (value = 0): number => Math.min(1, Math.max(0, value));

/** Intersection over union. */
function overlap(one: Face, other: Face): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  const both = Math.max(0, across) * Math.max(0, down);
  return both / (one.width * one.height + other.width * other.height - both);
}
