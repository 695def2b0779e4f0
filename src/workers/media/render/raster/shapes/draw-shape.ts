import type { ItemOf } from '#core/timeline/document.ts';
import { grow } from '../box.ts';
import { openArea, type RasterArea } from '../raster-area.ts';

type Shape = ItemOf<'shape'>;

/** Draws a shape that fills a box of this size; half of its stroke is outside. Null if all of it is invisible. */
export function drawShape(
  item: Shape,
  { width, height }: { readonly width: number; readonly height: number },
  scale: number,
): RasterArea | null {
  const stroke = item.stroke && item.stroke.widthPx > 0 ? item.stroke : undefined;
  const isLine = item.shape === 'line';
  if ((!stroke && !item.fill) || width <= 0 || (height <= 0 && !isLine)) {
    return null;
  }
  const thickness = stroke?.widthPx ?? height;
  const reach = isLine ? Math.max(0, thickness - height) / 2 : (stroke?.widthPx ?? 0) / 2;
  const area = openArea(grow({ x: 0, y: 0, width, height }, reach), scale);
  const { context } = area;
  if (isLine) {
    drawLine(context, item, { width, height, thickness });
    return area;
  }
  trace(context, item, width, height);
  if (item.fill) {
    context.fillStyle = item.fill;
    context.fill();
  }
  if (stroke) {
    context.strokeStyle = stroke.color;
    context.lineWidth = stroke.widthPx;
    context.stroke();
  }
  return area;
}

type Context = OffscreenCanvasRenderingContext2D;

/** Draws a line. Its ends are round if the shape has round corners. */
function drawLine(
  context: Context,
  { cornerPx, stroke, fill }: Shape,
  { width, height, thickness }: { width: number; height: number; thickness: number },
): void {
  context.fillStyle = stroke?.color ?? fill ?? '#000';
  context.beginPath();
  context.roundRect(0, (height - thickness) / 2, width, thickness, Math.min(cornerPx, width / 2, thickness / 2));
  context.fill();
}

function trace(context: Context, { shape, cornerPx }: Shape, width: number, height: number): void {
  context.beginPath();
  if (shape === 'ellipse') {
    context.ellipse(width / 2, height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
  } else {
    context.roundRect(0, 0, width, height, Math.min(cornerPx, width / 2, height / 2));
  }
}
