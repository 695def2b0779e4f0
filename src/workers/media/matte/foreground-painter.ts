import type { Size } from '#core/lib/size.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Planes } from '../picture/planes.ts';
import type { Foreground } from './foreground.ts';

/** The estimated colours of a frame. */
export type FoundColours = Pick<Foreground, 'kinds' | 'subject' | 'background' | 'hueLimits' | 'screen' | 'fill'>;

/**
 * Replaces the colours of a frame by the subject's alone. Each edge pixel gets the subject's part of its colour. Background near
 * the edge gets the subject's colour, so that scaling the result shows no fringe; background further out gets one even colour,
 * which costs no bits.
 */
export class ForegroundPainter {
  readonly #paint: (planes: Planes, alpha: Uint8ClampedArray, foreground: FoundColours) => void;

  constructor(full: Size, grid: Size, isDecontaminating: boolean, kernels: Kernels) {
    const chromaWidth = (full.width + 1) >> 1;
    const chromaHeight = (full.height + 1) >> 1;
    const columnStarts = kernels.ints(grid.width + 1);
    const columns = kernels.ints(chromaWidth);
    const rows = kernels.ints(chromaHeight);
    columnStarts.forEach((_, at) => (columnStarts[at] = Math.ceil((at * chromaWidth) / grid.width)));
    columns.forEach((_, x) => (columns[x] = Math.floor((x * grid.width) / chromaWidth)));
    rows.forEach((_, y) => (rows[y] = Math.floor((y * grid.height) / chromaHeight)));
    const runs = kernels.ints(3 * grid.width);
    const tables = [grid.width, grid.height, columnStarts, columns, rows, Number(isDecontaminating)] as const;
    this.#paint = ({ y, u, v, width, height }, alpha, { kinds, subject, background, hueLimits, fill, screen }) => {
      const { u: screenU, v: screenV, strength } = screen ?? { u: 0, v: 0, strength: 0 };
      const colours = [kinds, subject, background, hueLimits] as const;
      const even = [...fill, screenU, screenV, strength] as const;
      kernels.run.paintColours(...colours, ...tables, ...even, y, u, v, width, height, alpha, runs);
    };
  }

  /** Changes `planes` in place. All arrays are in the memory of the kernels. */
  paint(planes: Planes, alpha: Uint8ClampedArray, foreground: FoundColours): void {
    this.#paint(planes, alpha, foreground);
  }
}
