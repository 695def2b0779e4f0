import type { SmallPicture } from '../picture/small-picture.ts';
import { cell } from './guided-filter.ts';
import { Integral } from './integral.ts';

/** How far colours are gathered, in pixels of the small picture: first wide, then near. */
const wideRadius = 12;
const nearRadius = 2;
/** Cells up to so far from the subject's edge get a colour of their own. */
const bandRadius = 3;
/** In front of a coloured screen its light falls on the subject further in. */
const screenBandRadius = 6;
/** The share of a window, in pixels, below which it holds none of the subject (or none of the background). */
const nothing = 0.01;

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

/** Y, U and V of the small picture. */
type Colours = readonly [Float32Array, Float32Array, Float32Array];
type Box = { left: number; top: number; right: number; bottom: number };

/**
 * The colours of subject and background around the edge. After M. Forte, "Approximate Fast Foreground Colour Estimation"
 * (ICIP 2021): each is the mean of a neighbourhood weighted with alpha, wide at first and then near, and what a pixel shows
 * beyond the mixture of both belongs to it. Here only the cells along the edge are worked out, which are few.
 */
export class Foreground {
  /** By cell: which of `cell` it is. */
  readonly kinds: Uint8Array;
  /** By cell of the edge. */
  readonly subject: Colours;
  readonly background: Colours;
  /** Null before an ordinary background. */
  screen: Screen | null = null;
  /** By cell of the edge: how far towards the screen's hue the subject's own colours go around it, in levels. */
  readonly hueLimits: Float32Array;
  /** The subject's mean colour; an empty picture keeps the one before. */
  mean: readonly [number, number, number] = [16, 128, 128];
  /** What the background is filled with: about `mean`, in whole levels, and steady, as changes cost bits. */
  fill: readonly [number, number, number] = [-255, -255, -255];
  readonly #width: number;
  readonly #height: number;
  readonly #shares: Float32Array;
  readonly #line: Float64Array;
  readonly #shareSums: Integral;
  readonly #colourSums: readonly [Integral, Integral, Integral];
  readonly #weightedSums: readonly [Integral, Integral, Integral];
  readonly #own = new Float64Array(4);
  readonly #other = new Float64Array(4);
  readonly #wideSubject: Colours;
  readonly #wideBackground: Colours;

