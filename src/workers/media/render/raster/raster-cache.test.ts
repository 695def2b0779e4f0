import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createRasterCache } from './raster-cache.ts';

class Canvas {
  readonly width: number;
  readonly height: number;
  constructor(width: number, height: number) {
    [this.width, this.height] = [width, height];
  }
}

beforeAll(() => {
  vi.stubGlobal('OffscreenCanvas', Canvas);
});

/** A bitmap of 16 MiB. */
const draw = vi.fn(() => {
  const canvas = new OffscreenCanvas(2048, 2048);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is drawn here
  return { canvas, context: {} as OffscreenCanvasRenderingContext2D, x: 1, y: 2, scale: 3 };
});

beforeEach(() => {
  draw.mockClear();
});

test('draws each key once, even if the result is empty', () => {
  const cache = createRasterCache();
  const first = cache.get({ key: 'a', draw });
  expect(first).toMatchObject({ key: 'a', x: 1, y: 2, scale: 3 });
  expect(cache.get({ key: 'a', draw })).toBe(first);
  expect(draw).toHaveBeenCalledTimes(1);
  const nothing = vi.fn(() => null);
  expect([cache.get({ key: 'b', draw: nothing }), cache.get({ key: 'b', draw: nothing })]).toEqual([null, null]);
  expect(nothing).toHaveBeenCalledTimes(1);
});

test('removes the least recently used bitmap first', () => {
  const cache = createRasterCache();
  const keys = Array.from({ length: 8 }, (_, index) => `${index}`);
  keys.forEach((key) => cache.get({ key, draw }));
  cache.get({ key: '0', draw });
  cache.get({ key: 'next', draw });
  draw.mockClear();
  cache.get({ key: '0', draw });
  expect(draw).not.toHaveBeenCalled();
  cache.get({ key: '1', draw });
  expect(draw).toHaveBeenCalledTimes(1);
});
