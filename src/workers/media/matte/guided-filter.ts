import type { SmallPicture } from '../picture/small-picture.ts';
import { fitColour, fitLuma, type Line, type Window } from './line-fit.ts';
import { Integral } from './integral.ts';

/** Sums of a window are this exact; below it, a matte of 0 (or of what is missing to 255) is nothing. */
const nothing = 0.5;

/** What a pixel of the small picture is. */
export const cell = { background: 0, subject: 1, edge: 2 } as const;

/** `smoothness` is the variance (levels squared) below which a window counts as flat: epsilon in the paper. */
export type GuidedFilterOptions = {
  readonly radius: number;
  readonly guide: 'luma' | 'colour';
  readonly smoothness: number;
};

/** One line a pixel of the small picture: `alpha = offset + y * Y + u * U + v * V`, all 0..255. */
export type Lines = {
  readonly offsets: Float32Array;
  readonly y: Float32Array;
  /** Only with the guide `colour`. */
  readonly u: Float32Array | null;
  readonly v: Float32Array | null;
  /** By pixel, one of `cell`: only those of the edge have a line that is not flat. */
  readonly kinds: Uint8Array;
};

/**
 * The fast guided filter of K. He and J. Sun ("Fast Guided Filter", arXiv 1505.00996): within a window the matte is taken
 * for a straight line of the picture's luma, or of its three channels. The lines are found at a small size, averaged over
 * the windows that meet in a pixel, and drawn at full size against the full picture, so that edges fall where the
 * picture's do. Where a window is all background or all subject, which is most of them, there is nothing to find.
 */
export class GuidedFilter {
  readonly lines: Lines;
  readonly #width: number;
  readonly #height: number;
  readonly #options: GuidedFilterOptions;
  readonly #ownLines: Lines;
  readonly #mattes: Integral;
  readonly #sums: Float64Array;

  constructor(width: number, height: number, options: GuidedFilterOptions) {
    this.#width = width;
    this.#height = height;
    this.#options = options;
    this.#mattes = new Integral(width, height);
    this.#sums = new Float64Array(width + 1);
    this.#ownLines = createLines(width * height, options.guide);
    this.lines = createLines(width * height, options.guide);
  }

  /** Finds the lines for this picture and its matte, 0..255. */
  fit(picture: SmallPicture, matte: Float32Array): void {
    this.#mattes.build(matte);
    for (let y = 0; y < this.#height; y++) {
      this.#sortRow(y);
    }
    for (let at = 0; at < matte.length; at++) {
      if (this.#ownLines.kinds[at] === cell.edge) {
        this.#fitWindow(picture, matte, at);
      }
    }
    for (let at = 0; at < matte.length; at++) {
      if (this.lines.kinds[at] === cell.edge) {
        this.#average(at);
      }
    }
  }

  /** Tells the pixels of one row whose windows hold an edge from those that are all one thing, which get a flat line. */
  #sortRow(y: number): void {
    const width = this.#width;
    const { radius } = this.#options;
    const { offsets, kinds, ...slopes } = this.#ownLines;
    const top = Math.max(0, y - radius);
    const bottom = Math.min(this.#height, y + radius + 1);
    const sums = this.#sums;
    this.#mattes.readLine(top, bottom, sums);
    for (let x = 0; x < width; x++) {
      const left = x < radius ? 0 : x - radius;
      const right = x + radius < width ? x + radius + 1 : width;
      const alpha = (sums[right] ?? 0) - (sums[left] ?? 0);
      const isSubject = alpha >= 255 * (right - left) * (bottom - top) - nothing;
      const kind = isSubject ? cell.subject : alpha > nothing ? cell.edge : cell.background;
      const at = y * width + x;
      kinds[at] = kind;
      this.lines.kinds[at] = kind;
      offsets[at] = isSubject ? 255 : 0;
      this.lines.offsets[at] = isSubject ? 255 : 0;
    }
    const from = y * width;
    for (const plane of [slopes.y, slopes.u, slopes.v, this.lines.y, this.lines.u, this.lines.v]) {
      plane?.fill(0, from, from + width);
    }
  }

  /** The line of one window; all pixels of the window will have a part in it. */
  #fitWindow(picture: SmallPicture, matte: Float32Array, at: number): void {
    const window = this.#windowAround(at);
    const { guide, smoothness } = this.#options;
    const line =
      guide === 'luma' ? fitLuma(picture, matte, window, smoothness) : fitColour(picture, matte, window, smoothness);
    writeLine(this.#ownLines, at, line);
    for (let row = window.top; row < window.bottom; row++) {
      this.lines.kinds.fill(cell.edge, row * this.#width + window.left, row * this.#width + window.right);
    }
  }

  /** The mean of the lines of all windows that hold this pixel. */
  #average(at: number): void {
    const { offsets, y, u, v } = this.#ownLines;
    const window = this.#windowAround(at);
    const width = this.#width;
    this.lines.offsets[at] = meanOf(offsets, width, window);
    this.lines.y[at] = meanOf(y, width, window);
    if (u && v && this.lines.u && this.lines.v) {
      this.lines.u[at] = meanOf(u, width, window);
      this.lines.v[at] = meanOf(v, width, window);
    }
  }

  #windowAround(at: number): Window {
    const { radius } = this.#options;
    const x = at % this.#width;
    const y = (at - x) / this.#width;
    return {
      left: Math.max(0, x - radius),
      right: Math.min(this.#width, x + radius + 1),
      top: Math.max(0, y - radius),
      bottom: Math.min(this.#height, y + radius + 1),
    };
  }
}

function createLines(size: number, guide: GuidedFilterOptions['guide']): Lines {
  const plane = (): Float32Array => new Float32Array(size);
  const isColour = guide === 'colour';
  return {
    offsets: plane(),
    y: plane(),
    u: isColour ? plane() : null,
    v: isColour ? plane() : null,
    kinds: new Uint8Array(size),
  };
}

function writeLine(lines: Lines, at: number, { offset, y, u, v }: Line): void {
  lines.offsets[at] = offset;
  lines.y[at] = y;
  if (lines.u && lines.v) {
    lines.u[at] = u;
    lines.v[at] = v;
  }
}

function meanOf(plane: Float32Array, width: number, { left, top, right, bottom }: Window): number {
  let sum = 0;
  for (let row = top; row < bottom; row++) {
    for (let at = row * width + left; at < row * width + right; at++) {
      sum += plane[at] ?? 0;
    }
  }
  return sum / ((right - left) * (bottom - top));
}
