import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomDocument, randomEdits, toEdit } from '../../../test/support/random-timeline.ts';
import { makeTimeline, makeItem, withCountedIds } from '../../../test/support/timeline.ts';
import { checkDocument } from './check.ts';
import { timelineDocument, type TimelineDocument } from './document.ts';
import { applyEdit, applyEdits, type Edit } from './edit.ts';
import { mergeDocuments } from './merge.ts';
import { renameIds } from './merge/renames.ts';

const seed = 2026;

const base = makeTimeline(
  [
    { items: [makeItem('video', 'clip', { startSeconds: 2 }), makeItem('video', 'other', { startSeconds: 8 })] },
    { items: [makeItem('text', 'title')] },
  ],
  { markers: [{ id: 'marker-1', atSeconds: 1, label: 'Here' }] },
);

const edited = (...edits: Edit[]): TimelineDocument => applyEdits(base, edits);

function merged(mine: TimelineDocument, theirs: TimelineDocument, from = base): TimelineDocument {
  const merge = mergeDocuments(from, mine, theirs);
  if (!merge.isMerged) {
    throw new Error(JSON.stringify(merge.conflicts));
  }
  return merge.document;
}

const findConflicts = (mine: TimelineDocument, theirs: TimelineDocument) => {
  const merge = mergeDocuments(base, mine, theirs);
  return merge.isMerged ? [] : merge.conflicts;
};

test('a document with renamed ids shares every item that has none of them', () => {
  const renamed = renameIds(base, {
    items: new Map([['clip', 'clip-2']]),
    tracks: new Map(),
    markers: new Map(),
    groups: new Map(),
  });
  const [first, second] = renamed.tracks;
  expect(first?.items.map(({ id }) => id)).toEqual(['clip-2', 'other']);
  expect(first?.items[1]).toBe(base.tracks[0]?.items[1]);
  expect(second?.items[0]).toBe(base.tracks[1]?.items[0]);
});

const set = (itemId: string, properties: Extract<Edit, { type: 'set' }>['properties']): Edit => ({
  type: 'set',
  itemId,
  properties,
});

test('changes of different fields of the same item, and of the canvas, are all merged', () => {
  const mine = edited({ type: 'move', itemId: 'clip', startSeconds: 3 }, { type: 'set-canvas', title: 'Mine' });
  const theirs = edited(set('clip', { opacity: 0.5 }), { type: 'set-canvas', width: 1920 });
  const both = merged(mine, theirs);
  expect(both).toMatchObject({ title: 'Mine', width: 1920 });
  expect(both.tracks[0]?.items[0]).toMatchObject({ startSeconds: 3, opacity: 0.5 });
});

test('an object that only one side changed is the very object of that side', () => {
  const both = merged(edited(set('title', { opacity: 0.5 })), edited(set('clip', { opacity: 0.5 })));
  expect(both.tracks[0]?.items[1]).toBe(base.tracks[0]?.items[1]);
});

test('the same field with two values is a conflict, and with the same value it is not', () => {
  const mine = edited(set('clip', { opacity: 0.5 }));
  expect(findConflicts(mine, edited(set('clip', { opacity: 0.7 })))).toEqual([
    { kind: 'item', id: 'clip', field: 'opacity', rule: null },
  ]);
  expect(merged(mine, edited(set('clip', { opacity: 0.5 }), set('title', { blurPx: 3 }))).tracks[0]).toEqual(
    mine.tracks[0],
  );
});

test('a removal is applied, unless the other side changed the item', () => {
  const mine = edited({ type: 'remove-item', itemId: 'clip' });
  expect(merged(mine, edited(set('title', { opacity: 0.5 }))).tracks[0]?.items).toHaveLength(1);
  expect(findConflicts(mine, edited(set('clip', { opacity: 0.5 })))).toEqual([
    { kind: 'item', id: 'clip', field: null, rule: null },
  ]);
});

