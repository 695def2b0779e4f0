import { expect, test } from 'vitest';
import { levelFor, levelsFrom, getPieces, pointsOfPiece, getSpan } from './peak-pieces.ts';

test('a level has one to two points for each pixel, between its limits', () => {
  expect([1, 50, 64, 65, 1e9, 1e-9].map(levelFor)).toEqual([0, 6, 6, 7, 11, -4]);
});

test('segments cover a span without gaps', () => {
  const pieces = getPieces({ fromSeconds: 20, toSeconds: 40 }, 6);
  expect(pieces).toEqual([
    { level: 6, index: 1 },
    { level: 6, index: 2 },
  ]);
  expect(pieces.map(getSpan)).toEqual([
    { fromSeconds: 16, toSeconds: 32 },
    { fromSeconds: 32, toSeconds: 48 },
  ]);
});

test('zooming within a power of two needs no other segments', () => {
  const span = { fromSeconds: 0, toSeconds: 30 };
  expect(getPieces(span, levelFor(33))).toEqual(getPieces(span, levelFor(63)));
});

test('coarser levels replace a level, the nearest first', () => {
  expect(levelsFrom(3)).toEqual([3, 2, 1, 0, -1, -2, -3, -4]);
  expect(levelsFrom(-4)).toEqual([-4]);
  expect(pointsOfPiece).toBe(1024);
});
