import type { PaintMemory } from './memory.ts';
import type { PixelBox } from './placement.ts';
import type { Plane } from './sampler.ts';
import { getView, type Sprite } from './sprite.ts';
import { createTexture } from './texture.ts';

/** A sprite and its share in a dissolve, 0..1. */
export type Shared = { readonly sprite: Sprite; readonly share: number };

/**
 * Adds two sprites, one of which replaces the other, so that the background does not shine through equal parts. The result must be
 * released.
 */
export function dissolved(memory: PaintMemory, lower: Shared, upper: Shared): Sprite {
  const box = unite(lower.sprite, upper.sprite);
  const made = createTexture(memory, box.width, box.height, true);
  made.planes.bytes.fill(0);
  made.alpha?.full.fill(0);
  made.alpha?.half.fill(0);
  const sum = getView(made, box, box.x, box.y, () => made.release());
  const white = memory.take(box.width);
  white.fill(255);
  const opaque = { bytes: white, stride: 0 };
  for (const { sprite, share } of [lower, upper]) {
    const add = (shown: Plane, target: Plane | undefined, part: 1 | 2): void => {
      const [x, y] = [(sprite.x - box.x) / part, (sprite.y - box.y) / part];
      const [width, height] = [Math.ceil(sprite.width / part), Math.ceil(sprite.height / part)];
      if (target) {
        const bytes = target.bytes.subarray(y * target.stride + x);
        const { run } = memory.kernels;
        run.addShare(shown.bytes, shown.stride, bytes, target.stride, width, height, Math.round(255 * share));
      }
    };
    add(sprite.luma, sum.luma, 1);
    add(sprite.blue, sum.blue, 2);
    add(sprite.red, sum.red, 2);
    add(sprite.alpha?.full ?? opaque, sum.alpha?.full, 1);
    add(sprite.alpha?.half ?? opaque, sum.alpha?.half, 2);
  }
  memory.release(white);
  return sum;
}

/** Returns whether one sprite entirely hides another. */
export const hides = (upper: Sprite, lower: PixelBox): boolean =>
  upper.alpha === null &&
  upper.x <= lower.x &&
  upper.y <= lower.y &&
  upper.x + upper.width >= lower.x + lower.width &&
  upper.y + upper.height >= lower.y + lower.height;

function unite(one: PixelBox, other: PixelBox): PixelBox {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}
