import { expect, it } from 'vitest';
import { fitShot } from './fit-shot.ts';
import type { Shot } from './proposal.ts';

const makeShot = (startSeconds: number, endSeconds: number): Shot => ({
  material: 'a',
  startSeconds,
  endSeconds,
  score: 1,
  reasons: [],
});
const video = { kind: 'video', durationSeconds: 10 } as const;

it.each([
  ['the same slot', makeShot(2, 4), 2, 2, [2, 4]],
  ['a shorter slot', makeShot(2, 4), 2, 1, [2, 3]],
  ['a longer slot', makeShot(2, 4), 2, 3, [2, 5]],
  ['a slot that ends after the take', makeShot(8, 10), 2, 3, [7, 10]],
  ['a slot that is longer than the take, slower', makeShot(0, 8), 8, 14, [0, 10]],
  ['a longer slot, slowed down further', makeShot(2, 3), 1.5, 1.9, [2, 3]],
  ['a shorter slot, slowed down less', makeShot(2, 3), 1.5, 1, [2, 3]],
  ['a slot for which it is too short even at the minimum speed', makeShot(2, 3), 1.5, 4, [2, 6]],
])('fits a shot into %s', (_, shot, wasSeconds, seconds, [startSeconds, endSeconds]) => {
  expect(fitShot(shot, wasSeconds, seconds, video)).toEqual({ ...shot, startSeconds, endSeconds });
});

it('shows an image for the duration of its slot, and rejects a take that is too short', () => {
  expect(fitShot(makeShot(0, 2), 2, 5, { kind: 'picture', durationSeconds: 0 })).toMatchObject({ endSeconds: 5 });
  expect(fitShot(makeShot(0, 2), 2, 5, { kind: 'video', durationSeconds: 2 })).toBeNull();
});
