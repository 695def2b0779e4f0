import type { RasterArea } from './raster-area.ts';

/**
 * The content of a layer as a bitmap in straight sRGB, at x, y of the layer's box; `scale` is its pixels per pixel of the box. The
 * bitmap of a text, bubbles or a shape is as large as its visible part, which can extend beyond the box. An image fills the box
 * from 0, 0 with the part that the layer's region selects, at any scale.
 */
export type Raster = {
  /** Equal for bitmaps with equal content. */
  readonly key: string;
  /** Must not be drawn on: the next frames can use the same bitmap. */
  readonly canvas: OffscreenCanvas;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
};

/** A bitmap that can be drawn, and the key of its content. */
export type RasterPlan = {
  readonly key: string;
  /** Draws the bitmap; null if all of it is invisible. */
  readonly draw: () => RasterArea | null;
};

export type RasterCache = {
  /** Returns the cached bitmap of a key, or draws it. */
  get(plan: RasterPlan): Raster | null;
  clear(): void;
};

/** The maximum bytes of cached bitmaps. The latest one is kept in any case. */
const keptBytes = 128 * 1024 * 1024;

/** Creates a cache of bitmaps, so that still content is drawn once. */
export function createRasterCache(): RasterCache {
  const kept = new Map<string, Raster | null>();
  const getBytes = (raster: Raster | null): number => (raster ? 4 * raster.canvas.width * raster.canvas.height : 0);
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= getBytes(kept.get(key) ?? null);
    kept.delete(key);
  };
  const keep = (key: string, raster: Raster | null): void => {
    kept.set(key, raster);
    bytes += getBytes(raster);
    for (const oldest of kept.keys()) {
      if (bytes <= keptBytes || oldest === key) {
        return;
      }
      drop(oldest);
    }
  };
  return {
    get: ({ key, draw }) => {
      const found = kept.get(key);
      if (found !== undefined) {
        // The last one used is the last to be removed.
        kept.delete(key);
        kept.set(key, found);
        return found;
      }
      const area = draw();
      const raster = area && { key, canvas: area.canvas, x: area.x, y: area.y, scale: area.scale };
      keep(key, raster);
      return raster;
    },
    clear: () => {
      kept.clear();
      bytes = 0;
    },
  };
}
