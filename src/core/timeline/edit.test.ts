import { expect, test } from 'vitest';
import type * as z from 'zod';
import { documentOf, itemOf, withCountedIds } from '../../../test/support/timeline.ts';
import { timelineDocument, type Item, type TimelineDocument } from './document.ts';
import { applyEdit, applyEdits, editSchema, type Edit } from './edit.ts';
import { documentLimits } from './limits.ts';

type Written = z.input<typeof editSchema>;
const edit = (document: TimelineDocument, written: Written): TimelineDocument =>
  applyEdit(document, editSchema.parse(written));

/** The path and the message that an edit is refused with. */
function refused(document: TimelineDocument, written: Written): string {
  try {
    edit(document, written);
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: expect.any(String) }] });
    return thrown instanceof Error ? thrown.message : '';
  }
  return 'It was done.';
}

const itemsOf = ({ tracks }: TimelineDocument): readonly Item[] => tracks.flatMap(({ items }) => items);
const find = (document: TimelineDocument, id: string): Item | undefined =>
  itemsOf(document).find((item) => item.id === id);
const times = (document: TimelineDocument): [string, number, number][] =>
  itemsOf(document).map(({ id, startSeconds, durationSeconds }) => [id, startSeconds, durationSeconds]);

/** Two clips of 2 s, one of 3 s behind a gap of a second, and a title above. */
const clips = documentOf([
  {
    items: [
      itemOf('video', 'a', { sourceStartSeconds: 1 }),
      itemOf('video', 'b', { startSeconds: 2, sourceStartSeconds: 10, speed: 2 }),
      itemOf('video', 'c', { startSeconds: 5, durationSeconds: 3 }),
    ],
  },
  { items: [itemOf('text', 'title', { startSeconds: 4, durationSeconds: 1 })] },
  { items: [itemOf('sound', 'music', { durationSeconds: 9 })] },
]);

test('an item is added in order of time, on frames, with an id of its own', () => {
  const item = { ...itemOf('text', 'x', { startSeconds: 1.01, durationSeconds: 0.99 }), id: undefined };
  const added = edit(clips, { type: 'add-item', trackId: 'track-2', item });
  expect(withCountedIds(times(added).slice(3, 5))).toEqual([
    ['text-1', 1, 1],
    ['title', 4, 1],
  ]);
  expect(refused(clips, { type: 'add-item', trackId: 'track-3', item })).toMatch(/^item: a track of sound/);
  expect(refused(clips, { type: 'add-item', trackId: 'none', item })).toBe(
    'trackId: no track of the canvas has the id "none"',
  );
  expect(refused(added, { type: 'add-item', trackId: 'track-2', item })).toMatch(
    /^item: "text-\w{8}" begins at 1 s, before "text-\w{8}" ends/,
  );
  const twice = itemOf('text', 'title', { startSeconds: 8 });
  expect(refused(clips, { type: 'add-item', trackId: 'track-2', item: twice })).toMatch(
    /^item: another item has the id "title"/,
  );
});

test('an item is replaced by one of another kind, which has its id and place', () => {
  const item = { ...itemOf('picture', 'p', { startSeconds: 2 }), role: 'background' };
  const replaced = edit(clips, { type: 'replace-item', itemId: 'b', item });
  expect(replaced.tracks[0]?.items[1]).toEqual({ ...item, id: 'b' });
});

test('an item is moved in time and to another track, with the others of its group', () => {
  expect(find(edit(clips, { type: 'move', itemId: 'c', startSeconds: 6.01 }), 'c')?.startSeconds).toBe(6);
  expect(refused(clips, { type: 'move', itemId: 'c', startSeconds: 1 })).toMatch(
    /^startSeconds: .*overlap|^startSeconds: "c" begins at 1 s/,
  );
  const up = edit(clips, { type: 'move', itemId: 'a', startSeconds: 0, trackId: 'track-2' });
  expect(up.tracks.map(({ items }) => items.map(({ id }) => id))).toEqual([['b', 'c'], ['a', 'title'], ['music']]);
  const grouped = edit(clips, { type: 'group', itemIds: ['c', 'title'], groupId: 'group-1' });
  const moved = edit(grouped, { type: 'move', itemId: 'c', startSeconds: 7 });
  expect([find(moved, 'c')?.startSeconds, find(moved, 'title')?.startSeconds]).toEqual([7, 6]);
  expect(refused(grouped, { type: 'move', itemId: 'title', startSeconds: 0 })).toMatch(/before|begins/);
  const early = edit(clips, { type: 'group', itemIds: ['a', 'title'] });
  expect(refused(early, { type: 'move', itemId: 'title', startSeconds: 3 })).toBe(
    'itemId: "a" would begin before the canvas',
  );
  const single = edit(grouped, { type: 'ungroup', groupId: 'group-1' });
  expect(single).toEqual(clips);
  expect(refused(single, { type: 'ungroup', groupId: 'group-1' })).toMatch(/^groupId: no item/);
});

