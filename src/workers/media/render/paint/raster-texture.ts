import { matrixWeights, type Matrix } from '../../picture/colour.ts';
import type { PaintMemory } from './memory.ts';
import { createTexture, type Texture } from './texture.ts';

/** A bitmap as a texture, which may be larger by a transparent column or row. */
export type RasterTexture = { readonly texture: Texture; readonly width: number; readonly height: number };

/** Reads a bitmap in sRGB. The texture is opaque if the bitmap is, unless alpha must be kept. */
export function readRaster(
  memory: PaintMemory,
  canvas: OffscreenCanvas,
  matrix: Matrix,
  keepsAlpha: boolean,
): RasterTexture {
  const { width, height } = canvas;
  const [evenWidth, evenHeight] = [width + (width & 1), height + (height & 1)];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const { data } = context?.getImageData(0, 0, evenWidth, evenHeight) ?? new ImageData(evenWidth, evenHeight);
  const rgba = memory.take(data.length);
  rgba.set(data);
  const texture = createTexture(memory, evenWidth, evenHeight, true);
  const { planes, alpha } = texture;
  if (alpha) {
    const { kr, kb } = matrixWeights(matrix);
    const factors = [kr, 1 - kr - kb, kb, 224 / 255 / (2 * (1 - kb)), 224 / 255 / (2 * (1 - kr))] as const;
    const { y, u, v } = planes;
    memory.kernels.run.splitRgba(rgba, evenWidth, evenHeight, ...factors, y, u, v, alpha.full, alpha.half);
  }
  memory.release(rgba);
  const isOpaque = !keepsAlpha && isOpaqueWithin(data, evenWidth, width, height);
  return { texture: isOpaque ? { ...texture, alpha: null } : texture, width, height };
}

function isOpaqueWithin(rgba: Uint8ClampedArray, stride: number, width: number, height: number): boolean {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (rgba[4 * (y * stride + x) + 3] !== 255) {
        return false;
      }
    }
  }
  return true;
}
