import type { Size } from '#core/lib/size.ts';
import type { Matrix } from '../picture/colour.ts';
import { createPlanes, type Planes } from '../picture/planes.ts';
import { fitInside } from '../picture/fit-inside.ts';
import { Snapshot, toDataUrl } from '../snapshot.ts';
import type { RenderedFrame } from './scene-renderer.ts';

const longSidePx = 240;

/** Creates small WebP images of rendered frames, as data URLs. */
export class FrameSnapshot {
  readonly #size: Size;
  readonly #matrix: Matrix;
  #ofPlanes: { readonly snapshot: Snapshot; readonly opaque: Planes } | null = null;

  constructor({ width, height }: Size, matrix: Matrix) {
    this.#size = { width, height };
    this.#matrix = matrix;
  }

  /** Draws a frame, which is read synchronously. */
  draw(frame: RenderedFrame): Promise<string> {
    if (frame.decoded) {
      const { width, height } = fitInside(this.#size, longSidePx);
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext('2d')?.drawImage(frame.decoded, 0, 0, width, height);
      return toDataUrl(canvas);
    }
    // It has its own memory, which browsers free late.
    this.#ofPlanes ??= { snapshot: new Snapshot(this.#size, this.#matrix), opaque: createOpaque(this.#size) };
    const { snapshot, opaque } = this.#ofPlanes;
    return snapshot.draw(frame.planes, frame.alpha ?? opaque);
  }
}

function createOpaque({ width, height }: Size): Planes {
  const alpha = createPlanes(width, height);
  alpha.y.fill(255);
  return alpha;
}