test('several items are moved at once and may change places; what would overlap is refused', () => {
  const swapped = edit(clips, {
    type: 'move-items',
    moves: [
      { itemId: 'a', startSeconds: 2 },
      { itemId: 'b', startSeconds: 0.01 },
      { itemId: 'title', startSeconds: 9, trackId: 'track-1' },
    ],
  });
  expect(times(swapped)).toEqual([
    ['b', 0, 2],
    ['a', 2, 2],
    ['c', 5, 3],
    ['title', 9, 1],
    ['music', 0, 9],
  ]);
  expect(swapped.tracks[2]).toBe(clips.tracks[2]);
  const onto = [{ itemId: 'a', startSeconds: 5 }];
  expect(refused(clips, { type: 'move-items', moves: onto })).toMatch(/^moves: "[ac]" begins at/);
  const twice = [
    { itemId: 'a', startSeconds: 20 },
    { itemId: 'a', startSeconds: 30 },
  ];
  expect(refused(clips, { type: 'move-items', moves: twice })).toMatch(/^moves: another item has the id "a"/);
  const locked = edit(clips, { type: 'set-track', trackId: 'track-2', isLocked: true });
  expect(
    refused(locked, { type: 'move-items', moves: [{ itemId: 'a', startSeconds: 20, trackId: 'track-2' }] }),
  ).toMatch(/^moves.0.trackId: the track "track-2" is locked/);
});

test('the start of an item is trimmed while its content stays where it is', () => {
  const keyframes = [{ atSeconds: 1, value: 3, easing: 'linear' as const }];
  const document = documentOf([
    { items: [itemOf('video', 'v', { startSeconds: 4, sourceStartSeconds: 3, speed: 2, x: { keyframes } })] },
    {
      items: [itemOf('bubbles', 'm', { startSeconds: 4, messages: [{ id: 'm', from: 'me', text: '', atSeconds: 1 }] })],
    },
  ]);
  expect(find(edit(document, { type: 'trim', itemId: 'v', edge: 'start', atSeconds: 4.5 }), 'v')).toMatchObject({
    startSeconds: 4.5,
    durationSeconds: 1.5,
    sourceStartSeconds: 4,
    x: { keyframes: [{ atSeconds: 0.5 }] },
  });
  expect(find(edit(document, { type: 'trim', itemId: 'v', edge: 'start', atSeconds: 2.5 }), 'v')).toMatchObject({
    startSeconds: 2.5,
    durationSeconds: 3.5,
    sourceStartSeconds: 0,
  });
  expect(refused(document, { type: 'trim', itemId: 'v', edge: 'start', atSeconds: 1 })).toBe(
    'atSeconds: the source of "v" begins at 2.5 s of the canvas',
  );
  expect(find(edit(document, { type: 'trim', itemId: 'm', edge: 'start', atSeconds: 5.5 }), 'm')).toMatchObject({
    messages: [{ atSeconds: -0.5 }],
  });
});

test('a start is trimmed to what the source has, to half a frame of the canvas at any speed', () => {
  const at = (speed: number, sourceStartSeconds: number): TimelineDocument =>
    documentOf([{ items: [itemOf('video', 'v', { startSeconds: 4, sourceStartSeconds, speed })] }]);
  const [frame] = [1 / at(1, 0).frameRate];
  // The source begins six tenths of a frame before the item, so that the nearest start of a frame is a little too early.
  const fast = edit(at(8, 0.6 * 8 * frame), { type: 'trim', itemId: 'v', edge: 'start', atSeconds: 4 - 0.6 * frame });
  expect(find(fast, 'v')).toMatchObject({ startSeconds: 4 - frame, sourceStartSeconds: 0 });
  const slow = { type: 'trim', itemId: 'v', edge: 'start', atSeconds: 4 - 4 * frame } as const;
  expect(refused(at(0.1, 0), slow)).toMatch(/the source of "v" begins at 4 s/);
});

