import type { Memory } from '#core/checkpoint.ts';
import type { CutOutOptions, Quality } from '#core/runners.ts';
import type { Planes } from '../picture/planes.ts';
import type { SmallPicture } from '../picture/small-picture.ts';
import { AlphaPainter } from './alpha-painter.ts';
import { Edge } from './edge.ts';
import { Foreground } from './foreground.ts';
import { ForegroundPainter } from './foreground-painter.ts';
import { halve, halvePicture } from './halve.ts';
import { GuidedFilter, type GuidedFilterOptions } from './guided-filter.ts';
import { Holes } from './holes.ts';
import { toLevels, type Levels } from './levels.ts';

type Size = { readonly width: number; readonly height: number };

/**
 * What a quality means here. Measured on the 28 objects with true alpha of the test media, mattes of 256 x 256 and a little
 * blurred: interpolation alone leaves a mean error of 23.9 thousandths, luma as guide 16.5, colour 14.4. A guide larger than
 * the model's picture, or a second pass, gained nothing.
 */
const filters: Record<Quality, GuidedFilterOptions> = {
  fast: { guide: 'luma', radius: 1, smoothness: 10 },
  best: { guide: 'colour', radius: 2, smoothness: 10 },
};
/** A larger matte is worked on at half its size: wider windows of more pixels were no better, and cost four times as much. */
const largestSide = 384;

/** What the model is nearly sure of is taken for certain, before the filter and after it: background is 0, inside 255. */
const matteLevels: Levels = { low: 13, high: 242 };
const alphaLevels: Levels = { low: 32, high: 235 };

/** Brings the small matte to full size along the edges of the picture, and frees the picture of the old background. */
export class Refiner {
  readonly #filter: GuidedFilter;
  readonly #holes: Holes;
  readonly #painter: AlphaPainter;
  readonly #edge: Edge;
  readonly #foreground: Foreground;
  readonly #foregroundPainter: ForegroundPainter;
  readonly #matte: Float32Array;

  readonly #isHalved: boolean;
  /** The picture that lines and colours are found in, when it is not the model's. */
  readonly #half: SmallPicture;
  readonly #levelled: Float32Array;

  /** `small` is the model's size. */
  constructor(full: Size, small: Size, quality: Quality, edge: CutOutOptions['edge']) {
    this.#isHalved = isHalved(small);
    const grid = this.#isHalved ? { width: small.width / 2, height: small.height / 2 } : small;
    this.#filter = new GuidedFilter(grid.width, grid.height, filters[quality]);
    this.#holes = new Holes(grid);
    this.#painter = new AlphaPainter(full, grid, alphaLevels);
    this.#edge = new Edge(full, edge);
    this.#foreground = new Foreground(grid.width, grid.height);
    this.#foregroundPainter = new ForegroundPainter(full, grid, edge.decontaminate);
    const size = this.#isHalved ? grid.width * grid.height : 0;
    const plane = (): Float32Array => new Float32Array(size);
    this.#half = { ...grid, y: plane(), u: plane(), v: plane() };
    this.#levelled = new Float32Array(small.width * small.height);
    this.#matte = this.#isHalved ? plane() : this.#levelled;
  }

  /** Draws alpha at full size. `matte` is that of `small`, 0..255, which is `planes` made small. */
  refine(matte: Float32Array, small: SmallPicture, planes: Planes, alpha: Uint8ClampedArray): void {
    toLevels(matte, matteLevels, this.#levelled);
    if (this.#isHalved) {
      halvePicture(small, this.#half);
      halve(this.#levelled, small.width, this.#matte, this.#half.width);
    }
    this.#holes.close(this.#matte);
    this.#filter.fit(this.#isHalved ? this.#half : small, this.#matte);
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
    this.#foreground.estimate(this.#isHalved ? this.#half : small, this.#matte);
    this.#foregroundPainter.paint(planes, alpha, this.#foreground);
  }
}

function isHalved({ width, height }: Size): boolean {
  return Math.max(width, height) > largestSide && width % 2 === 0 && height % 2 === 0;
}
