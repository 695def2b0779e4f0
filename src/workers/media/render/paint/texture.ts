import type { Planes } from '../../picture/planes.ts';
import type { PaintMemory } from './memory.ts';

/** An image to composite on a canvas, in the memory of the kernels. */
export type Texture = {
  readonly width: number;
  readonly height: number;
  /** The planes, premultiplied if there is alpha. */
  readonly planes: Planes;
  /** One byte per pixel, and its mean over the four pixels of each chroma sample; null if all pixels are opaque. */
  readonly alpha: { readonly full: Uint8Array<ArrayBuffer>; readonly half: Uint8Array<ArrayBuffer> } | null;
  release(): void;
};

/** Allocates an image of this size; its alpha and planes have undefined content. */
export function createTexture(memory: PaintMemory, width: number, height: number, hasAlpha: boolean): Texture {
  const { planes, piece } = memory.planes(width, height);
  const pieces = [piece];
  let alpha: Texture['alpha'] = null;
  if (hasAlpha) {
    const [full, half] = [memory.take(width * height), memory.take(planes.chromaWidth * planes.chromaHeight)];
    pieces.push(full, half);
    alpha = {
      full: full.subarray(0, width * height),
      half: half.subarray(0, planes.chromaWidth * planes.chromaHeight),
    };
  }
  return { width, height, planes, alpha, release: () => pieces.splice(0).forEach((one) => memory.release(one)) };
}

/** Computes the mean alpha of the chroma samples, and premultiplies the planes of `texture`, which are straight so far. */
export function multiplyWithAlpha({ kernels: { run } }: PaintMemory, { planes, alpha }: Texture): void {
  if (!alpha) {
    return;
  }
  const { width, height, chromaWidth, chromaHeight, y, u, v } = planes;
  run.halveAlpha(alpha.full, width, width, height, alpha.half, chromaWidth);
  run.multiplyPlane(y, width, alpha.full, width, width, height);
  run.multiplyPlane(u, chromaWidth, alpha.half, chromaWidth, chromaWidth, chromaHeight);
  run.multiplyPlane(v, chromaWidth, alpha.half, chromaWidth, chromaWidth, chromaHeight);
}
