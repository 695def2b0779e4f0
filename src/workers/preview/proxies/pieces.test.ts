import { expect, test } from 'vitest';
import { listTooMany, maxBytes, nextPiece, pieceAt, pieceSeconds, getReach, timeInPiece } from './pieces.ts';

/** All pieces in the order in which they are made. */
function listMade(seconds: number, lengthSeconds: number, reachPieces: number): number[] {
  const made: number[] = [];
  const next = (): number | null => nextPiece(seconds, { lengthSeconds, reachPieces }, (index) => made.includes(index));
  for (let index = next(); index !== null; index = next()) {
    made.push(index);
  }
  return made;
}

test('pieces are made from the one that is seen outwards, the later one first, until all are there', () => {
  expect(listMade(9, 21, 60)).toEqual([2, 3, 1, 4, 0, 5]);
});

test('of a long video only what is about the playhead is made, and less where there is no more room', () => {
  expect(listMade(3600, 7200, getReach(0))).toHaveLength(121);
  expect(listMade(3600, 7200, getReach(maxBytes))).toEqual([900, 901, 899, 902, 898]);
});

test('a time at or past the end is in the last piece, and an empty file has none', () => {
  expect(listMade(99, 8, 60)).toEqual([1, 0]);
  expect(listMade(0, 0, 60)).toEqual([]);
  expect([pieceAt(0), pieceAt(3.999), pieceAt(4), pieceAt(-1)]).toEqual([0, 0, 1, 0]);
});

test('a picture that begins at the very time that is seen is found in a file whose times are milliseconds', () => {
  // The middles of frames of 30 a second are where every second picture of 60 a second begins.
  for (let frame = 0; frame < 600; frame += 1) {
    const seconds = (frame + 0.5) / 30;
    const begins = (2 * frame + 1) / 60;
    const rounded = Math.round(1000 * (begins - pieceAt(seconds) * pieceSeconds)) / 1000;
    expect(rounded - timeInPiece(seconds)).toBeLessThan(1e-6);
    expect(rounded + 1 / 60 - timeInPiece(seconds)).toBeGreaterThan(0.001);
  }
});

test('what is farthest from the playhead goes first, and what is near it stays', () => {
  const size = maxBytes / 4;
  const pieces = [0, 1, 2, 9, 5].map((index) => ({ file: 'a', index, size }));
  const other = { file: 'b', index: 0, size };
  expect(listTooMany([...pieces, other], [{ file: 'a', index: 0 }]).map(({ file, index }) => [file, index])).toEqual([
    ['b', 0],
    ['a', 9],
  ]);
  const near = [0, 1, 2].map((index) => ({ file: 'a', index, size: maxBytes }));
  expect(listTooMany(near, [{ file: 'a', index: 1 }])).toEqual([]);
  expect(listTooMany(pieces.slice(0, 4), [])).toEqual([]);
});
