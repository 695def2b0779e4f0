import { expect, it } from 'vitest';
import { dissolved, hides } from './dissolve.ts';
import { PaintMemory } from './memory.ts';
import { Painter } from './painter.ts';
import { getView, type Sprite } from './sprite.ts';
import { createTexture, multiplyWithAlpha } from './texture.ts';

const memory = new PaintMemory();

function createSprite(x: number, luma: number, alpha: number | null): Sprite {
  const texture = createTexture(memory, 16, 16, alpha !== null);
  texture.planes.bytes.fill(128).fill(luma, 0, 256);
  texture.alpha?.full.fill(alpha ?? 255);
  multiplyWithAlpha(memory, texture);
  return getView(texture, { x, y: 0, width: 16, height: 16 }, x, 0);
}

it('adds two images, so that equal parts do not change', () => {
  const painter = new Painter(memory, { width: 32, height: 16 }, 'bt709', false);
  painter.clear('#000000');
  const both = dissolved(
    memory,
    { sprite: createSprite(0, 200, 255), share: 0.4 },
    { sprite: createSprite(8, 200, 255), share: 0.6 },
  );
  painter.lay(both, { opacity: 1, blend: 'normal' });
  const row = [4, 12, 20, 28].map((x) => painter.planes.y[x] ?? 0);
  const expected = [16 + 0.4 * 184, 200, 16 + 0.6 * 184, 16];
  row.forEach((value, at) => expect(Math.abs(value - (expected[at] ?? 0))).toBeLessThanOrEqual(1));
});

it('treats an opaque image as fully opaque alpha', () => {
  const both = dissolved(
    memory,
    { sprite: createSprite(0, 100, null), share: 0.5 },
    { sprite: createSprite(0, 50, null), share: 0.5 },
  );
  expect(both.alpha?.full.bytes[0]).toBeGreaterThanOrEqual(255);
  expect(both.luma.bytes[0]).toBe(75);
});

it('detects when an image hides another', () => {
  expect(hides(createSprite(0, 1, null), createSprite(0, 1, null))).toBe(true);
  expect(hides(createSprite(0, 1, null), createSprite(2, 1, null))).toBe(false);
  expect(hides(createSprite(0, 1, 9), createSprite(0, 1, null))).toBe(false);
});
