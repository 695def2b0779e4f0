import { expect, test } from 'vitest';
import { listTooMany, maxBytes, nextPiece, pieceAt, pieceSeconds, getReach, timeInPiece } from './pieces.ts';

/** Returns all pieces in the order of their creation. */
function listMade(seconds: number, lengthSeconds: number, reachPieces: number): number[] {
  const made: number[] = [];
  const next = (): number | null => nextPiece(seconds, { lengthSeconds, reachPieces }, (index) => made.includes(index));
  for (let index = next(); index !== null; index = next()) {
    made.push(index);
  }
  return made;
}

test('creates pieces from the playhead outwards, the later one first, until all exist', () => {
  expect(listMade(9, 21, 60)).toEqual([2, 3, 1, 4, 0, 5]);
});

test('creates only the pieces around the playhead of a long video, and fewer when memory is full', () => {
  expect(listMade(3600, 7200, getReach(0))).toHaveLength(121);
  expect(listMade(3600, 7200, getReach(maxBytes))).toEqual([900, 901, 899, 902, 898]);
});

test('finds a time at or after the end in the last piece, and none in an empty file', () => {
  expect(listMade(99, 8, 60)).toEqual([1, 0]);
  expect(listMade(0, 0, 60)).toEqual([]);
  expect([pieceAt(0), pieceAt(3.999), pieceAt(4), pieceAt(-1)]).toEqual([0, 0, 1, 0]);
});

test('finds an image that starts exactly at the playhead in a file with millisecond timestamps', () => {
  // The midpoint of a 30 fps frame is the start of every second 60 fps frame.
  for (let frame = 0; frame < 600; frame += 1) {
    const seconds = (frame + 0.5) / 30;
    const begins = (2 * frame + 1) / 60;
    const rounded = Math.round(1000 * (begins - pieceAt(seconds) * pieceSeconds)) / 1000;
    expect(rounded - timeInPiece(seconds)).toBeLessThan(1e-6);
    expect(rounded + 1 / 60 - timeInPiece(seconds)).toBeGreaterThan(0.001);
  }
});

test('removes the pieces farthest from the playhead, and keeps the near ones', () => {
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
