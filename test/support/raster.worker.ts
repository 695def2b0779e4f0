import type { Layer } from '#core/timeline/scene.ts';
import { createRasterizer } from '#workers/media/render/raster/raster.ts';

/** Layers to be drawn over a background, from bottom to top, each at the translation of its matrix. */
export type RasterCase = {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly scale: number;
  readonly layers: readonly Layer[];
  /** Files in base64, by the ids of their assets. */
  readonly assets?: Readonly<Record<string, string>>;
};

/** What was drawn of each layer, in pixels of its box. */
export type RasterMade = {
  /** The whole as a PNG in base64. */
  readonly png: string;
  readonly rasters: readonly ({
    readonly key: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null)[];
  readonly warnings: readonly string[];
  /** The mean time of drawing a layer, first for the first time and then again. */
  readonly firstMs: number;
  readonly againMs: number;
};

const toBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

async function draw({ width, height, background, scale, layers, assets = {} }: RasterCase): Promise<RasterMade> {
  const warnings: string[] = [];
  const rasterizer = createRasterizer({
    readAsset: async (assetId) => {
      const file = assets[assetId];
      return file === undefined ? null : new Blob([toBytes(file)]);
    },
    warn: (sentence) => warnings.push(sentence),
  });
  const canvas = new OffscreenCanvas(width * scale, height * scale);
  const context = canvas.getContext('2d');
  if (!context) {
    throw new Error('There is no canvas');
  }
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const rasters: RasterMade['rasters'][number][] = [];
  const start = performance.now();
  for (const layer of layers) {
    const raster = await rasterizer.raster(layer, scale);
    rasters.push(raster && { ...raster, width: raster.canvas.width, height: raster.canvas.height });
    if (raster && layer.content.type === 'picture') {
      context.drawImage(
        raster.canvas,
        layer.matrix.e * scale,
        layer.matrix.f * scale,
        layer.width * scale,
        layer.height * scale,
      );
    } else if (raster) {
      context.drawImage(raster.canvas, (layer.matrix.e + raster.x) * scale, (layer.matrix.f + raster.y) * scale);
    }
  }
  const between = performance.now();
  for (const layer of layers) {
    await rasterizer.raster(layer, scale);
  }
  const end = performance.now();
  const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  const png = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const [firstMs, againMs] = [(between - start) / layers.length, (end - between) / layers.length];
  return { png, rasters: rasters.map(toPlace), warnings, firstMs, againMs };
}

const toPlace = (raster: RasterMade['rasters'][number]): RasterMade['rasters'][number] =>
  raster && { key: raster.key, x: raster.x, y: raster.y, width: raster.width, height: raster.height };

addEventListener('message', ({ data }: MessageEvent<RasterCase>) => {
  draw(data).then(
    (made) => postMessage(made),
    (thrown: unknown) => postMessage(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)),
  );
});