test('the end of an item is trimmed, up to the next one and never to nothing', () => {
  expect(find(edit(clips, { type: 'trim', itemId: 'b', edge: 'end', atSeconds: 5 }), 'b')?.durationSeconds).toBe(3);
  expect(refused(clips, { type: 'trim', itemId: 'b', edge: 'end', atSeconds: 5.5 })).toMatch(
    /^atSeconds: "c" begins at 5 s/,
  );
  expect(refused(clips, { type: 'trim', itemId: 'b', edge: 'end', atSeconds: 2 })).toMatch(/nothing would stay/);
  expect(refused(clips, { type: 'trim', itemId: 'b', edge: 'start', atSeconds: 9 })).toMatch(/nothing would stay/);
});

test('a transition that its item is trimmed below is as long as the item', () => {
  const transition = { type: 'dissolve' as const, durationSeconds: 1 };
  const document = documentOf([{ items: [itemOf('text', 'a', { transition })] }]);
  const trimmed = edit(document, { type: 'trim', itemId: 'a', edge: 'end', atSeconds: 0.5 });
  expect(find(trimmed, 'a')).toMatchObject({ transition: { durationSeconds: 0.5 } });
});

test('a split gives each part what is at its end', () => {
  const fade = { type: 'fade' as const, durationSeconds: 0.2 };
  const document = documentOf([
    {
      items: [
        itemOf('text', 'a', { fadeInSeconds: 0.1, fadeOutSeconds: 0.2, entrance: fade, exit: fade, groupId: 'g' }),
      ],
    },
  ]);
  const [first, second] = itemsOf(edit(document, { type: 'split', itemId: 'a', atSeconds: 0.5, newId: 'b' }));
  expect(first).toMatchObject({ id: 'a', durationSeconds: 0.5, fadeInSeconds: 0.1, fadeOutSeconds: 0, entrance: fade });
  expect(first).not.toHaveProperty('exit');
  expect(second).toMatchObject({
    id: 'b',
    startSeconds: 0.5,
    durationSeconds: 1.5,
    fadeInSeconds: 0,
    fadeOutSeconds: 0.2,
    exit: fade,
    groupId: 'g',
  });
  expect(second).not.toHaveProperty('entrance');
  expect(refused(document, { type: 'split', itemId: 'a', atSeconds: 2 })).toMatch(/^atSeconds: must lie within "a"/);
  expect(refused(document, { type: 'split', itemId: 'a', atSeconds: 0.5, newId: 'a' })).toMatch(/^newId: another item/);
});

test('an item is not split within its transition', () => {
  const transition = { type: 'dissolve' as const, durationSeconds: 1 };
  const document = documentOf([{ items: [itemOf('text', 'a', { transition })] }]);
  expect(refused(document, { type: 'split', itemId: 'a', atSeconds: 0.5 })).toMatch(/^atSeconds: .*transition/);
  expect(itemsOf(edit(document, { type: 'split', itemId: 'a', atSeconds: 1 }))).toHaveLength(2);
});

test('only parts of one item are joined', () => {
  expect(refused(clips, { type: 'join', itemId: 'a' })).toMatch(/"b" is not the later part of "a"/);
  expect(refused(clips, { type: 'join', itemId: 'b' })).toMatch(/no item of the track "track-1" begins where it ends/);
  const parts = edit(clips, { type: 'split', itemId: 'c', atSeconds: 6, newId: 'd' });
  const louder = edit(parts, { type: 'set', itemId: 'd', properties: { volume: 0.5 } });
  expect(refused(louder, { type: 'join', itemId: 'c' })).toMatch(/not the later part/);
  expect(edit(parts, { type: 'join', itemId: 'c' })).toEqual(clips);
});

