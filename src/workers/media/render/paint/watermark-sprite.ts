import type { Size } from '#core/lib/size.ts';
import { createPlanes } from '../../picture/planes.ts';
import { createWatermark } from '../../watermark.ts';
import type { PaintMemory } from './memory.ts';
import { getPixels, type Edges } from './placement.ts';
import { getView, type Sprite } from './sprite.ts';
import { createTexture, multiplyWithAlpha } from './texture.ts';

/** Creates the watermark of the free plan, which is composited over every frame. */
export function createWatermarkSprite(memory: PaintMemory, canvas: Size): Sprite | null {
  const { width, height } = canvas;
  const planes = createPlanes(width, height);
  const alpha = new Uint8ClampedArray(width * height);
  planes.bytes.fill(128, width * height);
  createWatermark(canvas).burn(planes, alpha);
  const box = getPixels(boundsOfAlpha(alpha, width), canvas);
  if (!box) {
    return null;
  }
  const texture = createTexture(memory, width, height, true);
  texture.planes.bytes.set(planes.bytes);
  texture.alpha?.full.set(alpha);
  multiplyWithAlpha(memory, texture);
  return getView(texture, box, 0, 0, () => texture.release());
}

function boundsOfAlpha(alpha: Uint8ClampedArray, width: number): Edges {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  alpha.forEach((value, at) => {
    if (value > 0) {
      const [x, y] = [at % width, Math.floor(at / width)];
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  });
  return { left, top, right, bottom };
}
