import type { Layer } from '#core/timeline/scene.ts';

/** Draws layers other than video as bitmaps; see `Rasterizer`. */
export type RasterSource = {
  raster(layer: Layer, scale: number): Promise<DrawnRaster | null>;
};

export type DrawnRaster = {
  readonly key: string;
  readonly canvas: OffscreenCanvas;
  readonly x: number;
  readonly y: number;
  readonly scale: number;
};