test('a roll moves the cut between two items', () => {
  const rolled = edit(clips, { type: 'roll', itemId: 'b', atSeconds: 1.5 });
  expect(times(rolled).slice(0, 2)).toEqual([
    ['a', 0, 1.5],
    ['b', 1.5, 2.5],
  ]);
  expect(find(rolled, 'b')).toMatchObject({ sourceStartSeconds: 9 });
  expect(refused(clips, { type: 'roll', itemId: 'c', atSeconds: 5 })).toMatch(
    /no item of the track "track-1" ends where it begins/,
  );
});

test('a slip shows another part of the source, where there is a source', () => {
  expect(find(edit(clips, { type: 'slip', itemId: 'a', sourceStartSeconds: 7.123 }), 'a')).toMatchObject({
    startSeconds: 0,
    sourceStartSeconds: 7.123,
  });
  expect(refused(clips, { type: 'slip', itemId: 'title', sourceStartSeconds: 1 })).toMatch(/is a text item/);
});

test('a ripple delete closes the gap, on one track or on all', () => {
  const marked = edit(clips, { type: 'add-marker', atSeconds: 6, label: 'End', markerId: 'm' });
  const one = edit(marked, { type: 'ripple-delete', itemId: 'b' });
  expect(times(one)).toEqual([
    ['a', 0, 2],
    ['c', 3, 3],
    ['title', 4, 1],
    ['music', 0, 9],
  ]);
  const all = edit(marked, { type: 'ripple-delete', itemId: 'b', tracks: 'all' });
  expect([find(all, 'c')?.startSeconds, find(all, 'title')?.startSeconds, all.markers[0]?.atSeconds]).toEqual([
    3, 2, 4,
  ]);
  expect(one.markers).toEqual(marked.markers);
});

test('a ripple trim takes what is behind along', () => {
  const end = edit(clips, { type: 'ripple-trim', itemId: 'a', edge: 'end', atSeconds: 1.5 });
  expect(times(end).slice(0, 3)).toEqual([
    ['a', 0, 1.5],
    ['b', 1.5, 2],
    ['c', 4.5, 3],
  ]);
  const start = edit(clips, { type: 'ripple-trim', itemId: 'b', edge: 'start', atSeconds: 3, tracks: 'all' });
  expect(times(start)).toEqual([
    ['a', 0, 2],
    ['b', 2, 1],
    ['c', 4, 3],
    ['title', 3, 1],
    ['music', 0, 9],
  ]);
  expect(find(start, 'b')).toMatchObject({ sourceStartSeconds: 12 });
  // The first clip of a canvas shows more of what was before it too.
  const first = edit(clips, { type: 'ripple-trim', itemId: 'a', edge: 'start', atSeconds: -0.5 });
  expect(times(first).slice(0, 2)).toEqual([
    ['a', 0, 2.5],
    ['b', 2.5, 2],
  ]);
  expect(find(first, 'a')).toMatchObject({ sourceStartSeconds: 0.5 });
  expect(refused(clips, { type: 'ripple-trim', itemId: 'a', edge: 'start', atSeconds: -2 })).toMatch(
    /source of "a" begins/,
  );
});

test('a marker that is taken along stays within the longest canvas', () => {
  const marked = edit(clips, { type: 'add-marker', atSeconds: documentLimits.seconds, label: 'End', markerId: 'm' });
  const longer = edit(marked, { type: 'ripple-trim', itemId: 'a', edge: 'end', atSeconds: 9, tracks: 'all' });
  expect(timelineDocument.parse(longer).markers).toMatchObject([{ atSeconds: documentLimits.seconds }]);
});

test('a transition as long as its item stays so where the item is put onto frames', () => {
  const rate = 30_000 / 1001;
  const odd = { ...clips, frameRate: rate };
  // A length that comes out shorter by the last bit.
  const durationSeconds = 2 / rate + 1e-16;
  const transition = { type: 'dissolve' as const, durationSeconds };
  const item = itemOf('picture', 'short', { startSeconds: 30 / rate, durationSeconds, transition });
  expect(find(edit(odd, { type: 'add-item', trackId: 'track-2', item }), 'short')).toMatchObject({ transition });
});

