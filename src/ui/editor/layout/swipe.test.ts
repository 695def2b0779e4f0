import { expect, test } from 'vitest';
import { isDrawnAway, wayFrom } from './swipe.ts';

/** Points at which a finger was, one every 16 ms from 0 on. */
const wayOf = (...points: number[]) => points.map((byPx, index) => ({ byPx, atMs: index * 16 }));

test('a sheet goes when it is drawn down far, or flicked', () => {
  expect(isDrawnAway([{ byPx: 200, atMs: 0 }], 500, 400)).toBe(true);
  expect(isDrawnAway(wayOf(0, 5, 20, 45), 48, 400)).toBe(true);
});

test('a swipe that comes as one move is as fast as it was since the finger was put down', () => {
  expect(isDrawnAway([...wayFrom(1000), { byPx: 60, atMs: 1020 }], 1030, 400)).toBe(true);
  expect(isDrawnAway([...wayFrom(1000), { byPx: 60, atMs: 1400 }], 1410, 400)).toBe(false);
});

test('a sheet stays when it is drawn a little, flicked up, brought back, or not drawn at all', () => {
  expect(isDrawnAway([{ byPx: 60, atMs: 0 }], 500, 400)).toBe(false);
  expect(isDrawnAway(wayOf(200, 190, 170, 150), 48, 400)).toBe(false);
  expect(isDrawnAway(wayOf(0, 40, 80, 20), 48, 400)).toBe(false);
  expect(isDrawnAway(wayOf(0, -40, -90), 32, 400)).toBe(false);
  expect(isDrawnAway([], 0, 400)).toBe(false);
});
