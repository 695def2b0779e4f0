import { expect, test } from 'vitest';
import { clips, edit, find, getItems, refused, times } from '../../../../test/support/edits.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { timelineDocument, type TimelineDocument } from '../document.ts';
import { documentLimits } from '../limits.ts';

test('the start of an item is trimmed while its content stays in place', () => {
  const keyframes = [{ atSeconds: 1, value: 3, easing: 'linear' as const }];
  const document = makeTimeline([
    { items: [makeItem('video', 'v', { startSeconds: 4, sourceStartSeconds: 3, speed: 2, x: { keyframes } })] },
    {
      items: [
        makeItem('bubbles', 'm', { startSeconds: 4, messages: [{ id: 'm', from: 'me', text: '', atSeconds: 1 }] }),
      ],
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
    'atSeconds: the source of "v" starts at 2.5 s of the canvas',
  );
  expect(find(edit(document, { type: 'trim', itemId: 'm', edge: 'start', atSeconds: 5.5 }), 'm')).toMatchObject({
    messages: [{ atSeconds: -0.5 }],
  });
});

test('a start is extended to the start of the source, within half a frame of the canvas at any speed', () => {
  const at = (speed: number, sourceStartSeconds: number): TimelineDocument =>
    makeTimeline([{ items: [makeItem('video', 'v', { startSeconds: 4, sourceStartSeconds, speed })] }]);
  const [frame] = [1 / at(1, 0).frameRate];
  // The source starts six tenths of a frame before the item, so that the nearest start of a frame is a little too early.
  const fast = edit(at(8, 0.6 * 8 * frame), { type: 'trim', itemId: 'v', edge: 'start', atSeconds: 4 - 0.6 * frame });
  expect(find(fast, 'v')).toMatchObject({ startSeconds: 4 - frame, sourceStartSeconds: 0 });
  const slow = { type: 'trim', itemId: 'v', edge: 'start', atSeconds: 4 - 4 * frame } as const;
  expect(refused(at(0.1, 0), slow)).toMatch(/the source of "v" starts at 4 s/);
});

test('the end of an item is trimmed, at most to the next item and never to nothing', () => {
  expect(find(edit(clips, { type: 'trim', itemId: 'b', edge: 'end', atSeconds: 5 }), 'b')?.durationSeconds).toBe(3);
  expect(refused(clips, { type: 'trim', itemId: 'b', edge: 'end', atSeconds: 5.5 })).toMatch(
    /^atSeconds: "c" starts at 5 s/,
  );
  expect(refused(clips, { type: 'trim', itemId: 'b', edge: 'end', atSeconds: 2 })).toMatch(/would be empty/);
  expect(refused(clips, { type: 'trim', itemId: 'b', edge: 'start', atSeconds: 9 })).toMatch(/would be empty/);
});

test('a transition is shortened to the duration of a trimmed item', () => {
  const transition = { type: 'dissolve' as const, durationSeconds: 1 };
  const document = makeTimeline([{ items: [makeItem('text', 'a', { transition })] }]);
  const trimmed = edit(document, { type: 'trim', itemId: 'a', edge: 'end', atSeconds: 0.5 });
  expect(find(trimmed, 'a')).toMatchObject({ transition: { durationSeconds: 0.5 } });
});

test('each part of a split keeps the properties of its end', () => {
  const fade = { type: 'fade' as const, durationSeconds: 0.2 };
  const document = makeTimeline([
    {
      items: [
        makeItem('text', 'a', { fadeInSeconds: 0.1, fadeOutSeconds: 0.2, entrance: fade, exit: fade, groupId: 'g' }),
      ],
    },
  ]);
  const [first, second] = getItems(edit(document, { type: 'split', itemId: 'a', atSeconds: 0.5, newId: 'b' }));
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
  expect(refused(document, { type: 'split', itemId: 'a', atSeconds: 2 })).toMatch(/^atSeconds: must be within "a"/);
  expect(refused(document, { type: 'split', itemId: 'a', atSeconds: 0.5, newId: 'a' })).toMatch(/^newId: another item/);
});

test('an item is not split within its transition', () => {
  const transition = { type: 'dissolve' as const, durationSeconds: 1 };
  const document = makeTimeline([{ items: [makeItem('text', 'a', { transition })] }]);
  expect(refused(document, { type: 'split', itemId: 'a', atSeconds: 0.5 })).toMatch(/^atSeconds: .*transition/);
  expect(getItems(edit(document, { type: 'split', itemId: 'a', atSeconds: 1 }))).toHaveLength(2);
});

test('only parts of one item are joined', () => {
  expect(refused(clips, { type: 'join', itemId: 'a' })).toMatch(/"b" is not the later part of "a"/);
  expect(refused(clips, { type: 'join', itemId: 'b' })).toMatch(/no item of the track "track-1" starts where it ends/);
  const parts = edit(clips, { type: 'split', itemId: 'c', atSeconds: 6, newId: 'd' });
  const louder = edit(parts, { type: 'set', itemId: 'd', properties: { volume: 0.5 } });
  expect(refused(louder, { type: 'join', itemId: 'c' })).toMatch(/not the later part/);
  expect(edit(parts, { type: 'join', itemId: 'c' })).toEqual(clips);
});

test('a roll moves the edit point between two items', () => {
  const rolled = edit(clips, { type: 'roll', itemId: 'b', atSeconds: 1.5 });
  expect(times(rolled).slice(0, 2)).toEqual([
    ['a', 0, 1.5],
    ['b', 1.5, 2.5],
  ]);
  expect(find(rolled, 'b')).toMatchObject({ sourceStartSeconds: 9 });
  expect(refused(clips, { type: 'roll', itemId: 'c', atSeconds: 5 })).toMatch(
    /no item of the track "track-1" ends where it starts/,
  );
});

test('a slip shows another part of the source, if there is a source', () => {
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

test('an error of a ripple on all tracks mentions the other tracks', () => {
  const document = makeTimeline([
    { items: [makeItem('text', 'a', { durationSeconds: 3 }), makeItem('text', 'b', { startSeconds: 3 })] },
    { items: [makeItem('text', 'long', { durationSeconds: 5 }), makeItem('text', 'next', { startSeconds: 5 })] },
  ]);
  const shorter = { type: 'ripple-trim', itemId: 'a', edge: 'end', atSeconds: 2 } as const;
  expect(times(edit(document, { ...shorter, tracks: 'this' }))).toContainEqual(['next', 5, expect.any(Number)]);
  expect(refused(document, { ...shorter, tracks: 'all' })).toMatch(
    /^atSeconds: "next" starts at 4 s, before "long" ends .*Ripple moves the later items of all tracks$/,
  );
});

test('a ripple trim moves later items too', () => {
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
  // The first clip of a canvas can show earlier content of its source too.
  const first = edit(clips, { type: 'ripple-trim', itemId: 'a', edge: 'start', atSeconds: -0.5 });
  expect(times(first).slice(0, 2)).toEqual([
    ['a', 0, 2.5],
    ['b', 2.5, 2],
  ]);
  expect(find(first, 'a')).toMatchObject({ sourceStartSeconds: 0.5 });
  expect(refused(clips, { type: 'ripple-trim', itemId: 'a', edge: 'start', atSeconds: -2 })).toMatch(
    /source of "a" starts/,
  );
});

test('a marker that moves with a ripple stays within the maximum duration of a canvas', () => {
  const marked = edit(clips, { type: 'add-marker', atSeconds: documentLimits.seconds, label: 'End', markerId: 'm' });
  const longer = edit(marked, { type: 'ripple-trim', itemId: 'a', edge: 'end', atSeconds: 9, tracks: 'all' });
  expect(timelineDocument.parse(longer).markers).toMatchObject([{ atSeconds: documentLimits.seconds }]);
});

test('a transition that is as long as its item remains so when the item is snapped to frames', () => {
  const rate = 30_000 / 1001;
  const odd = { ...clips, frameRate: rate };
  // A duration that is shorter by the last bit.
  const durationSeconds = 2 / rate + 1e-16;
  const transition = { type: 'dissolve' as const, durationSeconds };
  const item = makeItem('picture', 'short', { startSeconds: 30 / rate, durationSeconds, transition });
  const put = find(edit(odd, { type: 'add-item', trackId: 'track-2', item }), 'short');
  expect(put).toMatchObject({ transition: { type: 'dissolve', durationSeconds: expect.closeTo(2 / rate, 12) } });
  // An item between frames, as after a change of the frame rate, becomes shorter when it is snapped.
  const beside = { ...item, durationSeconds: 2.4 / rate, transition: { ...transition, durationSeconds: 2.4 / rate } };
  expect(find(edit(odd, { type: 'add-item', trackId: 'track-2', item: beside }), 'short')).toMatchObject({
    durationSeconds: expect.closeTo(2 / rate, 12),
    transition: { durationSeconds: expect.closeTo(2 / rate, 12) },
  });
});
