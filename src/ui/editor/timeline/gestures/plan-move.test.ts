import { expect, test } from 'vitest';
import { applyEdits } from '#core/timeline/edit.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { getRows } from '../rows.ts';
import { isNoMove, planMove, type Drag } from './plan-move.ts';
import type { Plan, Snapping } from './plan.ts';

const document = makeTimeline([
  { id: 'film', items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 4 })] },
  { id: 'titles', items: [makeItem('text', 't', { startSeconds: 1 })] },
  { id: 'music', items: [makeItem('sound', 'm')] },
]);
const free: Snapping = { targets: [], toleranceSeconds: 0 };
const drag = (parts: Partial<Drag>): Drag => ({ ids: ['a'], heldId: 'a', bySeconds: 0, overRow: null, ...parts });

function plan(parts: Partial<Drag>, snapping = free): Plan {
  const found = planMove(document, drag(parts), snapping);
  if (!found) {
    throw new Error('no clip is dragged');
  }
  return found;
}

/** Returns the tracks from top to bottom, each with its items and their times. */
const after = (parts: Partial<Drag>, snapping = free): unknown[] => {
  const moved: TimelineDocument = applyEdits(document, plan(parts, snapping).edits);
  return getRows(moved).map(({ track }) => track.items.map(({ id, startSeconds }) => `${id} ${startSeconds}`));
};

test('a clip moves by frames, and not before the start', () => {
  expect(after({ ids: ['b'], heldId: 'b', bySeconds: 1.01 })[1]).toEqual(['a 0', 'b 5']);
  expect(after({ ids: ['b', 't'], heldId: 'b', bySeconds: -9 })).toEqual([['t 0'], ['a 0', 'b 3'], ['m 0']]);
});

test('several clips keep their distances, and the dragged one snaps', () => {
  const snapping = { targets: [10], toleranceSeconds: 0.2 };
  const moved = plan({ ids: ['a', 't'], heldId: 't', bySeconds: 8.9 }, snapping);
  expect(moved.snapSeconds).toBe(10);
  expect(after({ ids: ['a', 't'], heldId: 't', bySeconds: 8.9 }, snapping)).toEqual([
    ['t 10'],
    ['b 4', 'a 9'],
    ['m 0'],
  ]);
});

test('an edge of any moved clip can snap', () => {
  const moved = plan({ ids: ['a', 'b'], heldId: 'a', bySeconds: 3.95 }, { targets: [10], toleranceSeconds: 0.1 });
  expect(moved.snapSeconds).toBe(10);
});

test('a clip moves to the track under the pointer', () => {
  expect(after({ bySeconds: 5, overRow: 0 })).toEqual([['t 1', 'a 5'], ['b 4'], ['m 0']]);
});

test('a new track is added beyond the first, and visual tracks stay above audio tracks', () => {
  expect(after({ overRow: -1 })).toEqual([['a 0'], ['t 1'], ['b 4'], ['m 0']]);
  expect(after({ ids: ['t'], heldId: 't', bySeconds: 5, overRow: 2 })).toEqual([[], ['a 0', 'b 4', 't 6'], ['m 0']]);
});

test('a new track is added below the last one, above the audio tracks; one of audio above the first of those', () => {
  expect(after({ overRow: 3 })).toEqual([['t 1'], ['b 4'], ['a 0'], ['m 0']]);
  expect(after({ ids: ['m'], heldId: 'm', overRow: -1 })).toEqual([['t 1'], ['a 0', 'b 4'], ['m 0'], []]);
});

test('audio moves to new audio tracks below the last one', () => {
  expect(after({ ids: ['m'], heldId: 'm', overRow: 3 })).toEqual([['t 1'], ['a 0', 'b 4'], [], ['m 0']]);
  expect(after({ ids: ['m'], heldId: 'm', overRow: 0 })).toEqual([['t 1'], ['a 0', 'b 4'], ['m 0']]);
});

test('clips of several tracks move up together, the topmost to a new one', () => {
  expect(after({ ids: ['a', 't'], heldId: 'a', overRow: 0 })).toEqual([['t 1'], ['a 0'], ['b 4'], ['m 0']]);
});

test('a move that ends at its start is not an edit', () => {
  expect(isNoMove(document, plan({ bySeconds: 0.001 }))).toBe(true);
  expect(isNoMove(document, plan({ bySeconds: 1 }))).toBe(false);
  expect(isNoMove(document, plan({ overRow: 0 }))).toBe(false);
});
