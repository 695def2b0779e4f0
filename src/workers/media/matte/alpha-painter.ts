import type { Levels } from './levels.ts';

type Size = { readonly width: number; readonly height: number };

/**
 * Draws alpha at full size from the lines of a guided filter: slope and offset are interpolated between the points of
 * the small grid, and applied to the luma of each pixel. Cells whose lines cannot leave 0 or 255 are filled at once; that
 * is most of a picture.
 */
export class AlphaPainter {
  readonly #width: number;
  readonly #height: number;
  readonly #gridWidth: number;
  readonly #gridHeight: number;
  readonly #levels: Levels;
  /** The first pixel column of each cell, a cell lying between two grid points; and one past the last. */
  readonly #cellStarts: Int32Array;
  readonly #slopes: Float32Array;
  readonly #offsets: Float32Array;

  constructor(full: Size, grid: Size, levels: Levels) {
    this.#width = full.width;
    this.#height = full.height;
    this.#gridWidth = grid.width;
    this.#gridHeight = grid.height;
    this.#levels = levels;
    this.#cellStarts = cellStarts(full.width, grid.width);
    this.#slopes = new Float32Array(grid.width + 2);
    this.#offsets = new Float32Array(grid.width + 2);
  }

  /** Fills `alpha`, 0..255, one byte a pixel. */
  paint(slopes: Float32Array, offsets: Float32Array, luma: Uint8Array, alpha: Uint8ClampedArray): void {
    const scale = this.#gridHeight / this.#height;
    for (let y = 0; y < this.#height; y++) {
      const at = Math.min(this.#gridHeight - 1, Math.max(0, (y + 0.5) * scale - 0.5));
      this.#mixRows(slopes, offsets, at);
      this.#paintRow(luma, alpha, y * this.#width);
    }
  }

  /** The lines at the height of one pixel row, stretched so that `low` is 0 and `high` is 255; the ends are doubled. */
  #mixRows(slopes: Float32Array, offsets: Float32Array, at: number): void {
    const width = this.#gridWidth;
    const { low, high } = this.#levels;
    const gain = 255 / (high - low);
    const above = Math.floor(at);
    const share = at - above;
    const first = above * width;
    const second = Math.min(this.#gridHeight - 1, above + 1) * width;
    for (let x = 0; x < width; x++) {
      const slope = slopes[first + x] ?? 0;
      const offset = offsets[first + x] ?? 0;
      this.#slopes[x + 1] = gain * (slope + share * ((slopes[second + x] ?? 0) - slope));
      this.#offsets[x + 1] = gain * (offset + share * ((offsets[second + x] ?? 0) - offset) - low);
    }
    doubleEnds(this.#slopes);
    doubleEnds(this.#offsets);
  }

  #paintRow(luma: Uint8Array, alpha: Uint8ClampedArray, row: number): void {
    const starts = this.#cellStarts;
    const cells = starts.length - 1;
    let flatFrom = 0;
    let flatValue = -1;
    for (let cell = 0; cell < cells; cell++) {
      const value = this.#flatValue(cell);
      if (value === flatValue) {
        continue;
      }
      const from = starts[cell] ?? 0;
      if (flatValue >= 0) {
        alpha.fill(flatValue, row + flatFrom, row + from);
      }
      flatFrom = from;
      flatValue = value;
      if (value < 0) {
        this.#paintCell(cell, luma, alpha, row);
        flatValue = -2;
      }
    }
    if (flatValue >= 0) {
      alpha.fill(flatValue, row + flatFrom, row + this.#width);
    }
  }

  /** 0 or 255 when no luma gives anything else in this cell, else -1. */
  #flatValue(cell: number): number {
    const left = this.#offsets[cell] ?? 0;
    const right = this.#offsets[cell + 1] ?? 0;
    const leftRise = 255 * (this.#slopes[cell] ?? 0);
    const rightRise = 255 * (this.#slopes[cell + 1] ?? 0);
    if (left <= 0 && right <= 0 && left + leftRise <= 0 && right + rightRise <= 0) {
      return 0;
    }
    if (left >= 255 && right >= 255 && left + leftRise >= 255 && right + rightRise >= 255) {
      return 255;
    }
    return -1;
  }

  #paintCell(cell: number, luma: Uint8Array, alpha: Uint8ClampedArray, row: number): void {
    const from = this.#cellStarts[cell] ?? 0;
    const to = this.#cellStarts[cell + 1] ?? 0;
    const perPixel = this.#gridWidth / this.#width;
    const share = Math.max(0, (from + 0.5) * perPixel - 0.5 - (cell - 1));
    const slopeStep = ((this.#slopes[cell + 1] ?? 0) - (this.#slopes[cell] ?? 0)) * perPixel;
    const offsetStep = ((this.#offsets[cell + 1] ?? 0) - (this.#offsets[cell] ?? 0)) * perPixel;
    let slope = (this.#slopes[cell] ?? 0) + (slopeStep / perPixel) * share;
    let offset = (this.#offsets[cell] ?? 0) + (offsetStep / perPixel) * share;
    for (let at = row + from; at < row + to; at++) {
      alpha[at] = slope * (luma[at] ?? 0) + offset;
      slope += slopeStep;
      offset += offsetStep;
    }
  }
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

function doubleEnds(line: Float32Array): void {
  line[0] = line[1] ?? 0;
  line[line.length - 1] = line[line.length - 2] ?? 0;
}
