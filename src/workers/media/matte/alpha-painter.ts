import type { Size } from '#core/size.ts';
import type { Planes } from '../picture/planes.ts';
import { cell, type Lines } from './guided-filter.ts';
import type { Levels } from './levels.ts';

/** Two rows of grid points, as indexes of their first points, and how far a row of pixels lies from the upper one. */
type Between = { readonly above: number; readonly below: number; readonly share: number };

/** A line at one pixel, and by how much it changes from a pixel to the next. */
type Ramp = { value: number; step: number };

/**
 * Draws alpha at full size from the lines of a guided filter: they are interpolated between the points of the small grid,
 * and applied to each pixel of the picture. Where the four points around are all background, or all subject, there is only
 * something to fill; that is most of a picture.
 */
export class AlphaPainter {
  readonly #width: number;
  readonly #height: number;
  readonly #grid: Size;
  readonly #low: number;
  readonly #gain: number;
  /** The first pixel of each cell, a cell lying between two grid points; and one past the last. */
  readonly #columnStarts: Int32Array;
  readonly #rowStarts: Int32Array;
  /** What the cells of one row are. */
  readonly #kinds: Uint8Array;

  constructor(full: Size, grid: Size, { low, high }: Levels) {
    this.#width = full.width;
    this.#height = full.height;
    this.#grid = grid;
    this.#low = low;
    this.#gain = 255 / (high - low);
    this.#columnStarts = cellStarts(full.width, grid.width);
    this.#rowStarts = cellStarts(full.height, grid.height);
    this.#kinds = new Uint8Array(grid.width + 1);
  }

  /** Fills `alpha`, 0..255, one byte a pixel. */
  paint(lines: Lines, picture: Planes, alpha: Uint8ClampedArray): void {
    const { width, height } = this.#grid;
    for (let row = 0; row <= height; row++) {
      const above = Math.max(0, row - 1) * width;
      const below = Math.min(height - 1, row) * width;
      this.#sortCells(lines.kinds, above, below);
      const end = this.#rowStarts[row + 1] ?? 0;
      for (let y = this.#rowStarts[row] ?? 0; y < end; y++) {
        const share = ((y + 0.5) * height) / this.#height - 0.5 - (row - 1);
        this.#paintRow(lines, picture, alpha, y, { above, below, share });
      }
    }
  }

  /** A cell is what its four corners are, if they agree. */
  #sortCells(kinds: Uint8Array, above: number, below: number): void {
    const { width } = this.#grid;
    for (let at = 0; at <= width; at++) {
      const left = at > 0 ? at - 1 : 0;
      const right = at < width ? at : width - 1;
      const kind = kinds[above + left] ?? 0;
      const agrees = kinds[above + right] === kind && kinds[below + left] === kind && kinds[below + right] === kind;
      this.#kinds[at] = agrees ? kind : cell.edge;
    }
  }

  /** Runs of cells of one kind are drawn together. */
  #paintRow(lines: Lines, picture: Planes, alpha: Uint8ClampedArray, y: number, between: Between): void {
    const cells = this.#kinds.length;
    const row = y * this.#width;
    let from = 0;
    while (from < cells) {
      const kind = this.#kinds[from] ?? 0;
      let to = from + 1;
      while (to < cells && this.#kinds[to] === kind) {
        to++;
      }
      if (kind === cell.edge) {
        for (let at = from; at < to; at++) {
          this.#paintCell(lines, picture, alpha, y, at, between);
        }
      } else {
        const value = kind === cell.subject ? 255 : 0;
        alpha.fill(value, row + (this.#columnStarts[from] ?? 0), row + (this.#columnStarts[to] ?? 0));
      }
      from = to;
    }
  }

  #paintCell(lines: Lines, picture: Planes, alpha: Uint8ClampedArray, y: number, at: number, between: Between): void {
    const first = this.#columnStarts[at] ?? 0;
    const end = this.#columnStarts[at + 1] ?? 0;
    const offset = this.#rampOf(lines.offsets, at, first, between, this.#low);
    const luma = this.#rampOf(lines.y, at, first, between, 0);
    const row = y * this.#width;
    if (!lines.u || !lines.v) {
      for (let x = first; x < end; x++) {
        alpha[row + x] = offset.value + luma.value * (picture.y[row + x] ?? 0);
        offset.value += offset.step;
        luma.value += luma.step;
      }
      return;
    }
    const blue = this.#rampOf(lines.u, at, first, between, 0);
    const red = this.#rampOf(lines.v, at, first, between, 0);
    const chromaRow = (y >> 1) * picture.chromaWidth;
    for (let x = first; x < end; x++) {
      const chroma = chromaRow + (x >> 1);
      const colour = blue.value * (picture.u[chroma] ?? 0) + red.value * (picture.v[chroma] ?? 0);
      alpha[row + x] = offset.value + luma.value * (picture.y[row + x] ?? 0) + colour;
      offset.value += offset.step;
      luma.value += luma.step;
      blue.value += blue.step;
      red.value += red.step;
    }
  }

  /** One coefficient along the pixels of a cell, stretched so that `low` is 0 and `high` is 255. */
  #rampOf(plane: Float32Array, at: number, first: number, { above, below, share }: Between, loss: number): Ramp {
    const { width } = this.#grid;
    const left = at > 0 ? at - 1 : 0;
    const right = at < width ? at : width - 1;
    const from = mix(plane[above + left] ?? 0, plane[below + left] ?? 0, share) - loss;
    const to = mix(plane[above + right] ?? 0, plane[below + right] ?? 0, share) - loss;
    const perPixel = width / this.#width;
    const rise = this.#gain * (to - from);
    const distance = (first + 0.5) * perPixel - 0.5 - (at - 1);
    return { value: this.#gain * from + rise * distance, step: rise * perPixel };
  }
}

function mix(first: number, second: number, share: number): number {
  return first + share * (second - first);
}

/** Cell `i` lies between the grid points `i - 1` and `i`; the points -1 and `gridSize` repeat their neighbours. */
function cellStarts(size: number, gridSize: number): Int32Array {
  const starts = new Int32Array(gridSize + 2);
  for (let at = 1; at <= gridSize; at++) {
    starts[at] = Math.min(size, Math.max(0, Math.ceil(((at - 0.5) * size) / gridSize - 0.5)));
  }
  starts[gridSize + 1] = size;
  return starts;
}
