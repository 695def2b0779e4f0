import type { FootageSample, Region } from '#core/analysis/footage.ts';
import type { Picture } from '#core/lib/picture.ts';

/** The levels, of 255, below and above which no detail is visible. */
const darkest = 24;
const brightest = 244;
/** The columns and rows of the attention grid. */
const columns = 32;
const rows = 18;
/** The distance from the centre at which attention falls off, as a share of the sides. */
const centreSpread = 0.42;
/** The weight of motion relative to saliency. */
const motionWeight = 3;
/** The extent of the region of attention on each side of its centre, in deviations. */
const regionDeviations = 1.2;
/** The cells of colour space, four along each of red, green and blue. */
export const colourCells = 64;
/** Measures without detail read every `pixelStep`th pixel of every `pixelStep`th row. */
const pixelStep = 2;

export type Measured = Pick<FootageSample, 'light' | 'darkShare' | 'burntShare' | 'sharpness' | 'contrast'>;

/**
 * Measures the light, contrast and sharpness of an image. Sharpness is the variance of its Laplacian relative to that of its light.
 */
export function measurePicture({ width, height, rgb }: Picture): Measured {
  const count = width * height;
  const luma = new Float32Array(count);
  let [sum, squares, dark, burnt] = [0, 0, 0, 0];
  for (let at = 0; at < count; at++) {
    const level = 0.299 * (rgb[3 * at] ?? 0) + 0.587 * (rgb[3 * at + 1] ?? 0) + 0.114 * (rgb[3 * at + 2] ?? 0);
    luma[at] = level;
    sum += level;
    squares += level * level;
    dark += level < darkest ? 1 : 0;
    burnt += level > brightest ? 1 : 0;
  }
  const mean = sum / count;
  const variance = Math.max(0, squares / count - mean * mean);
  return {
    light: round(mean / 255),
    darkShare: round(dark / count),
    burntShare: round(burnt / count),
    contrast: round(Math.sqrt(variance) / 255),
    // An image of a single tone is not sharp, whatever the quotient.
    sharpness: round(laplacianPower(luma, width, height) / (variance + 60)),
  };
}

function laplacianPower(luma: Float32Array, width: number, height: number): number {
  let sum = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const around = (luma[at - 1] ?? 0) + (luma[at + 1] ?? 0) + (luma[at - width] ?? 0) + (luma[at + width] ?? 0);
      sum += (4 * (luma[at] ?? 0) - around) ** 2;
    }
  }
  return sum / Math.max(1, (width - 2) * (height - 2));
}

/** Adds a quarter of the pixels of an image to the 64 cells of colour space. */
export function countColours({ width, height, rgb }: Picture, into: Float64Array): void {
  for (let y = 0; y < height; y += pixelStep) {
    for (let at = 3 * y * width; at < 3 * (y + 1) * width; at += 3 * pixelStep) {
      // Two bits per colour.
      const index = (((rgb[at] ?? 0) >> 6) << 4) | (((rgb[at + 1] ?? 0) >> 6) << 2) | ((rgb[at + 2] ?? 0) >> 6);
      into[index] = (into[index] ?? 0) + 1;
    }
  }
}

/** Converts counts into shares of their sum, rounded to thousandths. */
export function toShares(counts: Float64Array): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return Array.from(counts, (count) => Math.round((1000 * count) / Math.max(1, total)) / 1000);
}

/** The change of each pixel since the sample before. */
export type MotionMap = { readonly width: number; readonly height: number; readonly levels: Float32Array };

/** Finds the region that attracts attention: motion, contrast to the surroundings, and the centre. */
export function findAttention(picture: Picture, motion: MotionMap | null): Region {
  const cells = averageCells(picture);
  const weights = new Float64Array(columns * rows);
  const mean = [0, 1, 2].map((channel) => getMean(cells, channel));
  const moved = motion && shareOfMotion(motion);
  for (let at = 0; at < weights.length; at++) {
    const apart = [0, 1, 2].reduce(
      (sum, channel) => sum + Math.abs((cells[3 * at + channel] ?? 0) - (mean[channel] ?? 0)),
      0,
    );
    weights[at] = apart + (moved ? motionWeight * 255 * (moved[at] ?? 0) : 0);
  }
  return getRegion(sharpen(weights));
}

function averageCells({ width, height, rgb }: Picture): Float64Array {
  const cells = new Float64Array(3 * columns * rows);
  const counts = new Float64Array(columns * rows);
  for (let y = 0; y < height; y += pixelStep) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += pixelStep) {
      const cell = row + Math.floor((x * columns) / width);
      const [at, to] = [3 * (y * width + x), 3 * cell];
      counts[cell] = (counts[cell] ?? 0) + 1;
      cells[to] = (cells[to] ?? 0) + (rgb[at] ?? 0);
      cells[to + 1] = (cells[to + 1] ?? 0) + (rgb[at + 1] ?? 0);
      cells[to + 2] = (cells[to + 2] ?? 0) + (rgb[at + 2] ?? 0);
    }
  }
  return cells.map((sum, at) => sum / Math.max(1, counts[Math.floor(at / 3)] ?? 1));
}

function getMean(cells: Float64Array, channel: number): number {
  let sum = 0;
  for (let at = channel; at < cells.length; at += 3) {
    sum += cells[at] ?? 0;
  }
  return sum / (cells.length / 3);
}

/** Computes the motion of each cell, 0 to 1 at the cell that moves most; null if there is only noise. */
function shareOfMotion({ width, height, levels }: MotionMap): Float64Array | null {
  const cells = new Float64Array(columns * rows);
  for (let at = 0; at < levels.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const cell = Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width);
    cells[cell] = Math.max(cells[cell] ?? 0, levels[at] ?? 0);
  }
  const most = Math.max(...cells);
  // Differences below four levels are camera noise.
  return most > 4 ? cells.map((level) => Math.max(0, level - 4) / most) : null;
}

/** Keeps only salient cells, and reduces their weight towards the edges. */
function sharpen(weights: Float64Array): Float64Array {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  return weights.map((weight, at) => {
    const x = ((at % columns) + 0.5) / columns - 0.5;
    const y = (Math.floor(at / columns) + 0.5) / rows - 0.5;
    return (Math.max(0, weight - mean) + 0.02 * mean) * Math.exp(-(x * x + y * y) / (2 * centreSpread ** 2));
  });
}

function getRegion(weights: Float64Array): Region {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) {
    return { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
  }
  const across = getSpread(weights, total, (at) => ((at % columns) + 0.5) / columns);
  const down = getSpread(weights, total, (at) => (Math.floor(at / columns) + 0.5) / rows);
  return {
    x: round(across.middle - across.reach),
    y: round(down.middle - down.reach),
    width: round(2 * across.reach),
    height: round(2 * down.reach),
  };
}

function getSpread(weights: Float64Array, total: number, getPlace: (at: number) => number) {
  const middle = weights.reduce((sum, weight, at) => sum + weight * getPlace(at), 0) / total;
  const variance = weights.reduce((sum, weight, at) => sum + weight * (getPlace(at) - middle) ** 2, 0) / total;
  return { middle, reach: Math.min(middle, 1 - middle, regionDeviations * Math.sqrt(variance)) };
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
