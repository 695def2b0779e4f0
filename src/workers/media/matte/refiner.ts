import type { Memory } from '#core/checkpoint.ts';
import type { CutOutOptions, Quality } from '#core/runners.ts';
import type { Planes } from '../picture/planes.ts';
import type { SmallPicture } from '../picture/small-picture.ts';
import { AlphaPainter } from './alpha-painter.ts';
import { Edge } from './edge.ts';
import { Foreground } from './foreground.ts';
import { ForegroundPainter } from './foreground-painter.ts';
import { GuidedFilter, type GuidedFilterOptions } from './guided-filter.ts';
import { toLevels, type Levels } from './levels.ts';

type Size = { readonly width: number; readonly height: number };

/**
 * What a quality means here. Measured on the 28 objects with true alpha of the test media, mattes of 256 x 256 and a little
 * blurred: interpolation alone leaves a mean error of 23.9 thousandths, luma as guide 16.5, colour 14.4. A guide larger than
 * the model's picture, or a second pass, gained nothing. At 512 pixels twice the radius is better on everything that
 * `bench/quality.ts` has of people, and steadier.
 */
function chooseFilter(quality: Quality, { width, height }: Size): GuidedFilterOptions {
  return quality === 'best'
    ? { guide: 'colour', radius: Math.max(2, Math.round(Math.max(width, height) / 128)), smoothness: 10 }
    : { guide: 'luma', radius: 1, smoothness: 10 };
}

/** What the model is nearly sure of is taken for certain, before the filter and after it: background is 0, inside 255. */
const matteLevels: Levels = { low: 13, high: 242 };
const alphaLevels: Levels = { low: 32, high: 235 };

/** Brings the small matte to full size along the edges of the picture, and frees the picture of the old background. */
export class Refiner {
  readonly #filter: GuidedFilter;
  readonly #painter: AlphaPainter;
  readonly #edge: Edge;
  readonly #foreground: Foreground;
  readonly #foregroundPainter: ForegroundPainter;
  readonly #matte: Float32Array;

  /** `small` is the model's size. */
  constructor(full: Size, small: Size, quality: Quality, edge: CutOutOptions['edge']) {
    this.#filter = new GuidedFilter(small.width, small.height, chooseFilter(quality, small));
    this.#painter = new AlphaPainter(full, small, alphaLevels);
    this.#edge = new Edge(full, edge);
    this.#foreground = new Foreground(small.width, small.height);
    this.#foregroundPainter = new ForegroundPainter(full, small, edge.decontaminate);
    this.#matte = new Float32Array(small.width * small.height);
  }

  /** Draws alpha at full size. `matte` is that of `small`, 0..255, which is `planes` made small. */
  refine(matte: Float32Array, small: SmallPicture, planes: Planes, alpha: Uint8ClampedArray): void {
    toLevels(matte, matteLevels, this.#matte);
    this.#filter.fit(small, this.#matte);
    this.#painter.paint(this.#filter.lines, planes, alpha);
    this.#edge.apply(alpha);
  }

  /** The share of the picture, 0..1, that the last matte covered. */
  get coverage(): number {
    let sum = 0;
    for (let i = 0; i < this.#matte.length; i++) {
      sum += this.#matte[i] ?? 0;
    }
    return sum / (255 * this.#matte.length);
  }

  save(): Memory {
    return { numbers: [...this.#foreground.mean, ...(this.#foregroundPainter.fill ?? [])], arrays: [] };
  }

  restore({ numbers }: Memory): void {
    const [y = 0, u = 0, v = 0, ...fill] = numbers;
    const [fillY, fillU = 0, fillV = 0] = fill;
    this.#foreground.mean = [y, u, v];
    this.#foregroundPainter.fill = fillY === undefined ? null : [fillY, fillU, fillV];
  }

  /** Changes the colours of `planes` to the subject's alone; `alpha` is what `refine` has drawn, whatever came on top. */
  paintForeground(small: SmallPicture, planes: Planes, alpha: Uint8ClampedArray): void {
    this.#foreground.estimate(small, this.#matte);
    this.#foregroundPainter.paint(planes, alpha, this.#foreground);
  }
}
