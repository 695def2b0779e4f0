import { expect, test } from 'vitest';
import { nextPiece, pieceAt } from './pieces.ts';

test('pieces are made from the one that is seen outwards, the later one first, until all are there', () => {
  const there = new Set<number>();
  const order: number[] = [];
  for (let next = nextPiece(9, 21, (one) => there.has(one)); next !== null;) {
    there.add(next);
    order.push(next);
    next = nextPiece(9, 21, (one) => there.has(one));
  }
  expect(order).toEqual([2, 3, 1, 4, 0, 5]);
});

test('a time at or past the end is in the last piece, and an empty file has none', () => {
  expect(nextPiece(99, 8, () => false)).toBe(1);
  expect(nextPiece(0, 0, () => false)).toBeNull();
  expect([pieceAt(0), pieceAt(3.999), pieceAt(4), pieceAt(-1)]).toEqual([0, 0, 1, 0]);
});
