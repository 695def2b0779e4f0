import type { Planes } from '../picture/planes.ts';
import type { Levels } from './levels.ts';

type Size = { readonly width: number; readonly height: number };

/**
 * Draws alpha at full size from the lines of a guided filter: they are interpolated between the points of the small grid,
 * and applied to each pixel of the picture. Cells whose lines cannot leave 0 or 255 are filled at once; that is most of a
 * picture.
 */
export class AlphaPainter {
  readonly #width: number;
  readonly #height: number;
  readonly #grid: Size;
  readonly #levels: Levels;
  /** The first pixel column of each cell, a cell lying between two grid points; and one past the last. */
  readonly #cellStarts: Int32Array;
  /** The lines at the height of one row of pixels; the first and the last point repeat their neighbours. */
  readonly #offsets: Float32Array;
  readonly #slopes: readonly [Float32Array, Float32Array, Float32Array];

  constructor(full: Size, grid: Size, levels: Levels) {
    const row = (): Float32Array => new Float32Array(grid.width + 2);
    this.#width = full.width;
    this.#height = full.height;
    this.#grid = grid;
    this.#levels = levels;
    this.#cellStarts = cellStarts(full.width, grid.width);
    this.#offsets = row();
    this.#slopes = [row(), row(), row()];
  }

  /** Fills `alpha`, 0..255, one byte a pixel. `lines` are those of the filter: offset, y, and perhaps u and v. */
  paint([offsets, ...slopes]: readonly Float32Array[], picture: Planes, alpha: Uint8ClampedArray): void {
    const scale = this.#grid.height / this.#height;
    const gain = 255 / (this.#levels.high - this.#levels.low);
    for (let y = 0; y < this.#height; y++) {
      const at = Math.min(this.#grid.height - 1, Math.max(0, (y + 0.5) * scale - 0.5));
      this.#mixRows(offsets, at, gain, gain * this.#levels.low, this.#offsets);
      this.#slopes.forEach((row, channel) => this.#mixRows(slopes[channel], at, gain, 0, row));
      this.#paintRow(picture, alpha, y);
    }
  }

  /** One plane of the lines at the height of a row of pixels, stretched so that `low` is 0 and `high` is 255. */
  #mixRows(plane: Float32Array | undefined, at: number, gain: number, loss: number, row: Float32Array): void {
    if (!plane) {
      return;
    }
    const { width, height } = this.#grid;
    const above = Math.floor(at);
    const share = at - above;
    const first = above * width;
    const second = Math.min(height - 1, above + 1) * width;
    for (let x = 0; x < width; x++) {
      const value = plane[first + x] ?? 0;
      row[x + 1] = gain * (value + share * ((plane[second + x] ?? 0) - value)) - loss;
    }
    row[0] = row[1] ?? 0;
    row[width + 1] = row[width] ?? 0;
  }

  /** Runs of flat cells are filled together. */
  #paintRow(picture: Planes, alpha: Uint8ClampedArray, y: number): void {
    const starts = this.#cellStarts;
    const cells = starts.length - 1;
    const row = y * this.#width;
    let cell = 0;
    while (cell < cells) {
      const value = this.#flatValue(cell);
      const from = cell;
      cell++;
      if (value === null) {
        this.#paintCell(from, picture, alpha, y);
        continue;
      }
      while (cell < cells && this.#flatValue(cell) === value) {
        cell++;
      }
      alpha.fill(value, row + (starts[from] ?? 0), row + (starts[cell] ?? 0));
    }
  }

  /** 0 or 255 when no pixel gives anything else in this cell. */
  #flatValue(cell: number): 0 | 255 | null {
    const [lumas, blues, reds] = this.#slopes;
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let at = cell; at <= cell + 1; at++) {
      const offset = this.#offsets[at] ?? 0;
      const rises = [lumas[at] ?? 0, blues[at] ?? 0, reds[at] ?? 0] as const;
      const up = Math.max(0, rises[0]) + Math.max(0, rises[1]) + Math.max(0, rises[2]);
      const down = Math.min(0, rises[0]) + Math.min(0, rises[1]) + Math.min(0, rises[2]);
      most = Math.max(most, offset + 255 * up);
      least = Math.min(least, offset + 255 * down);
    }
    return most <= 0 ? 0 : least >= 255 ? 255 : null;
  }

  #paintCell(cell: number, { y: luma, u, v, chromaWidth }: Planes, alpha: Uint8ClampedArray, y: number): void {
    const from = this.#cellStarts[cell] ?? 0;
    const to = this.#cellStarts[cell + 1] ?? 0;
    const perPixel = this.#grid.width / this.#width;
    const share = Math.max(0, (from + 0.5) * perPixel - 0.5 - (cell - 1));
    const [lumas, blues, reds] = this.#slopes;
    const offsetStep = stepOf(this.#offsets, cell, perPixel);
    const lumaStep = stepOf(lumas, cell, perPixel);
    const blueStep = stepOf(blues, cell, perPixel);
    const redStep = stepOf(reds, cell, perPixel);
    let offset = (this.#offsets[cell] ?? 0) + (offsetStep / perPixel) * share;
    let lumaSlope = (lumas[cell] ?? 0) + (lumaStep / perPixel) * share;
    let blueSlope = (blues[cell] ?? 0) + (blueStep / perPixel) * share;
    let redSlope = (reds[cell] ?? 0) + (redStep / perPixel) * share;
    const row = y * this.#width;
    const chromaRow = (y >> 1) * chromaWidth;
    for (let x = from; x < to; x++) {
      const chroma = chromaRow + (x >> 1);
      const colour = blueSlope * (u[chroma] ?? 0) + redSlope * (v[chroma] ?? 0);
      alpha[row + x] = offset + lumaSlope * (luma[row + x] ?? 0) + colour;
      offset += offsetStep;
      lumaSlope += lumaStep;
      blueSlope += blueStep;
      redSlope += redStep;
    }
  }
}

function stepOf(row: Float32Array, cell: number, perPixel: number): number {
  return ((row[cell + 1] ?? 0) - (row[cell] ?? 0)) * perPixel;
}

/** Cell `i` lies between the grid points `i - 1` and `i`; the points -1 and `gridSize` repeat their neighbours. */
function cellStarts(size: number, gridSize: number): Int32Array {
  const starts = new Int32Array(gridSize + 2);
  for (let cell = 1; cell <= gridSize; cell++) {
    starts[cell] = Math.min(size, Math.max(0, Math.ceil(((cell - 0.5) * size) / gridSize - 0.5)));
  }
  starts[gridSize + 1] = size;
  return starts;
}