test('what is locked stays as it is until it is unlocked', () => {
  const locked = edit(clips, { type: 'set', itemId: 'c', properties: { isLocked: true } });
  const edits: Written[] = [
    { type: 'move', itemId: 'c', startSeconds: 9 },
    { type: 'remove-item', itemId: 'c' },
    { type: 'set', itemId: 'c', properties: { name: 'x' } },
    { type: 'ripple-delete', itemId: 'b' },
    { type: 'group', itemIds: ['c', 'a'] },
    { type: 'remove-track', trackId: 'track-1' },
  ];
  expect(edits.map((one) => refused(locked, one))).toEqual(edits.map(() => expect.stringMatching(/"c" is locked/)));
  expect(edit(locked, { type: 'set', itemId: 'c', properties: { isLocked: false } })).toEqual(clips);
  const track = edit(clips, { type: 'set-track', trackId: 'track-1', isLocked: true });
  expect(edits.map((one) => refused(track, one))).toEqual(
    edits.map(() => expect.stringMatching(/"track-1" is locked/)),
  );
  expect(edit(track, { type: 'set-track', trackId: 'track-1', isLocked: false })).toEqual(clips);
  // On the other tracks a ripple goes on.
  expect(find(edit(track, { type: 'ripple-delete', itemId: 'title', tracks: 'all' }), 'c')?.startSeconds).toBe(5);
});

test('any property is set, and null takes one away or sets its default', () => {
  const properties = { crop: { left: 0.1, top: 0, right: 0, bottom: 0 }, opacity: 0.5, volume: 2, startSeconds: 8.01 };
  const changed = edit(clips, { type: 'set', itemId: 'c', properties });
  expect(find(changed, 'c')).toMatchObject({ ...properties, startSeconds: 8 });
  const back = edit(changed, {
    type: 'set',
    itemId: 'c',
    properties: { crop: null, opacity: null, volume: null, startSeconds: 5 },
  });
  expect(back).toEqual(clips);
});

test('a property that does not fit is refused with its path', () => {
  expect(refused(clips, { type: 'set', itemId: 'title', properties: { volume: 1 } })).toBe(
    'properties.volume: items of this kind have no such property',
  );
  const cropped = { crop: { left: 0.5, top: 0, right: 0.5, bottom: 0 } };
  expect(editSchema.safeParse({ type: 'set', itemId: 'a', properties: cropped }).error?.issues).toMatchObject([
    { path: ['properties', 'crop'] },
  ]);
  expect(editSchema.safeParse({ type: 'set', itemId: 'a', properties: { colour: 'red' } }).error?.issues).toMatchObject(
    [{ code: 'unrecognized_keys', path: ['properties'] }],
  );
  expect(refused(clips, { type: 'set', itemId: 'title', properties: { text: null } })).toMatch(/^properties.text: /);
  expect(editSchema.safeParse({ type: 'set', itemId: 'a', properties: { id: 'z' } }).success).toBe(false);
});

test('keyframes are set, changed and taken away, the last one leaving a plain number', () => {
  const at = (atSeconds: number, value: number): Written => ({
    type: 'set-keyframe',
    itemId: 'c',
    property: 'x',
    atSeconds,
    value,
  });
  const three = applyEdits(
    clips,
    [at(2, 20), at(0.01, 1), { ...at(1, 10), easing: 'hold' }].map((one) => editSchema.parse(one)),
  );
  expect(find(three, 'c')).toMatchObject({
    x: {
      keyframes: [
        { atSeconds: 0, value: 1, easing: 'linear' },
        { atSeconds: 1, value: 10, easing: 'hold' },
        { atSeconds: 2, value: 20, easing: 'linear' },
      ],
    },
  });
  const changed = edit(three, at(1.01, 11));
  expect(find(changed, 'c')).toMatchObject({ x: { keyframes: [{}, { atSeconds: 1, value: 11, easing: 'hold' }, {}] } });
  const remove = (atSeconds: number): Edit => ({ type: 'remove-keyframe', itemId: 'c', property: 'x', atSeconds });
  expect(find(applyEdits(changed, [remove(0), remove(1), remove(2)]), 'c')).toMatchObject({ x: 20 });
  expect(refused(changed, remove(1.5))).toMatch(/^atSeconds: x of "c" has no keyframe at 1.5 s/);
  expect(refused(clips, { ...at(0, 1), property: 'volume', itemId: 'title' } as Written)).toMatch(
    /^property: "title" is a text item/,
  );
  expect(refused(clips, { ...at(0, 7), property: 'opacity' } as Written)).toMatch(/^value: /);
});

