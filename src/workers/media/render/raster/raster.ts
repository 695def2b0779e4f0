import type { ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import type { Layer, LayerContent } from '#core/timeline/scene.ts';
import { createBubblesRasterizer } from './bubbles/rasterize-bubbles.ts';
import { createFonts } from './fonts/fonts.ts';
import { createPictures, type PicturePorts, type Pictures } from './pictures/pictures.ts';
import { createRasterCache, type RasterPlan, type Raster } from './raster-cache.ts';
import { getContentKey, toKey } from './content-key.ts';
import { drawShape } from './shapes/draw-shape.ts';
import { createTextRasterizer } from './text/rasterize-text.ts';

/** Draws texts, bubbles, shapes and images. */
export type Rasterizer = {
  /** Loads the fonts and opens the images that a document needs. */
  prepare(document: TimelineDocument): Promise<void>;
  /** Draws the content of a layer with `scale` pixels per pixel of the canvas. Null if all of it is invisible, and for a video. */
  raster(layer: Layer, scale: number): Promise<Raster | null>;
  /** Discards the images of assets whose files have changed. */
  renew(assetIds: readonly string[]): void;
  close(): void;
};

/** Opens a rasterizer, for a worker of a build: its fonts come from this origin. Each warning is reported once. */
export function createRasterizer(ports: PicturePorts): Rasterizer {
  const told = new Set<string>();
  const warnOnce = (sentence: string): void => {
    if (!told.has(sentence)) {
      told.add(sentence);
      ports.warn(sentence);
    }
  };
  const fonts = createFonts(warnOnce, ports);
  const pictures = createPictures({ ...ports, warn: warnOnce });
  const text = createTextRasterizer(fonts);
  const bubbles = createBubblesRasterizer(fonts, pictures);
  const cache = createRasterCache();
  return {
    prepare: async ({ tracks }) => {
      const items = tracks.flatMap((track) => track.items);
      await Promise.all(
        items.map(async (item) => {
          if (item.type === 'text') {
            await fonts.load(item.font, item.text, item.fontAssetId);
          } else if (item.type === 'bubbles') {
            await bubbles.prepare(item);
          } else if (item.type === 'picture') {
            await pictures.getSize(item.assetId);
          }
        }),
      );
    },
    raster: async (layer, scale) => {
      const { content } = layer;
      if (content.type === 'picture') {
        return rasterPicture(layer, content, scale, pictures);
      }
      if (content.type === 'shape') {
        return cache.get(planShape(layer, content.item, scale));
      }
      if (content.type === 'bubbles') {
        return cache.get(await bubbles.plan(layer, content, scale));
      }
      return content.type === 'text' ? cache.get(await text.plan(layer, content, scale)) : null;
    },
    renew: (assetIds) => pictures.renew(assetIds),
    close: () => {
      pictures.close();
      cache.clear();
    },
  };
}

async function rasterPicture(
  { width, height, region }: Layer,
  { assetId, itemSeconds }: Extract<LayerContent, { type: 'picture' }>,
  scale: number,
  pictures: Pictures,
): Promise<Raster | null> {
  // An image of which a part fills the box needs more pixels in proportion.
  const wanted = {
    width: (width * scale) / (region.right - region.left),
    height: (height * scale) / (region.bottom - region.top),
  };
  const drawn = await pictures.draw(assetId, itemSeconds, wanted);
  return drawn && { ...drawn, x: 0, y: 0, scale: drawn.canvas.width / Math.max(1, width) };
}

const planShape = (layer: Layer, item: ItemOf<'shape'>, scale: number): RasterPlan => ({
  key: `${getContentKey(item)} ${toKey(layer.width, layer.height)} ${scale}`,
  draw: () => drawShape(item, layer, scale),
});
