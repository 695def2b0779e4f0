import { expect, test } from 'vitest';
import { isDrawnAway, wayFrom } from './swipe.ts';

/** Creates the positions of a finger, one every 16 ms from 0 on. */
const makeSwipe = (...points: number[]) => points.map((byPx, index) => ({ byPx, atMs: index * 16 }));

test('a sheet closes after a long drag down or a flick', () => {
  expect(isDrawnAway([{ byPx: 200, atMs: 0 }], 500, 400)).toBe(true);
  expect(isDrawnAway(makeSwipe(0, 5, 20, 45), 48, 400)).toBe(true);
});

test('the speed of a swipe that arrives as one move is measured from touchdown', () => {
  expect(isDrawnAway([...wayFrom(1000), { byPx: 60, atMs: 1020 }], 1030, 400)).toBe(true);
  expect(isDrawnAway([...wayFrom(1000), { byPx: 60, atMs: 1400 }], 1410, 400)).toBe(false);
});

test('a sheet stays open after a short drag, a flick up, a drag back, or no drag', () => {
  expect(isDrawnAway([{ byPx: 60, atMs: 0 }], 500, 400)).toBe(false);
  expect(isDrawnAway(makeSwipe(200, 190, 170, 150), 48, 400)).toBe(false);
  expect(isDrawnAway(makeSwipe(0, 40, 80, 20), 48, 400)).toBe(false);
  expect(isDrawnAway(makeSwipe(0, -40, -90), 32, 400)).toBe(false);
  expect(isDrawnAway([], 0, 400)).toBe(false);
});
