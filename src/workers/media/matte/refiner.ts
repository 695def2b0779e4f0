import type { StageState } from '#core/model/cut-out-checkpoint.ts';
import type { Quality } from '#core/model/formats.ts';
import type { CutOutOptions } from '#core/protocol/runners.ts';
import type { Size } from '#core/lib/size.ts';
import type { SmallPicture } from '../picture/small-picture.ts';
import type { Workspace } from '../picture/workspace.ts';
import { EdgeGrid } from './edge-grid.ts';
import { Foreground } from './foreground.ts';
import { GuidedFilter, type GuidedFilterOptions } from './guided-filter.ts';
import { Holes } from './holes.ts';
import { toLevels, type Levels } from './levels.ts';
import { Painter, type PaintJob } from './painter.ts';

/** A frame at full size, and its results. */
type RefinedFrame = Pick<PaintJob, 'planes' | 'ownAlpha' | 'alpha'>;
/**
 * The filter of each quality. Measured on the 28 objects with true alpha of the test media, with mattes of 256 x 256, a little
 * blurred. Interpolation alone leaves a mean error of 23.9 thousandths, luma as guide 16.5, colour 14.4. A guide larger than the
 * model's image, or a second pass, gained nothing.
 */
const filters: Record<Quality, GuidedFilterOptions> = {
  fast: { guide: 'luma', radius: 1, smoothness: 10 },
  best: { guide: 'colour', radius: 2, smoothness: 10 },
};
/** Larger mattes are processed at half their size: wider windows of more pixels were no better, and took four times as long. */
const largestSide = 384;

/** The thresholds of certain background and subject, before the filter and after it. */
export const matteLevels: Levels = { low: 13, high: 242 };
const alphaLevels: Levels = { low: 32, high: 235 };

/** Scales the small matte to full size along the edges of the frame, and removes the old background from its colours. */
export class Refiner {
  readonly #grid: EdgeGrid;
  readonly #filter: GuidedFilter;
  readonly #holes: Holes;
  readonly #foreground: Foreground;
  readonly #matte: Float32Array;
  readonly #isHalved: boolean;
  /** The image for lines and colours, if it is not the model's. */
  readonly #half: SmallPicture;
  readonly #levelled: Float32Array;
  readonly #painter: Painter;

  /** Frames and alpha are in `workspace`; `small` is the model's size. */
  constructor({ full, kernels }: Workspace, small: Size, quality: Quality, edge: CutOutOptions['edge']) {
    this.#isHalved = isHalved(small);
    const grid = this.#isHalved ? { width: small.width / 2, height: small.height / 2 } : small;
    this.#grid = new EdgeGrid(grid, kernels);
    this.#filter = new GuidedFilter(this.#grid, filters[quality]);
    this.#holes = new Holes(grid);
    this.#foreground = new Foreground(this.#grid);
    this.#painter = new Painter({ full, grid, levels: alphaLevels, edge }, kernels);
    const size = this.#isHalved ? grid.width * grid.height : 0;
    const plane = (): Float32Array => new Float32Array(size);
    this.#half = { ...grid, y: plane(), u: plane(), v: plane() };
    this.#levelled = new Float32Array(small.width * small.height);
    this.#matte = this.#isHalved ? plane() : this.#levelled;
  }

  /** Finds edges and colours, at the size of the model. `matte`, 0..255, is that of `small`. */
  study(matte: Float32Array, small: SmallPicture): void {
    toLevels(matte, matteLevels, this.#levelled);
    if (this.#isHalved) {
      halvePicture(small, this.#half);
      halve(this.#levelled, small.width, this.#matte, this.#half.width);
    }
    const picture = this.#isHalved ? this.#half : small;
    this.#holes.close(this.#matte);
    this.#grid.load(picture, this.#matte);
    this.#filter.fit();
    this.#foreground.estimate();
  }

  /** Draws alpha at full size, and replaces the colours by the subject's alone; the frame is the last one studied. */
  paint(frame: RefinedFrame): void {
    this.#painter.paint({ lines: this.#filter.lines, foreground: this.#foreground, ...frame });
  }

  /** The share of the frame, 0..1, that the last matte covered. */
  get coverage(): number {
    let sum = 0;
    for (let i = 0; i < this.#matte.length; i++) {
      sum += this.#matte[i] ?? 0;
    }
    return sum / (255 * this.#matte.length);
  }

  save(): StageState {
    return { numbers: [...this.#foreground.mean, ...this.#foreground.fill], arrays: [] };
  }

  restore({ numbers }: StageState): void {
    const [y = 0, u = 0, v = 0, fillY = 0, fillU = 0, fillV = 0] = numbers;
    this.#foreground.mean = [y, u, v];
    this.#foreground.fill = [fillY, fillU, fillV];
  }
}

function isHalved({ width, height }: Size): boolean {
  return Math.max(width, height) > largestSide && width % 2 === 0 && height % 2 === 0;
}

/** Halves both sides; each pixel is the mean of four. */
function halvePicture(source: SmallPicture, target: SmallPicture): void {
  halve(source.y, source.width, target.y, target.width);
  halve(source.u, source.width, target.u, target.width);
  halve(source.v, source.width, target.v, target.width);
}

/** Halves one plane. `width` and `targetWidth` are the lengths of the rows; the first is even and twice the second. */
function halve(source: Float32Array, width: number, target: Float32Array, targetWidth: number): void {
  for (let to = 0, from = 0; to < target.length; from += 2 * width) {
    for (let x = 0, at = from; x < targetWidth; x++, to++, at += 2) {
      const above = (source[at] ?? 0) + (source[at + 1] ?? 0);
      const below = (source[at + width] ?? 0) + (source[at + width + 1] ?? 0);
      target[to] = (above + below) / 4;
    }
  }
}
