import type { Planes } from '../../picture/planes.ts';
import type { PaintMemory } from './memory.ts';

/** A picture that is laid on a canvas, in the memory of the kernels. */
export type Texture = {
  readonly width: number;
  readonly height: number;
  /** With alpha they are multiplied with it. */
  readonly planes: Planes;
  /** A byte a pixel, and its mean over the four pixels of each sample of chroma; null where all is opaque. */
  readonly alpha: { readonly full: Uint8Array<ArrayBuffer>; readonly half: Uint8Array<ArrayBuffer> } | null;
  release(): void;
};

/** Room for a picture of this size; its alpha and planes hold what was there before. */
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

/** Finds the mean alpha of the samples of chroma, and multiplies the planes of `texture`, which are straight so far. */
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
