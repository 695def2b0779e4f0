import type { Layer } from '#core/timeline/scene.ts';

/** Draws what is no video; `Rasterizer` says what its bitmaps are. */
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
