import type { EdgeGrid } from './edge-grid.ts';

/** The radii in which colours are gathered, in pixels of the small image: first wide, then near. */
const wideRadius = 12;
const nearRadius = 2;
/** The distance from the subject's edge up to which cells get their own colour. */
const bandRadius = 3;
/** The same distance in front of a coloured screen, whose light reaches further into the subject. */
const screenBandRadius = 6;

/**
 * The chroma (levels from grey) from which a background may be a screen, and from which it certainly is. Its chroma must vary by
 * less than these shares of it.
 */
const minChroma = 16;
const fullChroma = 26;
const maxSpread = 0.6;
const evenSpread = 0.4;

/** The hue of a screen behind the subject, as a direction in chroma of length 1, and the confidence that there is one, 0..1. */
export type Screen = { readonly u: number; readonly v: number; readonly strength: number };

/** The change of the subject's mean colour, in levels, from which the fill of the background follows it. */
const fillTolerance = 12;

/**
 * Estimates the colours of subject and background around the edge, after M. Forte, "Approximate Fast Foreground Colour Estimation"
 * (ICIP 2021). Each is the mean of a neighbourhood weighted with alpha, wide at first and then near; the difference of a pixel from
 * their mixture is added to it. Only the cells along the edge are computed, which are few. Models are inexact at the edge, so the
 * subject's colours come from confident pixels.
 */
export class Foreground {
  /** The kind of each cell, a value of `cell`. */
  readonly kinds: Uint8Array;
  /** Y, U and V by cell of the edge, plane after plane. */
  readonly subject: Float32Array;
  readonly background: Float32Array;
  /** Null if the background is not a screen. */
  screen: Screen | null = null;
  /** The maximum bias of the subject's own colours around each cell of the edge towards the screen's hue, in levels. */
  readonly hueLimits: Float32Array;
  /** The subject's mean colour; an empty image keeps the last one. */
  mean: readonly [number, number, number] = [16, 128, 128];
  /** The fill colour of the background: approximately `mean`, in whole levels. It is steady, because changes cost bits. */
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

  /** Estimates the colours of the image and the matte that the grid contains. */
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

/** Returns the mean chroma of the background if it is strong and even, from the sums of `measureColours`. */
function findScreen([, , , , weight = 0, sumU = 0, sumV = 0, squares = 0]: Float64Array): Screen | null {
  const chroma = Math.hypot(sumU, sumV) / Math.max(weight, 1);
  const spread = Math.sqrt(Math.max(0, squares / Math.max(weight, 1) - chroma * chroma)) / Math.max(chroma, 1);
  const strength =
    Math.min(1, (chroma - minChroma) / (fullChroma - minChroma)) *
    Math.min(1, (maxSpread - spread) / (maxSpread - evenSpread));
  const isScreen = chroma > minChroma && spread < maxSpread;
  return isScreen ? { u: sumU / weight / chroma, v: sumV / weight / chroma, strength } : null;
}