test('an item that was put on a removed track is a conflict', () => {
  const mine = edited({ type: 'remove-item', itemId: 'title' }, { type: 'remove-track', trackId: 'track-2' });
  const item = makeItem('text', 'new', { startSeconds: 5 });
  expect(findConflicts(mine, edited({ type: 'add-item', trackId: 'track-2', item }))).toEqual([
    { kind: 'track', id: 'track-2', field: null, rule: null },
  ]);
});

test('an id of the maximum length gets a new id that is not longer', () => {
  const add = (text: string): Edit => ({
    type: 'add-item',
    trackId: 'track-2',
    item: makeItem('text', 'a'.repeat(200), { text, startSeconds: text === 'mine' ? 4 : 8 }),
  });
  const both = merged(edited(add('mine')), edited(add('theirs')));
  expect(timelineDocument.safeParse(both).success).toBe(true);
});

test('two additions with the same id are both kept, and my references follow the new id', () => {
  const add = (text: string, startSeconds: number): Edit => ({
    type: 'add-item',
    trackId: 'track-2',
    item: makeItem('text', 'text-1', { text, startSeconds }),
  });
  const mine = edited(add('mine', 4), { type: 'group', itemIds: ['text-1', 'clip'], groupId: 'group-1' });
  const theirs = edited(add('theirs', 8), { type: 'group', itemIds: ['title', 'text-1'], groupId: 'group-1' });
  const merge = mergeDocuments(base, mine, theirs);
  expect(withCountedIds(merge.isMerged && [...merge.renames.items, ...merge.renames.groups])).toEqual([
    ['text-1', 'text-2'],
    ['group-1', 'group-2'],
  ]);
  const items = withCountedIds(merged(mine, theirs)).tracks.flatMap((track) => track.items);
  expect(items.map(({ id, groupId }) => [id, groupId])).toEqual([
    ['clip', 'group-2'],
    ['other', undefined],
    ['title', 'group-1'],
    ['text-2', 'group-2'],
    ['text-1', 'group-1'],
  ]);
});

test('two changes that are valid alone and overlap together are a conflict at the item', () => {
  const mine = edited({ type: 'move', itemId: 'clip', startSeconds: 5 });
  const theirs = edited({ type: 'move', itemId: 'other', startSeconds: 6 });
  expect(findConflicts(mine, theirs)).toEqual([
    { kind: 'item', id: 'other', field: null, rule: expect.stringContaining('on the same track') },
  ]);
});

test('a trimmed start and a set keyframe change the same times: a conflict', () => {
  const mine = edited({ type: 'trim', itemId: 'clip', edge: 'start', atSeconds: 3 });
  const theirs = edited({ type: 'set-keyframe', itemId: 'clip', property: 'opacity', atSeconds: 1, value: 0 });
  expect(findConflicts(mine, theirs)).toEqual([{ kind: 'item', id: 'clip', field: 'startSeconds', rule: null }]);
  expect(findConflicts(theirs, mine)).toHaveLength(1);
});

test('tracks have the order of the side that moved them, with additions of the other; two different orders are a conflict', () => {
  const start = edited({ type: 'add-track', track: { id: 'top', name: 'Top', kind: 'visual' } });
  const order = (index: number, trackId: string): TimelineDocument =>
    applyEdit(start, { type: 'move-track', trackId, index });
  const more = applyEdit(start, { type: 'add-track', track: { id: 'new', name: 'New', kind: 'visual' }, index: 1 });
  expect(merged(order(0, 'top'), more, start).tracks.map(({ id }) => id)).toEqual(['top', 'track-1', 'new', 'track-2']);
  const merge = mergeDocuments(start, order(0, 'top'), order(0, 'track-2'));
  expect(merge.isMerged ? [] : merge.conflicts).toEqual([{ kind: 'canvas', id: '', field: 'tracks', rule: null }]);
});

