import { expect, test } from 'vitest';
import { clips, edit, find, getItems, refused, times, type Written } from '../../../test/support/edits.ts';
import { makeTimeline, makeItem, withCountedIds } from '../../../test/support/timeline.ts';
import { applyAndReport, applyEdits, editSchema, type AddCopy, type Edit } from './edit.ts';
import { documentLimits } from './limits.ts';

test('an item is added in the order of time, on frames, with a unique id', () => {
  const item = { ...makeItem('text', 'x', { startSeconds: 1.01, durationSeconds: 0.99 }), id: undefined };
  const added = edit(clips, { type: 'add-item', trackId: 'track-2', item });
  expect(withCountedIds(times(added).slice(3, 5))).toEqual([
    ['text-1', 1, 1],
    ['title', 4, 1],
  ]);
  expect(refused(clips, { type: 'add-item', trackId: 'track-3', item })).toMatch(/^item: a sound track/);
  expect(refused(clips, { type: 'add-item', trackId: 'none', item })).toBe(
    'trackId: no track of the canvas has the id "none"',
  );
  expect(refused(added, { type: 'add-item', trackId: 'track-2', item })).toMatch(
    /^item: "text-\w{8}" starts at 1 s, before "text-\w{8}" ends/,
  );
  const twice = makeItem('text', 'title', { startSeconds: 8 });
  expect(refused(clips, { type: 'add-item', trackId: 'track-2', item: twice })).toMatch(
    /^item: another item has the id "title"/,
  );
});

test('an item is replaced by one of another kind, which keeps its id and place', () => {
  const item = { ...makeItem('picture', 'p', { startSeconds: 2 }), role: 'background' };
  const replaced = edit(clips, { type: 'replace-item', itemId: 'b', item });
  expect(replaced.tracks[0]?.items[1]).toEqual({ ...item, id: 'b' });
});

test('an item is moved in time and to another track, with the others of its group', () => {
  expect(find(edit(clips, { type: 'move', itemId: 'c', startSeconds: 6.01 }), 'c')?.startSeconds).toBe(6);
  expect(refused(clips, { type: 'move', itemId: 'c', startSeconds: 1 })).toMatch(
    /^startSeconds: .*overlap|^startSeconds: "c" starts at 1 s/,
  );
  const up = edit(clips, { type: 'move', itemId: 'a', startSeconds: 0, trackId: 'track-2' });
  expect(up.tracks.map(({ items }) => items.map(({ id }) => id))).toEqual([['b', 'c'], ['a', 'title'], ['music']]);
  const grouped = edit(clips, { type: 'group', itemIds: ['c', 'title'], groupId: 'group-1' });
  const moved = edit(grouped, { type: 'move', itemId: 'c', startSeconds: 7 });
  expect([find(moved, 'c')?.startSeconds, find(moved, 'title')?.startSeconds]).toEqual([7, 6]);
  expect(refused(grouped, { type: 'move', itemId: 'title', startSeconds: 0 })).toMatch(/before|begins/);
  const early = edit(clips, { type: 'group', itemIds: ['a', 'title'] });
  expect(refused(early, { type: 'move', itemId: 'title', startSeconds: 3 })).toBe(
    'itemId: "a" would start before the canvas',
  );
  const single = edit(grouped, { type: 'ungroup', groupId: 'group-1' });
  expect(single).toEqual(clips);
  expect(refused(single, { type: 'ungroup', groupId: 'group-1' })).toMatch(/^groupId: no item/);
});

