import { expect, test } from 'vitest';
import { blockSide, ChangeMeter } from '#workers/matting/change.ts';

// The last column and row of blocks are smaller.
const size = { width: 44, height: 27 };
const columns = 6;

function draw(level: (x: number, y: number) => number): { width: number; height: number; rgb: Uint8Array } {
  const rgb = Uint8Array.from({ length: 3 * size.width * size.height }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return level(pixel % size.width, Math.floor(pixel / size.width));
  });
  return { ...size, rgb };
}

test('ignores noise, and finds another content, in whole and in smaller blocks', () => {
  const isIn = (x: number, y: number): boolean => (x >= 8 && x < 16 && y < 8) || (x >= 40 && y >= 24);
  const before = draw(() => 100);
  const now = draw((x, y) => (isIn(x, y) ? 160 : 99 + ((x + y) % 3)));
  const { blocks } = new ChangeMeter(size).measure(now, before, []);
  const changed = [...blocks.entries()].filter(([, share]) => share > 0);
  expect(blocks).toHaveLength(columns * 4);
  expect(changed).toEqual([
    [1, 1],
    [blocks.length - 1, 1],
  ]);
});

test('separates the change inside figures from that outside', () => {
  const before = draw(() => 100);
  const now = draw((x) => (x < 2 * blockSide ? 200 : 100));
  const figure = { left: 0, top: 0, right: 4 * blockSide, bottom: 27 };
  const { inside, outside, all } = new ChangeMeter(size).measure(now, before, [figure]);
  expect(inside).toBeCloseTo(0.5, 5);
  expect(outside).toBe(0);
  // Four of six columns of blocks are inside.
  expect(all).toBeCloseTo((0.5 * 4) / 6, 5);
});
