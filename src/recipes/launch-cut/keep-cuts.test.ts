import { expect, it } from 'vitest';
import type { Place } from './arc.ts';
import { keepCuts } from './keep-cuts.ts';
import type { Slot } from './proposal.ts';

const places: readonly Place[] = [
  { role: 'hook', startSeconds: 0, durationSeconds: 2 },
  { role: 'tease', startSeconds: 2, durationSeconds: 2 },
  { role: 'reveal', startSeconds: 4, durationSeconds: 2, text: 'Title' },
  { role: 'end', startSeconds: 6, durationSeconds: 2 },
];
const beats = Array.from({ length: 16 }, (_, at) => at / 2);
const shot = { material: 'a', startSeconds: 0, endSeconds: 2, score: 1, reasons: [] };

/** Creates the previous proposal, with cuts at these times, and these slots locked. */
const beforeWith = (starts: readonly number[], locked: readonly number[]) => ({
  beats,
  slots: places.map(({ role }, index): Slot => ({
    id: `s${index}`,
    role,
    startSeconds: starts[index] ?? 0,
    durationSeconds: 1,
    shot,
    alternates: [],
    isLocked: locked.includes(index),
  })),
});
const getStarts = (kept: readonly Place[]): number[] => kept.map(({ startSeconds }) => startSeconds);

it('keeps both cuts of a locked slot, and no others', () => {
  const kept = keepCuts(places, beats, beforeWith([0, 1.5, 4, 5.5], [0]));
  expect(kept.map(({ startSeconds, durationSeconds }) => [startSeconds, durationSeconds])).toEqual([
    [0, 1.5],
    [1.5, 2.5],
    [4, 2],
    [6, 2],
  ]);
  expect(kept[2]?.text).toBe('Title');
  expect(getStarts(keepCuts(places, beats, beforeWith([0, 1.5, 4, 5.5], [3])))).toEqual([0, 2, 4, 5.5]);
});

it('keeps the planned slots if nothing is locked, if beats or parts differ, and if cuts would be out of order', () => {
  expect(keepCuts(places, beats, null)).toEqual(places);
  expect(keepCuts(places, beats, beforeWith([0, 1.5, 4, 5.5], []))).toEqual(places);
  expect(keepCuts(places, beats.slice(1), beforeWith([0, 1.5, 4, 5.5], [0]))).toEqual(places);
  expect(keepCuts(places.slice(1), beats, beforeWith([0, 1.5, 4, 5.5], [0]))).toEqual(places.slice(1));
  expect(keepCuts(places, beats, beforeWith([0, 4, 4, 5.5], [0]))).toEqual(places);
});
