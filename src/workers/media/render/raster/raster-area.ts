import { createDrawing, type Drawing } from './canvas.ts';
import type { Box } from './box.ts';

/** A canvas over a part of a layer's box. Its corner is on a whole pixel of the scaled box. */
export type RasterArea = Drawing & { readonly x: number; readonly y: number; readonly scale: number };

/** The maximum side of a canvas in all browsers, minus room for a blur. */
const longestSidePx = 8192;

/**
 * Opens a canvas over `bounds`, in pixels of the layer's box, each of which is `scale` pixels of the canvas. The context draws in
 * pixels of the box.
 */
export function openArea(bounds: Box, scale: number): RasterArea {
  const own = Math.min(scale, longestSidePx / Math.max(1, bounds.width), longestSidePx / Math.max(1, bounds.height));
  const [left, top] = [Math.floor(bounds.x * own), Math.floor(bounds.y * own)];
  const width = Math.ceil((bounds.x + bounds.width) * own) - left;
  const height = Math.ceil((bounds.y + bounds.height) * own) - top;
  const drawing = createDrawing(width, height);
  drawing.context.setTransform(own, 0, 0, own, -left, -top);
  return { ...drawing, x: left / own, y: top / own, scale: own };
}