test('a copy is put behind its item, or where it is said', () => {
  const behind = edit(clips, { type: 'duplicate', itemId: 'c' });
  expect(find(withCountedIds(behind), 'video-1')).toMatchObject({
    startSeconds: 8,
    durationSeconds: 3,
    assetId: 'asset_video',
  });
  const up = edit(clips, { type: 'duplicate', itemId: 'a', newId: 'copy', startSeconds: 0, trackId: 'track-2' });
  expect(up.tracks[1]?.items.map(({ id }) => id)).toEqual(['copy', 'title']);
  expect(refused(clips, { type: 'duplicate', itemId: 'a' })).toMatch(/^startSeconds: /);
});

test('tracks are added, moved, set and removed', () => {
  const added = withCountedIds(edit(clips, { type: 'add-track', track: { name: 'Titles', kind: 'visual' }, index: 0 }));
  expect(added.tracks.map(({ id }) => id)).toEqual(['track-4', 'track-1', 'track-2', 'track-3']);
  const moved = edit(added, { type: 'move-track', trackId: 'track-4', index: 3 });
  expect(moved.tracks.map(({ id }) => id)).toEqual(['track-1', 'track-2', 'track-3', 'track-4']);
  const hidden = edit(clips, { type: 'set-track', trackId: 'track-2', isHidden: true, name: 'Above' });
  expect(hidden.tracks[1]).toMatchObject({ isHidden: true, name: 'Above', isMuted: false });
  const ducking = edit(clips, { type: 'set', itemId: 'music', properties: { ducksUnder: 'track-1' } });
  const removed = edit(ducking, { type: 'remove-track', trackId: 'track-1' });
  expect(itemsOf(removed).map(({ id }) => id)).toEqual(['title', 'music']);
  expect(find(removed, 'music')).not.toHaveProperty('ducksUnder');
  const full = documentOf(Array.from({ length: documentLimits.tracks }, () => ({ items: [] })));
  expect(refused(full, { type: 'add-track', track: { name: '', kind: 'visual' } })).toMatch(/^track: holds 101 tracks/);
});

test('markers and the settings of the canvas', () => {
  const marked = withCountedIds(edit(clips, { type: 'add-marker', atSeconds: 1.01, label: 'Here' }));
  expect(marked.markers).toEqual([{ id: 'marker-1', atSeconds: 1, label: 'Here' }]);
  const moved = edit(marked, { type: 'set-marker', markerId: 'marker-1', atSeconds: 2 });
  expect(moved.markers).toEqual([{ id: 'marker-1', atSeconds: 2, label: 'Here' }]);
  expect(edit(moved, { type: 'remove-marker', markerId: 'marker-1' })).toEqual(clips);
  expect(refused(clips, { type: 'remove-marker', markerId: 'none' })).toMatch(/^markerId: /);
  const background = { type: 'color' as const, color: '#102030' };
  const set = edit(clips, { type: 'set-canvas', title: 'New', width: 1080, height: 1920, frameRate: 25, background });
  expect(set).toEqual({ ...clips, title: 'New', width: 1080, height: 1920, frameRate: 25, background });
});

test('a rate at which items would overlap is refused', () => {
  const items = [itemOf('text', 'a', { durationSeconds: 2.015 }), itemOf('text', 'b', { startSeconds: 2 })];
  expect(refused(documentOf([{ items }]), { type: 'set-canvas', frameRate: 60 })).toMatch(
    /^frameRate: "b" begins at 2 s/,
  );
});

test('several edits are done all or not at all, and the one that cannot be is named', () => {
  const edits: Edit[] = [
    { type: 'remove-item', itemId: 'a' },
    { type: 'remove-item', itemId: 'a' },
  ];
  expect(() => applyEdits(clips, edits)).toThrow(
    expect.objectContaining({
      message: 'edits.1.itemId: no item of the canvas has the id "a"',
      details: [{ path: 'edits.1.itemId', message: 'no item of the canvas has the id "a"' }],
    }),
  );
  expect(applyEdits(clips, [])).toBe(clips);
});

test('every edit says what it does', () => {
  expect(editSchema.options.map(({ description }) => description)).toEqual(
    Array.from({ length: 26 }, () => expect.stringMatching(/^[A-Z].{10,}\.$/)),
  );
});
