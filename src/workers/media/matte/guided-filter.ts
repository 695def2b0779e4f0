import type { SmallPicture } from '../picture/small-picture.ts';
import { fitColour, fitLuma, type Line, type Window } from './line-fit.ts';
import { Integral } from './integral.ts';

/** Sums of a window are this exact; below it, a matte of 0 (or of what is missing to 255) is nothing. */
const nothing = 0.5;

/** `smoothness` is the variance (levels squared) below which a window counts as flat: epsilon in the paper. */
export type GuidedFilterOptions = {
  readonly radius: number;
  readonly guide: 'luma' | 'colour';
  readonly smoothness: number;
};

/**
 * The fast guided filter of K. He and J. Sun ("Fast Guided Filter", arXiv 1505.00996): within a window the matte is taken
 * for a straight line of the picture's luma, or of its three channels, `alpha = offset + y * Y + u * U + v * V`. The lines
 * are found at a small size, averaged over the windows that meet in a pixel, and drawn at full size against the full
 * picture, so that edges fall where the picture's do. Where a window is all background or all subject, which is most of
 * them, there is nothing to find.
 */
export class GuidedFilter {
  /** The lines, one a pixel of the small size: offset, y, and with the guide `colour` also u and v. All count 0..255. */
  readonly lines: readonly Float32Array[];
  readonly #width: number;
  readonly #height: number;
  readonly #options: GuidedFilterOptions;
  readonly #ownLines: readonly Float32Array[];
  readonly #mattes: Integral;
  readonly #isTouched: Uint8Array;
  readonly #sums: Float64Array;

  constructor(width: number, height: number, options: GuidedFilterOptions) {
    const size = width * height;
    const planes = (): Float32Array[] =>
      Array.from({ length: options.guide === 'luma' ? 2 : 4 }, () => new Float32Array(size));
    this.#width = width;
    this.#height = height;
    this.#options = options;
    this.#mattes = new Integral(width, height);
    this.#isTouched = new Uint8Array(size);
    this.#sums = new Float64Array(width + 1);
    this.#ownLines = planes();
    this.lines = planes();
  }

  /** Finds the lines for this picture and its matte, 0..255. */
  fit(picture: SmallPicture, matte: Float32Array): void {
    this.#mattes.build(matte);
    this.#isTouched.fill(0);
    this.#ownLines.forEach((plane) => plane.fill(0));
    for (let y = 0; y < this.#height; y++) {
      this.#fitRow(picture, matte, y);
    }
    this.lines.forEach((plane, i) => plane.set(this.#ownLines[i] ?? plane));
    for (let at = 0; at < this.#isTouched.length; at++) {
      if (this.#isTouched[at] === 1) {
        this.#average(at);
      }
    }
  }

  /** The lines of the windows around one row of pixels. */
  #fitRow(picture: SmallPicture, matte: Float32Array, y: number): void {
    const width = this.#width;
    const { radius } = this.#options;
    const top = Math.max(0, y - radius);
    const bottom = Math.min(this.#height, y + radius + 1);
    const sums = this.#sums;
    this.#mattes.readLine(top, bottom, sums);
    for (let x = 0; x < width; x++) {
      const left = x < radius ? 0 : x - radius;
      const right = x + radius < width ? x + radius + 1 : width;
      const alpha = (sums[right] ?? 0) - (sums[left] ?? 0);
      if (alpha >= 255 * (right - left) * (bottom - top) - nothing) {
        this.#keep(y * width + x, { offset: 255, y: 0, u: 0, v: 0 });
      } else if (alpha > nothing) {
        this.#fitWindow(picture, matte, y * width + x, { left, top, right, bottom });
      }
    }
  }

  #fitWindow(picture: SmallPicture, matte: Float32Array, at: number, window: Window): void {
    const fitLine = this.#options.guide === 'luma' ? fitLuma : fitColour;
    this.#keep(at, fitLine(picture, matte, window, this.#options.smoothness));
    for (let row = window.top; row < window.bottom; row++) {
      this.#isTouched.fill(1, row * this.#width + window.left, row * this.#width + window.right);
    }
  }

  #keep(at: number, { offset, y, u, v }: Line): void {
    const [offsets, lumas, blues, reds] = this.#ownLines;
    if (offsets && lumas) {
      offsets[at] = offset;
      lumas[at] = y;
    }
    if (blues && reds) {
      blues[at] = u;
      reds[at] = v;
    }
  }

  /** The mean of the lines of all windows that hold this pixel. */
  #average(at: number): void {
    const width = this.#width;
    const { radius } = this.#options;
    const x = at % width;
    const y = (at - x) / width;
    const left = Math.max(0, x - radius);
    const right = Math.min(width, x + radius + 1);
    const top = Math.max(0, y - radius);
    const bottom = Math.min(this.#height, y + radius + 1);
    const share = 1 / ((right - left) * (bottom - top));
    for (let plane = 0; plane < this.lines.length; plane++) {
      const own = this.#ownLines[plane];
      const mean = this.lines[plane];
      let sum = 0;
      for (let row = top; row < bottom; row++) {
        for (let from = row * width + left; from < row * width + right; from++) {
          sum += own?.[from] ?? 0;
        }
      }
      if (mean) {
        mean[at] = sum * share;
      }
    }
  }
}
