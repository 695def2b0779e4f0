import type { Size } from '#core/lib/size.ts';
import { timelineDocument, type ItemOf } from '#core/timeline/document.ts';
import { sceneAt } from '#core/timeline/scene.ts';
import { PlanesScaler } from '../../picture/planes-scaler.ts';
import { createDrawing } from '../../render/raster/canvas.ts';
import type { Rasterizer } from '../../render/raster/raster.ts';
import { toLetters, type Letters } from './coverage.ts';

/** The maximum long side, in pixels, at which letters are drawn before they are scaled to the grid. */
const longSidePx = 800;

export type DrawnLetters = {
  /** Null if no letters are within the frame. */
  readonly letters: Letters | null;
  /** The share of their area within the frame. */
  readonly shownShare: number;
};

/** Draws the letters of a text like a render without animation, and scales them to a grid over the frame. */
export async function drawLetters(
  rasterizer: Rasterizer,
  item: ItemOf<'text'>,
  picture: Size,
  grid: Size,
): Promise<DrawnLetters> {
  const scale = Math.min(1, longSidePx / Math.max(picture.width, picture.height));
  const size = { width: Math.round(picture.width * scale), height: Math.round(picture.height * scale) };
  const [layer] = sceneAt(toDocument(item, picture), 0.5).layers;
  const raster = layer && (await rasterizer.raster(layer, scale));
  if (!layer || !raster) {
    return { letters: null, shownShare: 0 };
  }
  const { canvas, context } = createDrawing(size.width, size.height);
  const { a, b, c, d, e, f } = layer.matrix;
  context.setTransform(a * scale, b * scale, c * scale, d * scale, e * scale, f * scale);
  const [width, height] = [raster.canvas.width / raster.scale, raster.canvas.height / raster.scale];
  context.drawImage(raster.canvas, raster.x, raster.y, width, height);
  const drawn = readAlpha(canvas);
  const small = { y: new Uint8Array(grid.width * grid.height) };
  new PlanesScaler(size, grid).scaleLuma({ y: drawn }, small);
  const all = sum(readAlpha(raster.canvas)) * (scale / raster.scale) ** 2;
  return { letters: toLetters(small.y, grid), shownShare: all > 0 ? Math.min(1, sum(drawn) / all) : 0 };
}

/** Creates a canvas with the text alone, opaque and without animation. */
function toDocument(item: ItemOf<'text'>, { width, height }: Size) {
  const { entrance: _entrance, exit: _exit, shadow: _shadow, ...still } = item;
  const plain = { startSeconds: 0, durationSeconds: 1, opacity: 1, fill: '#ffffff', isHidden: false } as const;
  const stroke = item.stroke && { stroke: { ...item.stroke, color: '#ffffff' } };
  const items = [{ ...still, ...plain, ...stroke, fadeInSeconds: 0, fadeOutSeconds: 0 }];
  return timelineDocument.parse({
    version: 2,
    title: '',
    width,
    height,
    frameRate: 1,
    background: { type: 'transparent' },
    tracks: [{ id: 'text', name: '', kind: 'visual', items }],
  });
}

function readAlpha(canvas: OffscreenCanvas): Uint8Array {
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray(0);
  const alpha = new Uint8Array(width * height);
  for (let at = 0; at < alpha.length; at++) {
    alpha[at] = pixels[4 * at + 3] ?? 0;
  }
  return alpha;
}

function sum(values: Uint8Array): number {
  let total = 0;
  for (let at = 0; at < values.length; at++) {
    total += values[at] ?? 0;
  }
  return total;
}
