import { expect, test } from 'vitest';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem, withCountedIds } from '../../../../test/support/timeline.ts';
import { copyItems, deleteEdits, pasteEdits, splitEdits, trimToEdits } from './clip-edits.ts';

const document = makeTimeline([
  {
    id: 'film',
    items: [
      makeItem('video', 'a'),
      makeItem('video', 'b', { startSeconds: 2 }),
      makeItem('video', 'c', { startSeconds: 6 }),
    ],
  },
  { id: 'titles', items: [makeItem('text', 't', { startSeconds: 2, groupId: 'g' })] },
  { id: 'music', items: [makeItem('sound', 'm', { startSeconds: 2, groupId: 'g' })] },
]);

/** Returns the items of each track with their times. */
const after = (edits: readonly Edit[]): string[][] =>
  withCountedIds(applyEdits(document, edits)).tracks.map(({ items }) =>
    items.map(({ id, startSeconds, durationSeconds }) => `${id} ${startSeconds}-${startSeconds + durationSeconds}`),
  );

test('the selection is split at the playhead; without a selection, every unlocked clip there', () => {
  expect(splitEdits(document, ['t', 'c'], 3).map((edit) => 'itemId' in edit && edit.itemId)).toEqual(['t']);
  expect(splitEdits(document, [], 3)).toHaveLength(3);
  expect(splitEdits(document, [], 2)).toEqual([]);
  // With a selected clip elsewhere, the others are not split instead.
  expect(splitEdits(document, ['c'], 3)).toEqual([]);
  // The id of a deleted clip that is still in the selection.
  expect(splitEdits(document, ['gone'], 3)).toHaveLength(3);
});

test('deleting leaves a gap, or closes it by the durations of all', () => {
  expect(after(deleteEdits(document, ['a', 'b'], () => 'none'))[0]).toEqual(['c 6-8']);
  expect(after(deleteEdits(document, ['a', 'b'], () => 'this'))[0]).toEqual(['c 2-4']);
});

test('deleted clips above each other close one gap on all tracks, not two', () => {
  expect(after(deleteEdits(document, ['b', 't', 'm'], () => 'all'))).toEqual([['a 0-2', 'c 4-6'], [], []]);
});

test('a locked clip or track is not split', () => {
  const locked = makeTimeline([
    { items: [makeItem('video', 'a', { isLocked: true })] },
    { isLocked: true, items: [makeItem('text', 'b')] },
    { items: [makeItem('text', 'c')] },
  ]);
  expect(splitEdits(locked, [], 1).map((edit) => 'itemId' in edit && edit.itemId)).toEqual(['c']);
  expect(splitEdits(locked, ['a'], 1)).toEqual([]);
});

test('clips are trimmed to the playhead', () => {
  const parts = { atSeconds: 3, toRipple: () => 'none' as const };
  expect(trimToEdits(document, ['c'], { ...parts, edge: 'end' })).toEqual([]);
  expect(after(trimToEdits(document, ['b'], { ...parts, edge: 'end' }))[0]?.[1]).toBe('b 2-3');
  expect(after(trimToEdits(document, ['t'], { ...parts, edge: 'start' }))[1]).toEqual(['t 3-4']);
});

test('copies go where there is space, with their distances and groups', () => {
  const copied = copyItems(document, ['t', 'm']);
  const { edits, ids } = pasteEdits(document, copied, { atSeconds: 10, isSameCanvas: true });
  const pasted = applyEdits(document, edits);
  expect(after(edits).slice(1)).toEqual([
    ['t 2-4', 'text-1 10-12'],
    ['m 2-4', 'sound-1 10-12'],
  ]);
  expect(withCountedIds(ids)).toEqual(['text-1', 'sound-1']);
  const groups = pasted.tracks.flatMap(({ items }) =>
    items.flatMap(({ id, groupId }) => (ids.includes(id) ? [groupId] : [])),
  );
  expect(new Set(groups).size).toBe(1);
  expect(groups).not.toContain('g');
});

test('copies without space get new tracks of their kind', () => {
  const { edits } = pasteEdits(document, copyItems(document, ['b', 't', 'm']), { atSeconds: 3, isSameCanvas: true });
  const { tracks } = applyEdits(document, edits);
  expect(tracks.map(({ kind, items }) => [kind, items.length])).toEqual([
    ['visual', 3],
    ['visual', 1],
    ['sound', 1],
    ['visual', 1],
    ['visual', 1],
    ['sound', 1],
  ]);
});

test('music that ducks under a track of another canvas is pasted without ducking', () => {
  const elsewhere = { atSeconds: 0, isSameCanvas: false };
  const music = makeItem('sound', 'song', { ducksUnder: 'voice of another canvas' });
  const { edits, ids } = pasteEdits(document, [{ item: music, trackId: 'song', kind: 'sound' }], elsewhere);
  const pasted = applyEdits(document, edits).tracks.flatMap(({ items }) => items.filter(({ id }) => ids.includes(id)));
  expect(pasted).toHaveLength(1);
  expect(pasted[0]).not.toHaveProperty('ducksUnder');
  const known = { ...music, ducksUnder: 'film' };
  const kept = pasteEdits(document, [{ item: known, trackId: 'song', kind: 'sound' }], elsewhere).edits;
  expect(kept.at(-1)).toMatchObject({ item: { ducksUnder: 'film' } });
});
