import type { Size } from '#core/lib/size.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Planes } from '../picture/planes.ts';
import type { Lines } from './guided-filter.ts';
import type { Levels } from './levels.ts';

/**
 * Draws alpha at full size from the lines of a guided filter. They are interpolated between the points of the small grid, and
 * applied to each pixel of the frame. Where the four points around are all background, or all subject, pixels are only filled; that
 * is most of a frame.
 */
export class AlphaPainter {
  readonly #paint: (lines: Lines, picture: Planes, alpha: Uint8ClampedArray) => void;

  constructor(full: Size, grid: Size, { low, high }: Levels, kernels: Kernels) {
    // A cell is between two grid points.
    const columns = grid.width + 1;
    const columnStarts = kernels.ints(columns + 1);
    const rowStarts = kernels.ints(grid.height + 2);
    const distances = kernels.floats(columns);
    columnStarts.set(cellStarts(full.width, grid.width));
    rowStarts.set(cellStarts(full.height, grid.height));
    for (let at = 0; at < columns; at++) {
      distances[at] = ((columnStarts[at] ?? 0) + 0.5) * (grid.width / full.width) - 0.5 - (at - 1);
    }
    const tables = [columnStarts, distances, rowStarts, low, 255 / (high - low)] as const;
    const scratch = [kernels.bytes(columns), kernels.ints(3 * columns), kernels.floats(4 * (columns + 1))] as const;
    this.#paint = ({ kinds, planes, isColour }, { y, u, v, width, height }, alpha) => {
      const lines = [kinds, planes, grid.width, grid.height, Number(isColour)] as const;
      kernels.run.paintAlpha(...lines, ...tables, y, u, v, width, height, alpha, ...scratch);
    };
  }

  /** Fills `alpha`, 0..255, one byte per pixel. All arrays are in the memory of the kernels. */
  paint(lines: Lines, picture: Planes, alpha: Uint8ClampedArray): void {
    this.#paint(lines, picture, alpha);
  }
}

/**
 * Returns the first pixel of each cell. Cell `i` is between the grid points `i - 1` and `i`; the points -1 and `gridSize` repeat
 * their neighbours.
 */
function cellStarts(size: number, gridSize: number): Int32Array {
  const starts = new Int32Array(gridSize + 2);
  for (let at = 1; at <= gridSize; at++) {
    starts[at] = Math.min(size, Math.max(0, Math.ceil(((at - 0.5) * size) / gridSize - 0.5)));
  }
  starts[gridSize + 1] = size;
  return starts;
}
