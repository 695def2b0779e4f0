import type { EdgeGrid } from './edge-grid.ts';

/** The kinds of pixels of the small image. */
export const cell = { background: 0, subject: 1, edge: 2 } as const;

/** `smoothness` is the variance (levels squared) below which a window counts as flat: epsilon in the paper. */
export type GuidedFilterOptions = {
  readonly radius: number;
  readonly guide: 'luma' | 'colour';
  readonly smoothness: number;
};

/** One line per pixel of the small image: `alpha = offset + y * Y + u * U + v * V`, all 0..255. */
export type Lines = {
  /** The offsets, and the slopes of Y, U and V, plane after plane. */
  readonly planes: Float32Array;
  /** Whether U and V are used, as with the guide `colour`. */
  readonly isColour: boolean;
  /** A value of `cell` for each pixel: only edge pixels have a line that is not flat. */
  readonly kinds: Uint8Array;
};

/**
 * The fast guided filter of K. He and J. Sun ("Fast Guided Filter", arXiv 1505.00996). Within a window the matte is modelled as a
 * linear function of the image's luma, or of its three channels. The lines are fitted at a small size, averaged over the windows
 * that contain a pixel, and applied at full size to the full image, so that edges match those of the image. Most windows are all
 * background or all subject, and need no fit.
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

  /** Fits the lines for the image and the matte that the grid contains. */
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
    // All pixels of the windows that contain an edge contribute to the lines.
    const { kinds, planes } = this.lines;
    this.#grid.findEdges(2 * radius, kinds);
    kernels.run.averageLines(kinds, width, height, radius, lines, planes);
  }
}
