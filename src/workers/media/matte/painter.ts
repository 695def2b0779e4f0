import type { CutOutOptions } from '#core/protocol/runners.ts';
import type { Size } from '#core/lib/size.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { Planes } from '../picture/planes.ts';
import { AlphaPainter } from './alpha-painter.ts';
import { Edge } from './edge.ts';
import { ForegroundPainter, type FoundColours } from './foreground-painter.ts';
import type { Lines } from './guided-filter.ts';
import type { Levels } from './levels.ts';

export type PainterOptions = {
  /** The size of the frames, and of the grid of lines and colours. */
  readonly full: Size;
  readonly grid: Size;
  /** The thresholds of alpha. */
  readonly levels: Levels;
  readonly edge: CutOutOptions['edge'];
};

/**
 * One frame, in the memory of the kernels. `planes` is changed in place to the subject's colours alone, and `alpha`, 0..255, is
 * filled.
 */
export type PaintJob = {
  readonly lines: Lines;
  readonly foreground: FoundColours;
  readonly planes: Planes;
  /** The source's own alpha, with which the subject's alpha is multiplied. */
  readonly ownAlpha: Uint8Array | null;
  readonly alpha: Uint8ClampedArray<ArrayBuffer>;
};

/** Draws alpha and the colours of the subject for every pixel of a frame at its full size. */
export class Painter {
  readonly #alpha: AlphaPainter;
  readonly #edge: Edge;
  readonly #foreground: ForegroundPainter;

  constructor({ full, grid, levels, edge }: PainterOptions, kernels: Kernels) {
    this.#alpha = new AlphaPainter(full, grid, levels, kernels);
    this.#edge = new Edge(full, edge);
    this.#foreground = new ForegroundPainter(full, grid, edge.decontaminate, kernels);
  }

  paint({ lines, foreground, planes, ownAlpha, alpha }: PaintJob): void {
    this.#alpha.paint(lines, planes, alpha);
    this.#edge.apply(alpha);
    if (ownAlpha) {
      multiply(alpha, ownAlpha);
    }
    this.#foreground.paint(planes, alpha, foreground);
  }
}

function multiply(alpha: Uint8ClampedArray, own: Uint8Array): void {
  for (let i = 0; i < alpha.length; i++) {
    alpha[i] = ((alpha[i] ?? 0) * (own[i] ?? 0)) / 255;
  }
}
