import type { EdgeGrid } from './edge-grid.ts';

/** How far colours are gathered, in pixels of the small picture: first wide, then near. */
const wideRadius = 12;
const nearRadius = 2;
/** Cells up to so far from the subject's edge get a colour of their own. */
const bandRadius = 3;
/** In front of a coloured screen its light falls on the subject further in. */
const screenBandRadius = 6;

/**
 * A background counts as a screen from the first chroma on (levels from grey), and wholly so from the second; and as long as
 * its chroma varies by no more than these shares of that.
 */
const leastChroma = 16;
const fullChroma = 26;
const mostSpread = 0.6;
const evenSpread = 0.4;

/** The hue of a screen behind the subject, as a direction in chroma of length 1, and how surely there is one, 0..1. */
export type Screen = { readonly u: number; readonly v: number; readonly strength: number };

/** The fill of the background follows the subject's mean colour only when that has gone so far, in levels. */
const fillTolerance = 12;

/**
 * The colours of subject and background around the edge. After M. Forte, "Approximate Fast Foreground Colour Estimation"
 * (ICIP 2021): each is the mean of a neighbourhood weighted with alpha, wide at first and then near, and what a pixel shows
 * beyond the mixture of both belongs to it. Here only the cells along the edge are worked out, which are few; and as models
 * err about the edge, the subject's colours come from what is surely subject.
 */
export class Foreground {
  /** By cell: which of `cell` it is. */
  readonly kinds: Uint8Array;
  /** By cell of the edge: Y, U and V, plane after plane. */
  readonly subject: Float32Array;
  readonly background: Float32Array;
  /** Null before an ordinary background. */
  screen: Screen | null = null;
  /** By cell of the edge: how far towards the screen's hue the subject's own colours go around it, in levels. */
  readonly hueLimits: Float32Array;
  /** The subject's mean colour; an empty picture keeps the one before. */
  mean: readonly [number, number, number] = [16, 128, 128];
  /** What the background is filled with: about `mean`, in whole levels, and steady, as changes cost bits. */
  fill: readonly [number, number, number] = [-255, -255, -255];
  readonly #grid: EdgeGrid;
  readonly #mean: Float32Array;
  readonly #totals: Float64Array;

  constructor(grid: EdgeGrid) {
    const { size, kernels } = grid;
    this.#grid = grid;
    this.kinds = kernels.bytes(size);
    this.hueLimits = kernels.floats(size);
    this.subject = kernels.floats(3 * size);
    this.background = kernels.floats(3 * size);
    this.#mean = kernels.floats(4);
    this.#totals = kernels.doubles(8);
  }

  /** Finds the colours of the picture and the matte that the grid holds. */
  estimate(): void {
    const { width, height, kernels, y, u, v, shares } = this.#grid;
    const totals = this.#totals;
    const picture = [y, u, v, shares] as const;
    kernels.run.measureColours(...picture, width, height, totals);
    this.screen = findScreen(totals);
    const count = this.#grid.findEdges(this.screen ? screenBandRadius : bandRadius, this.kinds);
    this.#gather(count);
    this.#updateMean(totals);
    this.#updateFill();
  }

  #gather(count: number): void {
    const { width, height, kernels, edges, shares, subjectSums, backgroundSums } = this.#grid;
    const { subjectColours, backgroundColours, y: shown } = this.#grid;
    const { u: screenU, v: screenV } = this.screen ?? { u: 0, v: 0 };
    this.#mean.set([1, ...this.mean]);
    const list = [edges, count, shares, width, height] as const;
    const sums = [subjectSums, backgroundSums, this.#mean] as const;
    const colours = [subjectColours, backgroundColours] as const;
    const found = [this.subject, this.background] as const;
    const limits = this.hueLimits;
    kernels.run.gatherWide(...list, wideRadius, ...sums, screenU, screenV, ...colours, limits);
    kernels.run.gatherNear(...list, nearRadius, shown, ...colours, ...found);
  }

  #updateMean([weight = 0, y = 0, blue = 0, red = 0]: Float64Array): void {
    if (weight >= 1) {
      this.mean = [y / weight, 128 + blue / weight, 128 + red / weight];
    }
  }

  #updateFill(): void {
    const [y, u, v] = this.mean;
    const [fillY, fillU, fillV] = this.fill;
    if (Math.abs(y - fillY) + Math.abs(u - fillU) + Math.abs(v - fillV) > fillTolerance) {
      this.fill = [Math.round(y), Math.round(u), Math.round(v)];
    }
  }
}

/** The mean chroma of the background, when it is strong and even; from what `measureColours` has summed up. */
function findScreen([, , , , weight = 0, sumU = 0, sumV = 0, squares = 0]: Float64Array): Screen | null {
  const chroma = Math.hypot(sumU, sumV) / Math.max(weight, 1);
  const spread = Math.sqrt(Math.max(0, squares / Math.max(weight, 1) - chroma * chroma)) / Math.max(chroma, 1);
  const strength =
    Math.min(1, (chroma - leastChroma) / (fullChroma - leastChroma)) *
    Math.min(1, (mostSpread - spread) / (mostSpread - evenSpread));
  const isScreen = chroma > leastChroma && spread < mostSpread;
  return isScreen ? { u: sumU / weight / chroma, v: sumV / weight / chroma, strength } : null;
}
