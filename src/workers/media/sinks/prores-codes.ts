import type { Quality } from '#core/formats.ts';

/**
 * A codebook of RDD 36 (combination Golomb codes): up to the quotient `last` a value is written as a Rice code, and above as
 * an exponential Golomb code.
 */
type Codebook = { readonly rice: number; readonly golomb: number; readonly last: number };

const book = (rice: number, golomb: number, last: number): Codebook => ({ rice, golomb, last });
const times = (count: number, one: Codebook): Codebook[] => Array.from({ length: count }, () => one);

/** For a run of zeros, by the run before it (the last one for 15 and more). */
const runs = [
  ...times(2, book(0, 1, 2)),
  ...times(2, book(0, 1, 1)),
  book(0, 1, 0),
  ...times(4, book(1, 2, 1)),
  ...times(6, book(1, 2, 0)),
  book(2, 3, 0),
];
/** For the size of a level less 1, by the size of the one before (the last one for 9 and more). */
const levels = [
  book(0, 1, 0),
  book(0, 2, 2),
  book(0, 1, 1),
  book(0, 1, 2),
  book(0, 1, 0),
  ...times(4, book(1, 2, 0)),
  book(2, 3, 0),
];
/** For the difference between the means of two blocks, by the difference before (the last one for 6 and more). */
const differences = [book(0, 1, 0), ...times(2, book(1, 2, 0)), ...times(2, book(2, 3, 1)), ...times(2, book(3, 4, 0))];
/** For the mean of the first block of a slice. */
const first = book(5, 6, 0);

/** All codebooks as the kernels number and read them. */
export const codebooks: readonly number[] = [...runs, ...levels, ...differences, first].map(
  ({ rice, golomb, last }) => rice | (golomb << 8) | (last << 16),
);

/** The order in which RDD 36 takes the coefficients of a block of a progressive picture: 8 times the row and the column. */
const scan = [
  [0, 1, 8, 9, 2, 3, 10, 11, 16, 17, 24, 25, 18, 19, 26, 27],
  [4, 5, 12, 20, 13, 6, 7, 14, 21, 28, 29, 22, 15, 23, 30, 31],
  [32, 33, 40, 48, 41, 34, 35, 42, 49, 56, 57, 50, 43, 36, 37, 44],
  [51, 58, 59, 52, 45, 38, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63],
].flat();

/** The place in the scan of each coefficient, column after column, as the kernels have them. */
export const places: readonly number[] = scan.map((_, at) => scan.indexOf(((at & 7) << 3) | (at >> 3)));

/** The weights of the coefficients, row after row, for luma and chroma: those that are usual for ProRes 4444. */
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

/** What all weights are multiplied with (`quantization_index`). */
export const scales: Record<Quality, number> = { best: 4, fast: 8 };

/** What is taken off a coefficient before it is rounded to whole steps, in steps: with a half, all is rounded towards zero. */
const deadZone = 0.5;

/**
 * How the kernels quantize, column after column: the factors of 15 bits that levels are coefficients times, and what is taken
 * off those before. A coefficient of the kernels' transform is the level times weight and scale (RDD 36, inverse quantization).
 */
export function createQuantizer(quality: Quality): number[] {
  const steps = weights.map((_, at) => (weights[((at & 7) << 3) | (at >> 3)] ?? 0) * scales[quality]);
  // Means are rounded to the nearest: an even surface is to keep its colour.
  const offs = steps.map((step, at) => (at === 0 ? 0 : Math.round(step * deadZone)));
  return [...steps.map((step) => Math.round(32_768 / step)), ...offs];
}
