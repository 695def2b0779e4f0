import { Failure } from '#core/lib/failure.ts';

export type Drawing = { readonly canvas: OffscreenCanvas; readonly context: OffscreenCanvasRenderingContext2D };

/** Creates an empty canvas. Throws INTERNAL if the browser has no memory for it. */
export function createDrawing(width: number, height: number): Drawing {
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
  const context = canvas.getContext('2d');
  if (!context) {
    throw new Failure('INTERNAL', {
      message: `The browser cannot create a canvas of ${width}x${height} pixels to draw on.`,
    });
  }
  return { canvas, context };
}
