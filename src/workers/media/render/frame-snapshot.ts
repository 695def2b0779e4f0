import { createPlanes } from '../picture/planes.ts';
import { fitInside } from '../picture/fit-inside.ts';
import { Snapshot, toDataUrl } from '../snapshot.ts';
import type { RenderedFrame } from './scene-renderer.ts';

const longSidePx = 240;

/** Makes a small WebP picture of a rendered frame, as a data URL. */
export class FrameSnapshot {
  readonly #size: { readonly width: number; readonly height: number };

  constructor(size: { readonly width: number; readonly height: number }) {
    this.#size = size;
  }

  /** What it needs of the frame is taken before it waits for anything. */
  draw(frame: RenderedFrame): Promise<string> {
    if (frame.decoded) {
      const { width, height } = fitInside(this.#size, longSidePx);
      const canvas = new OffscreenCanvas(width, height);
      canvas.getContext('2d')?.drawImage(frame.decoded, 0, 0, width, height);
      return toDataUrl(canvas);
    }
    const { planes } = frame;
    return new Snapshot(planes, 'bt709').draw(planes, frame.alpha ?? opaqueLike(planes));
  }
}

function opaqueLike({ width, height }: { readonly width: number; readonly height: number }) {
  const alpha = createPlanes(width, height);
  alpha.y.fill(255);
  return alpha;
}