test('several items are moved at once and may be swapped; overlaps are refused', () => {
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
  expect(refused(clips, { type: 'move-items', moves: onto })).toMatch(/^moves: "[ac]" starts at/);
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

test('a locked item cannot be changed until it is unlocked', () => {
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
  // A ripple continues on the other tracks.
  expect(find(edit(track, { type: 'ripple-delete', itemId: 'title', tracks: 'all' }), 'c')?.startSeconds).toBe(5);
});

test('any property is set, and null removes it or sets its default', () => {
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

test('an invalid property is refused with its path', () => {
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

test('keyframes are set, changed and removed; removing the last one leaves a plain number', () => {
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

test('a copy is placed after its item, or at a given time', () => {
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
  expect(getItems(removed).map(({ id }) => id)).toEqual(['title', 'music']);
  expect(find(removed, 'music')).not.toHaveProperty('ducksUnder');
  const full = makeTimeline(Array.from({ length: documentLimits.tracks }, () => ({ items: [] })));
  expect(refused(full, { type: 'add-track', track: { name: '', kind: 'visual' } })).toMatch(/^track: has 101 tracks/);
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

test('thousands of beats are marked without comparing all pairs, up to the limit', () => {
  let reads = 0;
  const first = {
    get id() {
      reads += 1;
      return 'first';
    },
    atSeconds: 0,
    label: '',
  };
  const beats = (count: number): Edit[] =>
    Array.from({ length: count }, (_, index) => ({ type: 'add-marker', atSeconds: index + 1, label: '' }));
  const before = { ...clips, markers: [first] };
  expect(applyEdits(before, beats(50)).markers).toHaveLength(51);
  expect(reads).toBeLessThan(10);
  expect(() => applyEdits(before, beats(documentLimits.markers))).toThrow(/has 5001 markers/);
  expect(refused(before, { type: 'add-marker', atSeconds: 1, label: '', markerId: 'first' })).toMatch(
    /^markerId: another/,
  );
});

test('a frame rate at which items would overlap is refused', () => {
  const items = [makeItem('text', 'a', { durationSeconds: 2.015 }), makeItem('text', 'b', { startSeconds: 2 })];
  expect(refused(makeTimeline([{ items }]), { type: 'set-canvas', frameRate: 60 })).toMatch(
    /^frameRate: "b" starts at 2 s/,
  );
});

test('several edits are applied together or not at all, and the error names the invalid one', () => {
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

test('every edit has a description', () => {
  expect(editSchema.options.map(({ description }) => description)).toEqual(
    Array.from({ length: 28 }, () => expect.stringMatching(/^[A-Z].{10,}\.$/)),
  );
});

test('an audio track is set, kept by a split and removed again; images have none', () => {
  const set = (itemId: string, audioTrack: number | null): Edit => ({
    type: 'set',
    itemId,
    properties: { audioTrack },
  });
  const before = makeTimeline([{ items: [makeItem('video', 'v'), makeItem('picture', 'p', { startSeconds: 2 })] }]);
  const chosen = edit(before, set('v', 1));
  expect(chosen.tracks[0]?.items[0]).toMatchObject({ audioTrack: 1 });
  const parts = edit(chosen, { type: 'split', itemId: 'v', atSeconds: 1, newId: 'w' }).tracks[0]?.items;
  expect(parts?.slice(0, 2)).toMatchObject([{ audioTrack: 1 }, { audioTrack: 1 }]);
  expect(edit(chosen, set('v', null))).toEqual(before);
  expect(() => edit(before, set('p', 1))).toThrow('items of this kind have no such property');
  expect(() => edit(before, set('v', -1))).toThrow('"audioTrack"');
});

test('added items are reported with the items from which they were split or copied', () => {
  const item = makeItem('text', 'new', { startSeconds: 20 });
  const copy: AddCopy = { type: 'add-item', trackId: 'track-2', item: { ...item, id: 'copy' }, copiedFrom: 'title' };
  const { document, created } = applyAndReport(clips, [
    { type: 'split', itemId: 'a', atSeconds: 1, newId: 'later' },
    // With a generated id.
    { type: 'split', itemId: 'later', atSeconds: 1.5 },
    { type: 'duplicate', itemId: 'title', newId: 'twin', startSeconds: 30 },
    { type: 'add-item', trackId: 'track-2', item },
    { type: 'remove-item', itemId: 'new' },
    copy,
    { type: 'set', itemId: 'twin', properties: { opacity: 0.5 } },
  ]);
  expect(withCountedIds(created)).toEqual([
    { itemId: 'later', fromId: 'a' },
    { itemId: 'video-1', fromId: 'later' },
    { itemId: 'twin', fromId: 'title' },
    { itemId: 'new', fromId: null },
    { itemId: 'copy', fromId: 'title' },
  ]);
  expect(find(document, 'copy')).toEqual({ ...item, id: 'copy' });
  expect(editSchema.safeParse(copy).success).toBe(false);
});
