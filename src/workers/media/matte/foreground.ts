import type { SmallPicture } from '../picture/small-picture.ts';
import { cell } from './guided-filter.ts';
import { Integral } from './integral.ts';

/** How far colours are gathered, in pixels of the small picture: first wide, then near. */
const wideRadius = 12;
const nearRadius = 2;
/** Cells up to so far from the subject's edge get a colour of their own. */
const bandRadius = 3;
/** The share of a window, in pixels, below which it holds none of the subject (or none of the background). */
const nothing = 0.01;

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
  /** The subject's mean colour; an empty picture keeps the one before. */
  mean: readonly [number, number, number] = [16, 128, 128];
  readonly #width: number;
  readonly #height: number;
  readonly #shares: Float32Array;
  readonly #line: Float64Array;
  readonly #shareSums: Integral;
  readonly #colourSums: readonly [Integral, Integral, Integral];
  readonly #weightedSums: readonly [Integral, Integral, Integral];
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
    const edges = this.#findEdges();
    for (const channel of [0, 1, 2] as const) {
      this.#colourSums[channel].build(channels[channel]);
      this.#weightedSums[channel].build(channels[channel], this.#shares);
      this.#wideSubject[channel].set(channels[channel]);
      this.#wideBackground[channel].set(channels[channel]);
      for (const at of edges) {
        this.#gatherWide(at, channel, channels[channel][at] ?? 0);
      }
      for (const at of edges) {
        this.#gatherNear(at, channel, channels[channel][at] ?? 0);
      }
    }
    this.mean = this.#meanColour();
  }

  /** Sorts the cells into kinds, and lists those of the edge. */
  #findEdges(): number[] {
    const edges: number[] = [];
    const width = this.#width;
    for (let y = 0; y < this.#height; y++) {
      const top = Math.max(0, y - bandRadius);
      const bottom = Math.min(this.#height, y + bandRadius + 1);
      this.#shareSums.readLine(top, bottom, this.#line);
      for (let x = 0; x < width; x++) {
        const left = x < bandRadius ? 0 : x - bandRadius;
        const right = x + bandRadius < width ? x + bandRadius + 1 : width;
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

  #gatherWide(at: number, channel: 0 | 1 | 2, shown: number): void {
    const { left, top, right, bottom } = this.#boxAround(at, wideRadius);
    const weight = this.#shareSums.sum(left, top, right, bottom);
    const rest = (right - left) * (bottom - top) - weight;
    const weighted = this.#weightedSums[channel].sum(left, top, right, bottom);
    const all = this.#colourSums[channel].sum(left, top, right, bottom);
    const subject = weight > nothing ? weighted / weight : this.mean[channel];
    const background = rest > nothing ? (all - weighted) / rest : shown;
    const share = this.#shares[at] ?? 0;
    const beyond = shown - share * subject - (1 - share) * background;
    this.#wideSubject[channel][at] = subject + share * beyond;
    this.#wideBackground[channel][at] = background + (1 - share) * beyond;
  }

  /** The near means of what the wide ones have found; a pixel adds what it shows beyond them only when it is drawn. */
  #gatherNear(at: number, channel: 0 | 1 | 2, shown: number): void {
    const { left, top, right, bottom } = this.#boxAround(at, nearRadius);
    const subjects = this.#wideSubject[channel];
    const backgrounds = this.#wideBackground[channel];
    let subject = 0;
    let background = 0;
    let weight = 0;
    for (let y = top; y < bottom; y++) {
      for (let from = y * this.#width + left; from < y * this.#width + right; from++) {
        const share = this.#shares[from] ?? 0;
        weight += share;
        subject += share * (subjects[from] ?? 0);
        background += (1 - share) * (backgrounds[from] ?? 0);
      }
    }
    const rest = (right - left) * (bottom - top) - weight;
    this.subject[channel][at] = weight > nothing ? subject / weight : (subjects[at] ?? 0);
    this.background[channel][at] = rest > nothing ? background / rest : shown;
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
