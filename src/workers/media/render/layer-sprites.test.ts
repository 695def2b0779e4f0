import { expect, test } from 'vitest';
import { timelineDocument } from '#core/timeline/document.ts';
import { sceneAt } from '#core/timeline/scene.ts';
import { LayerSprites } from './layer-sprites.ts';
import { PaintMemory } from './paint/memory.ts';
import type { DrawnRaster } from './raster-source.ts';

const canvas = { width: 160, height: 120 };
/** The box of the item: from 60 to 100, and from 40 to 80. */
const box = { x: 80, y: 60, width: 40, height: 40 };

/** A bitmap that is white and opaque throughout, because Node has no canvas to draw it. */
function drawWhite(): DrawnRaster {
  const { width, height } = box;
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these members are read
  const drawn = { width, height, getContext: () => ({ getImageData: () => ({ data }) }) } as unknown as OffscreenCanvas;
  return { key: 'white', canvas: drawn, x: 0, y: 0, scale: 1 };
}

/** Returns the opacity of the item at a pixel of the canvas, 0 to 255. */
async function alphaAt(item: object, x: number, y: number): Promise<number> {
  const document = timelineDocument.parse({
    version: 2,
    title: '',
    ...canvas,
    frameRate: 30,
    background: { type: 'transparent' },
    tracks: [
      {
        id: 'track',
        name: '',
        kind: 'visual',
        items: [{ id: 'item', name: '', startSeconds: 0, durationSeconds: 1, ...box, ...item }],
      },
    ],
  });
  const sprites = new LayerSprites(new PaintMemory(), canvas, 'bt709', { raster: async () => drawWhite() });
  const scene = sceneAt(document, 0.5);
  const [layer] = scene.layers;
  const sprite = layer && (await sprites.getSprite(scene, layer, null));
  if (!sprite) {
    throw new Error('the item is seen');
  }
  const [column, row] = [x - sprite.x, y - sprite.y];
  if (column < 0 || row < 0 || column >= sprite.width || row >= sprite.height) {
    return 0;
  }
  return sprite.alpha ? (sprite.alpha.full.bytes[row * sprite.alpha.full.stride + column] ?? 0) : 255;
}

const shape = { type: 'shape', shape: 'rectangle', fill: '#ffffff' };
const text = { type: 'text', text: 'A' };

test.each([
  ['a shape', shape],
  ['a text', text],
])(
  'the blur of %s extends beyond its box, with half the opacity at the edge, and nothing does without blur',
  async (_, item) => {
    expect(await alphaAt({ ...item, blurPx: 6 }, 54, 60)).toBeGreaterThan(20);
    expect(await alphaAt({ ...item, blurPx: 6 }, 80, 34)).toBeGreaterThan(20);
    const edge = await alphaAt({ ...item, blurPx: 6 }, 60, 60);
    expect(edge).toBeGreaterThan(110);
    expect(edge).toBeLessThan(150);
    expect(await alphaAt({ ...item, blurPx: 6 }, 80, 60)).toBeGreaterThan(250);
    expect(await alphaAt(item, 54, 60)).toBe(0);
    expect(await alphaAt(item, 61, 60)).toBe(255);
  },
);

test('an image keeps its edges, like a blurred video', async () => {
  const picture = { type: 'picture', assetId: 'ast_1', blurPx: 6 };
  expect(await alphaAt(picture, 54, 60)).toBe(0);
  expect(await alphaAt(picture, 61, 60)).toBe(255);
});