test('undoing a step after a merge keeps the changes of the others', () => {
  const after = edited({ type: 'move', itemId: 'clip', startSeconds: 3 });
  const now = applyEdit(after, set('clip', { opacity: 0.5 }));
  expect(merged(base, now, after)).toEqual(edited(set('clip', { opacity: 0.5 })));
});

const randomSides = fc.tuple(randomDocument, randomEdits, randomEdits).map(([document, some, others]) => ({
  document,
  mine: editedAtRandom(document, some.slice(0, 4)),
  theirs: editedAtRandom(document, others.slice(0, 4)),
}));

function editedAtRandom(
  document: TimelineDocument,
  numbers: readonly Parameters<typeof toEdit>[1][],
): TimelineDocument {
  return numbers.reduce((before, one) => {
    try {
      return applyEdit(before, toEdit(before, one));
    } catch {
      return before;
    }
  }, document);
}

test('a merge of any two sides is valid and symmetric, and each side can be undone', () => {
  let count = 0;
  let apart = 0;
  fc.assert(
    fc.property(randomSides, ({ document, mine, theirs }) => {
      const [one, other] = [mergeDocuments(document, mine, theirs), mergeDocuments(document, theirs, mine)];
      expect(one.isMerged).toBe(other.isMerged);
      if (!one.isMerged || !other.isMerged) {
        return;
      }
      count += 1;
      expect(checkDocument(one.document)).toEqual([]);
      const isRenamed = Object.values(one.renames).some((names) => names.size > 0);
      if (!isRenamed) {
        expect(sorted(one.document)).toEqual(sorted(other.document));
      }
      // A change that both made is one change, which the undo would remove from both.
      const [changes, others] = [changedPaths(document, mine), changedPaths(document, theirs)];
      if (!isRenamed && !changes.some((path) => others.includes(path))) {
        apart += 1;
        const back = mergeDocuments(mine, document, one.document);
        expect(back.isMerged && sorted(back.document)).toEqual(sorted(theirs));
      }
    }),
    { numRuns: 150, seed },
  );
  expect(count).toBeGreaterThan(30);
  expect(apart).toBeGreaterThan(10);
});

test('any changes of only one side are the result', () => {
  fc.assert(
    fc.property(randomSides, ({ document, mine }) => {
      expect(merged(mine, document, document)).toEqual(mine);
      expect(merged(document, mine, document)).toEqual(mine);
      expect(merged(mine, mine, document)).toEqual(mine);
    }),
    { numRuns: 50, seed },
  );
});

/** Returns the differences, as `clip.opacity`, and `text-1` for an item that only one side has. */
function changedPaths(before: TimelineDocument, after: TimelineDocument): string[] {
  const [was, is] = [before, after].map(flatten);
  const ids = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})]);
  return [...ids].flatMap((id) => {
    const [one, other] = [was?.[id], is?.[id]];
    const names = [...new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])];
    return one && other
      ? names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])).map((name) => `${id}.${name}`)
      : [id];
  });
}

const flatten = ({ tracks, markers, ...canvas }: TimelineDocument): Record<string, Record<string, unknown>> => ({
  canvas,
  ...Object.fromEntries(markers.map((marker) => [marker.id, marker])),
  ...Object.fromEntries(tracks.map((track) => [track.id, { ...track, items: [] }])),
  ...Object.fromEntries(
    tracks.flatMap(({ id: trackId, items }) => items.map((item) => [item.id, { ...item, trackId }])),
  ),
  order: { tracks: tracks.map(({ id }) => id) },
});

/** Sorts the parts of a document whose order has no meaning. */
const sorted = (document: TimelineDocument) => {
  const byId = (one: { id: string }, other: { id: string }): number => one.id.localeCompare(other.id);
  return {
    ...document,
    tracks: document.tracks.map((track) => ({ ...track, items: track.items.toSorted(byId) })).toSorted(byId),
    markers: document.markers.toSorted(byId),
  };
};