  constructor(width: number, height: number) {
    const size = width * height;
    const colours = (): Colours => [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
    const integral = (): Integral => new Integral(width, height);
    this.#width = width;
    this.#height = height;
    this.kinds = new Uint8Array(size);
    this.subject = colours();
    this.background = colours();
    this.#wideSubject = colours();
    this.#wideBackground = colours();
    this.hueLimits = new Float32Array(size);
    this.#shares = new Float32Array(size);
    this.#line = new Float64Array(width + 1);
    this.#shareSums = integral();
    this.#colourSums = [integral(), integral(), integral()];
    this.#weightedSums = [integral(), integral(), integral()];
  }

  /** Finds the colours; `alpha` is the matte of `picture`, 0..255. */
  estimate(picture: SmallPicture, alpha: Float32Array): void {
    const channels = [picture.y, picture.u, picture.v] as const;
    for (let i = 0; i < alpha.length; i++) {
      this.#shares[i] = (alpha[i] ?? 0) / 255;
    }
    this.#shareSums.build(this.#shares);
    this.screen = findScreen(picture, this.#shares);
    const edges = this.#findEdges(this.screen ? screenBandRadius : bandRadius);
    for (const channel of [0, 1, 2] as const) {
      this.#colourSums[channel].build(channels[channel]);
      this.#weightedSums[channel].build(channels[channel], this.#shares);
      this.#wideSubject[channel].set(channels[channel]);
      this.#wideBackground[channel].set(channels[channel]);
    }
    for (const at of edges) {
      this.#gatherWide(at, channels);
    }
    for (const at of edges) {
      this.#gatherNear(at, channels);
    }
    this.mean = this.#meanColour();
    this.#updateFill();
  }

  #updateFill(): void {
    const [y, u, v] = this.mean;
    const [fillY, fillU, fillV] = this.fill;
    if (Math.abs(y - fillY) + Math.abs(u - fillU) + Math.abs(v - fillV) > fillTolerance) {
      this.fill = [Math.round(y), Math.round(u), Math.round(v)];
    }
  }

  /** Sorts the cells into kinds, and lists those of the edge. */
  #findEdges(radius: number): number[] {
    const edges: number[] = [];
    const width = this.#width;
    for (let y = 0; y < this.#height; y++) {
      const top = Math.max(0, y - radius);
      const bottom = Math.min(this.#height, y + radius + 1);
      this.#shareSums.readLine(top, bottom, this.#line);
      for (let x = 0; x < width; x++) {
        const left = x < radius ? 0 : x - radius;
        const right = x + radius < width ? x + radius + 1 : width;
        const share = (this.#line[right] ?? 0) - (this.#line[left] ?? 0);
        const isEdge = share > nothing && share < (right - left) * (bottom - top) - nothing;
        this.kinds[y * width + x] = isEdge ? cell.edge : share <= nothing ? cell.background : cell.subject;
        if (isEdge) {
          edges.push(y * width + x);
        }
      }
    }
    return edges;
  }

  #gatherWide(at: number, channels: Colours): void {
    const { left, top, right, bottom } = this.#boxAround(at, wideRadius);
    const weight = this.#shareSums.sum(left, top, right, bottom);
    const rest = (right - left) * (bottom - top) - weight;
    const share = this.#shares[at] ?? 0;
    for (const channel of [0, 1, 2] as const) {
      const shown = channels[channel][at] ?? 0;
      const weighted = this.#weightedSums[channel].sum(left, top, right, bottom);
      const all = this.#colourSums[channel].sum(left, top, right, bottom);
      const subject = weight > nothing ? weighted / weight : this.mean[channel];
      const background = rest > nothing ? (all - weighted) / rest : shown;
      const beyond = shown - share * subject - (1 - share) * background;
      this.#wideSubject[channel][at] = subject + share * beyond;
      this.#wideBackground[channel][at] = background + (1 - share) * beyond;
      this.#own[channel] = subject;
    }
    if (this.screen) {
      const lean = ((this.#own[1] ?? 0) - 128) * this.screen.u + ((this.#own[2] ?? 0) - 128) * this.screen.v;
      this.hueLimits[at] = Math.max(0, lean);
    }
  }

  /** The near means of what the wide ones have found; a pixel adds what it shows beyond them only when it is drawn. */
  #gatherNear(at: number, channels: Colours): void {
    const { left, top, right, bottom } = this.#boxAround(at, nearRadius);
    const [subjectY, subjectU, subjectV] = this.#wideSubject;
    const [backgroundY, backgroundU, backgroundV] = this.#wideBackground;
    const own = this.#own.fill(0);
    const other = this.#other.fill(0);
    for (let y = top; y < bottom; y++) {
      for (let from = y * this.#width + left; from < y * this.#width + right; from++) {
        const share = this.#shares[from] ?? 0;
        if (share > 0) {
          addColour(own, share, subjectY[from] ?? 0, subjectU[from] ?? 0, subjectV[from] ?? 0);
        }
        if (share < 1) {
          addColour(other, 1 - share, backgroundY[from] ?? 0, backgroundU[from] ?? 0, backgroundV[from] ?? 0);
        }
      }
    }
    for (const channel of [0, 1, 2] as const) {
      const fallback = this.#wideSubject[channel][at] ?? 0;
      const shown = channels[channel][at] ?? 0;
      this.subject[channel][at] = meanOf(own, channel, fallback);
      this.background[channel][at] = meanOf(other, channel, shown);
    }
  }

  #boxAround(at: number, radius: number): Box {
    const x = at % this.#width;
    const y = (at - x) / this.#width;
    return {
      left: Math.max(0, x - radius),
      top: Math.max(0, y - radius),
      right: Math.min(this.#width, x + radius + 1),
      bottom: Math.min(this.#height, y + radius + 1),
    };
  }

  #meanColour(): readonly [number, number, number] {
    const whole = [0, 0, this.#width, this.#height] as const;
    const weight = this.#shareSums.sum(...whole);
    const [y, u, v] = this.#weightedSums;
    return weight < 1 ? this.mean : [y.sum(...whole) / weight, u.sum(...whole) / weight, v.sum(...whole) / weight];
  }
}

/** The mean chroma of the background, when it is strong and even. */
function findScreen({ u, v }: SmallPicture, shares: Float32Array): Screen | null {
  let weight = 0;
  let sumU = 0;
  let sumV = 0;
  let squares = 0;
  for (let at = 0; at < shares.length; at++) {
    const share = 1 - (shares[at] ?? 0);
    const blue = (u[at] ?? 0) - 128;
    const red = (v[at] ?? 0) - 128;
    weight += share;
    sumU += share * blue;
    sumV += share * red;
    squares += share * (blue * blue + red * red);
  }
  const chroma = Math.hypot(sumU, sumV) / Math.max(weight, 1);
  const spread = Math.sqrt(Math.max(0, squares / Math.max(weight, 1) - chroma * chroma)) / Math.max(chroma, 1);
  const strength =
    Math.min(1, (chroma - leastChroma) / (fullChroma - leastChroma)) *
    Math.min(1, (mostSpread - spread) / (mostSpread - evenSpread));
  const isScreen = chroma > leastChroma && spread < mostSpread;
  return isScreen ? { u: sumU / weight / chroma, v: sumV / weight / chroma, strength } : null;
}

/** Three channels and the weight behind them. */
function addColour(sums: Float64Array, share: number, y: number, u: number, v: number): void {
  sums[0] = (sums[0] ?? 0) + share * y;
  sums[1] = (sums[1] ?? 0) + share * u;
  sums[2] = (sums[2] ?? 0) + share * v;
  sums[3] = (sums[3] ?? 0) + share;
}

function meanOf(sums: Float64Array, channel: 0 | 1 | 2, fallback: number): number {
  const weight = sums[3] ?? 0;
  return weight > nothing ? (sums[channel] ?? 0) / weight : fallback;
}
