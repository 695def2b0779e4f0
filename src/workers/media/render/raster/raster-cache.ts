import type { RasterArea } from './raster-area.ts';

/**
 * The content of a layer as a bitmap in straight sRGB, to be put at x, y of the layer's box; `scale` is its pixels in a pixel
 * of the box. A text, bubbles or a shape is as large as what is seen of it, which may hang over the box. A picture is whole:
 * it fills the box from 0, 0 with what the layer's region takes of it, whatever its scale.
 */
export type Raster = {
  /** Equal while the bitmap shows the same. */
  readonly key: string;
  /** Must not be drawn on: the next frames may be given the same one. */
  readonly canvas: OffscreenCanvas;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
};

/** A bitmap that can be drawn, and the key of what it will show. */
export type RasterPlan = {
  readonly key: string;
  /** Null where nothing is to be seen. */
  readonly draw: () => RasterArea | null;
};

export type RasterCache = {
  /** What was drawn under this key, or else is drawn now. */
  get(plan: RasterPlan): Raster | null;
  clear(): void;
};

/** Bytes of bitmaps that are kept. The latest one is kept in any case. */
const keptBytes = 128 * 1024 * 1024;

/** Keeps what was drawn last, so that what is still is drawn once. */
export function createRasterCache(): RasterCache {
  const kept = new Map<string, Raster | null>();
  const bytesOf = (raster: Raster | null): number => (raster ? 4 * raster.canvas.width * raster.canvas.height : 0);
  let bytes = 0;
  const drop = (key: string): void => {
    bytes -= bytesOf(kept.get(key) ?? null);
    kept.delete(key);
  };
  const keep = (key: string, raster: Raster | null): void => {
    kept.set(key, raster);
    bytes += bytesOf(raster);
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
        // The one that was asked for last is the last to go.
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
