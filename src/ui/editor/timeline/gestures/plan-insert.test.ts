import { expect, test } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { getRows } from '../rows.ts';
import { planInsert } from './plan-insert.ts';
import { planMove } from './plan-move.ts';

const clip = (id: string, startSeconds: number, durationSeconds = 2) =>
  makeItem('video', id, { startSeconds, durationSeconds });

const twoTracks = makeTimeline([
  { id: 'film', items: [clip('a', 0), clip('b', 2), clip('c', 4), clip('d', 8)] },
  { id: 'over', items: [clip('x', 0, 3), clip('y', 3, 3)] },
]);

/** Returns the clips of all tracks in order, with their times, after a drag. */
function after(
  ids: readonly string[],
  bySeconds: number,
  overRow: number | null = null,
  document: TimelineDocument = twoTracks,
  magneticTrackId: string | null = null,
): string[] {
  const [heldId = ''] = ids;
  const plan = planMove(document, { ids, heldId, bySeconds, overRow }, { targets: [], toleranceSeconds: 0 });
  const edits = plan ? planInsert(document, plan, { heldId, magneticTrackId }).edits : [];
  return getRows(applyEdits(document, edits)).map(({ track: { items } }) =>
    items
      .toSorted((one, other) => one.startSeconds - other.startSeconds)
      .map(({ id, startSeconds }) => `${id}${startSeconds}`)
      .join(' '),
  );
}

test('a clip that is dragged onto others is inserted between them, and its gap is closed', () => {
  expect(after(['c'], -3.2)).toEqual(['x0 y3', 'c0 a2 b4 d8']);
  expect(after(['c'], -2.8)).toEqual(['x0 y3', 'a0 c2 b4 d8']);
  expect(after(['a'], 2.2)).toEqual(['x0 y3', 'b0 a2 c4 d8']);
});

test('several clips are inserted as a block', () => {
  expect(after(['a', 'b'], 1.8)).toEqual(['x0 y3', 'c0 a2 b4 d8']);
});

test('a clip from another track moves later clips there, and leaves its gap', () => {
  expect(after(['x'], 2.1, 1)).toEqual(['y3', 'a0 x2 b5 c7 d11']);
});

test('the magnetic track closes up where a clip leaves it, and has no new gaps', () => {
  // The clip, with the one above it, moves to the other end of a gap of the canvas.
  expect(after(['c'], 2, null, twoTracks, 'film')).toEqual(['x0 y5', 'a0 b2 c6 d8']);
  expect(after(['c'], 9, null, twoTracks, 'film')).toEqual(['x0 y7', 'a0 b2 d6 c8']);
  expect(after(['b'], 8, 0, twoTracks, 'film')).toEqual(['x0 y3 b10', 'a0 c2 d6']);
});

test('if there is space, a clip is only moved, and the gap stays', () => {
  expect(after(['c'], 2)).toEqual(['x0 y3', 'a0 b2 c6 d8']);
});

test('a clip that is dragged to its own place stays there', () => {
  expect(after(['b'], 0.7)).toEqual(['x0 y3', 'a0 b2 c4 d8']);
});

/** Creates a film whose clip `b` has its audio on another track, next to another audio clip. */
const withSound = (otherStartSeconds: number) =>
  makeTimeline([
    { id: 'sounds', kind: 'sound', items: [grouped('sound', 'b-sound', 2), sound('other', otherStartSeconds)] },
    { id: 'film', items: [clip('a', 0), grouped('video', 'b', 2), clip('c', 4)] },
  ]);
const grouped = (type: 'video' | 'sound', id: string, startSeconds: number) =>
  makeItem(type, id, { startSeconds, durationSeconds: 2, groupId: 'together' });
const sound = (id: string, startSeconds: number) => makeItem('sound', id, { startSeconds, durationSeconds: 2 });

test('a clip that is grouped with a moved clip moves along on its own track', () => {
  expect(after(['c'], -3.2, null, withSound(8))).toEqual(['c0 a2 b4', 'b-sound4 other8']);
});

test('it stays if there is no space for it', () => {
  expect(after(['c'], -3.2, null, withSound(5))).toEqual(['c0 a2 b4', 'b-sound2 other5']);
});
