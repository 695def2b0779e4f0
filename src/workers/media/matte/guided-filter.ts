import type { EdgeGrid } from './edge-grid.ts';

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
  /** The offsets, and the slopes of Y, U and V, plane after plane. */
  readonly planes: Float32Array;
  /** Whether U and V count, as they do with the guide `colour`. */
  readonly isColour: boolean;
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
  readonly #grid: EdgeGrid;
  readonly #options: GuidedFilterOptions;
  readonly #ownKinds: Uint8Array;
  readonly #ownLines: Float32Array;

  constructor(grid: EdgeGrid, options: GuidedFilterOptions) {
    const { size, kernels } = grid;
    this.#grid = grid;
    this.#options = options;
    this.#ownKinds = kernels.bytes(size);
    this.#ownLines = kernels.floats(4 * size);
    const planes = kernels.floats(4 * size);
    this.lines = { planes, isColour: options.guide === 'colour', kinds: kernels.bytes(size) };
  }

  /** Finds the lines for the picture and the matte that the grid holds. */
  fit(): void {
    const { width, height, size, kernels, edges, y, u, v, matte } = this.#grid;
    const { radius, guide, smoothness } = this.#options;
    const count = this.#grid.findEdges(radius, this.#ownKinds);
    const lines = this.#ownLines;
    kernels.run.layFlatLines(this.#ownKinds, size, lines);
    const list = [edges, count, y] as const;
    const window = [matte, width, height, radius, smoothness, lines] as const;
    if (guide === 'luma') {
      kernels.run.fitLumaLines(...list, ...window);
    } else {
      kernels.run.fitColourLines(...list, u, v, ...window);
    }
    // All pixels of the windows that hold an edge have a part in their lines.
    const { kinds, planes } = this.lines;
    this.#grid.findEdges(2 * radius, kinds);
    kernels.run.averageLines(kinds, width, height, radius, lines, planes);
  }
}
