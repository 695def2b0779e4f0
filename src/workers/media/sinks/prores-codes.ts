import type { Quality } from '#core/model/formats.ts';

/**
 * A codebook of RDD 36 (combination Golomb codes): up to the quotient `last` a value is written as a Rice code, and above as an
 * exponential Golomb code.
 */
type Codebook = { readonly rice: number; readonly golomb: number; readonly last: number };

const book = (rice: number, golomb: number, last: number): Codebook => ({ rice, golomb, last });
const times = (count: number, one: Codebook): Codebook[] => Array.from({ length: count }, () => one);

/** Codebooks for a run of zeros, by the run before it (the last one for 15 and more). */
const runs = [
  ...times(2, book(0, 1, 2)),
  ...times(2, book(0, 1, 1)),
  book(0, 1, 0),
  ...times(4, book(1, 2, 1)),
  ...times(6, book(1, 2, 0)),
  book(2, 3, 0),
];
/** Codebooks for the size of a level minus 1, by the size of the one before (the last one for 9 and more). */
const levels = [
  book(0, 1, 0),
  book(0, 2, 2),
  book(0, 1, 1),
  book(0, 1, 2),
  book(0, 1, 0),
  ...times(4, book(1, 2, 0)),
  book(2, 3, 0),
];
/** Codebooks for the difference between the means of two blocks, by the difference before (the last one for 6 and more). */
const differences = [book(0, 1, 0), ...times(2, book(1, 2, 0)), ...times(2, book(2, 3, 1)), ...times(2, book(3, 4, 0))];
/** The codebook for the mean of the first block of a slice. */
const first = book(5, 6, 0);

/** All codebooks in the numbering and packing of the kernels. */
export const codebooks: readonly number[] = [...runs, ...levels, ...differences, first].map(
  ({ rice, golomb, last }) => rice | (golomb << 8) | (last << 16),
);

/** The scan order of the coefficients of a block of a progressive frame in RDD 36: 8 times the row and the column. */
const scan = [
  [0, 1, 8, 9, 2, 3, 10, 11, 16, 17, 24, 25, 18, 19, 26, 27],
  [4, 5, 12, 20, 13, 6, 7, 14, 21, 28, 29, 22, 15, 23, 30, 31],
  [32, 33, 40, 48, 41, 34, 35, 42, 49, 56, 57, 50, 43, 36, 37, 44],
  [51, 58, 59, 52, 45, 38, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63],
].flat();

/** The position in the scan of each coefficient, column after column, in the order of the kernels. */
export const places: readonly number[] = scan.map((_, at) => scan.indexOf(((at & 7) << 3) | (at >> 3)));

/** The weights of the coefficients, row after row, for luma and chroma: the usual ones for ProRes 4444. */
export const weights: readonly number[] = [
  [4, 4, 4, 4, 4, 4, 4, 4],
  [4, 4, 4, 4, 4, 4, 4, 4],
  [4, 4, 4, 4, 4, 4, 4, 4],
  [4, 4, 4, 4, 4, 4, 4, 5],
  [4, 4, 4, 4, 4, 4, 5, 5],
  [4, 4, 4, 4, 4, 5, 5, 6],
  [4, 4, 4, 4, 5, 5, 6, 7],
  [4, 4, 4, 4, 5, 6, 7, 7],
].flat();

/** The factor of all weights (`quantization_index`). */
export const scales: Record<Quality, number> = { best: 4, fast: 8 };

/**
 * The offset that is subtracted from a coefficient before it is rounded to whole steps, in steps: a half rounds everything towards
 * zero.
 */
const deadZone = 0.5;

/**
 * Creates the quantizer of the kernels, column after column: the factors of 15 bits by which coefficients are multiplied to give
 * levels, and the offsets that are subtracted first. A coefficient of the kernels' transform is the level times weight and scale
 * (RDD 36, inverse quantization).
 */
export function createQuantizer(quality: Quality): number[] {
  const steps = weights.map((_, at) => (weights[((at & 7) << 3) | (at >> 3)] ?? 0) * scales[quality]);
  // Means are rounded to the nearest, so that an even surface keeps its colour.
  const offs = steps.map((step, at) => (at === 0 ? 0 : Math.round(step * deadZone)));
  return [...steps.map((step) => Math.round(32_768 / step)), ...offs];
}
