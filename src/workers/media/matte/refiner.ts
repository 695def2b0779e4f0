import type { CutOutOptions, Quality } from '#core/runners.ts';
import type { Planes } from '../picture/planes.ts';
import type { Reducer } from '../picture/small-picture.ts';
import { AlphaPainter } from './alpha-painter.ts';
import { Edge } from './edge.ts';
import { enlarge } from './enlarge.ts';
import { Foreground } from './foreground.ts';
import { ForegroundPainter } from './foreground-painter.ts';
import { GuidedFilter } from './guided-filter.ts';
import { toLevels, type Levels } from './levels.ts';

type Size = { readonly width: number; readonly height: number };

/** What a quality means here. `guideScale` is how much larger than the model's picture the guide is, in both directions. */
type Effort = { readonly guideScale: number; readonly radius: number };

const efforts: Record<Quality, Effort> = { fast: { guideScale: 1, radius: 1 }, best: { guideScale: 2, radius: 2 } };

/** Luma variance (levels squared) up to which a window holds no edge worth following. */
const smoothness = 40;
/** What the model is nearly sure of is taken for certain, before the filter and after it: background is 0, inside 255. */
const matteLevels: Levels = { low: 13, high: 242 };
const alphaLevels: Levels = { low: 8, high: 247 };

/** How much larger than the model's picture the guide is to be. */
export function guideScale(quality: Quality): number {
  return efforts[quality].guideScale;
}

/** Brings the small matte to full size along the edges of the picture, and frees the picture of the old background. */
export class Refiner {
  readonly #small: Size;
  readonly #scale: number;
  readonly #filter: GuidedFilter;
  readonly #painter: AlphaPainter;
  readonly #edge: Edge;
  readonly #foreground: Foreground;
  readonly #foregroundPainter: ForegroundPainter;
  readonly #matte: Float32Array;
  readonly #guideMatte: Float32Array;

  /** `small` is the model's size. */
  constructor(full: Size, small: Size, quality: Quality, edge: CutOutOptions['edge']) {
    const { guideScale: scale, radius } = efforts[quality];
    const guide = { width: small.width * scale, height: small.height * scale };
    this.#small = small;
    this.#scale = scale;
    this.#filter = new GuidedFilter(guide.width, guide.height, radius, smoothness);
    this.#painter = new AlphaPainter(full, guide, alphaLevels);
    this.#edge = new Edge(full, edge);
    this.#foreground = new Foreground(small.width, small.height);
    this.#foregroundPainter = new ForegroundPainter(full, small, edge.decontaminate);
    this.#matte = new Float32Array(small.width * small.height);
    this.#guideMatte = new Float32Array(guide.width * guide.height);
  }

  /** Draws alpha at full size. `matte` has the model's size, 0..255; `reducer` holds the small pictures of `planes`. */
  refine(matte: Float32Array, { guide }: Reducer, planes: Planes, alpha: Uint8ClampedArray): void {
    toLevels(matte, matteLevels, this.#matte);
    enlarge(this.#matte, this.#small, this.#scale, this.#guideMatte);
    this.#filter.fit(guide, this.#guideMatte);
    this.#painter.paint(this.#filter.slopes, this.#filter.offsets, planes.y, alpha);
    this.#edge.apply(alpha);
  }

  /** The share of the picture, 0..1, that the last matte covered. */
  get coverage(): number {
    let sum = 0;
    for (const value of this.#matte) {
      sum += value;
    }
    return sum / (255 * this.#matte.length);
  }

  /** Changes the colours of `planes` to the subject's alone; `alpha` is what `refine` has drawn, whatever came on top. */
  paintForeground({ small }: Reducer, planes: Planes, alpha: Uint8ClampedArray): void {
    this.#foreground.estimate(small, this.#matte);
    this.#foregroundPainter.paint(planes, alpha, this.#foreground);
  }
}
