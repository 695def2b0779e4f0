import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { clipAfter, clipBeside, isFree, openAt, openBehind, openFrom, visibleClips, withGroups } from './clips.ts';
import { getRows } from './rows.ts';

const document = makeTimeline([
  {
    items: [
      makeItem('video', 'c', { startSeconds: 8 }),
      makeItem('video', 'a'),
      makeItem('video', 'b', { startSeconds: 3, groupId: 'g' }),
    ],
  },
  { items: [] },
  { items: [makeItem('text', 't', { startSeconds: 7 }), makeItem('text', 's', { groupId: 'g', durationSeconds: 1 })] },
]);
const [film] = document.tracks;
const rows = getRows(document).map(({ track }) => track);

test('clips within the range are rendered in order of time, and dragged clips everywhere', () => {
  const ids = (held: string | null): string[] =>
    film ? visibleClips(film, { fromSeconds: 2.5, toSeconds: 6 }, (id) => id === held).map(({ id }) => id) : [];
  expect(ids(null)).toEqual(['b']);
  expect(ids('c')).toEqual(['b', 'c']);
});

test('clips at a time can be split, a clip that starts there can only be selected, and locked ones neither', () => {
  const named = (placed: readonly { readonly item: { readonly id: string } }[]): string[] =>
    placed.map(({ item: { id } }) => id);
  const locked = { ...document, tracks: document.tracks.map((track) => ({ ...track, isLocked: track !== film })) };
  expect(named(openAt(document, 8))).toEqual(['t']);
  expect(named(openFrom(document, 8))).toEqual(['c', 't']);
  expect(named(openBehind(document, 7))).toEqual(['c', 't']);
  expect(named(openBehind(locked, 3))).toEqual(['c', 'b']);
});

test('a group is selected as a whole', () => {
  expect(withGroups(document, ['b'])).toEqual(['b', 's']);
  expect(withGroups(document, ['a'])).toEqual(['a']);
});

test('keys move along a track, and to the nearest clip of the next track with clips', () => {
  const beside = (id: string, direction: Parameters<typeof clipBeside>[2]): string | undefined =>
    clipBeside(rows, id, direction)?.id;
  expect(beside('a', 'after')).toBe('b');
  expect(beside('a', 'before')).toBeUndefined();
  expect(beside('c', 'above')).toBe('t');
  expect(beside('s', 'below')).toBe('a');
  expect(beside('s', 'above')).toBeUndefined();
});

test('after a deletion the focus moves to the next clip, or to the previous one', () => {
  expect(clipAfter(document, ['a'])).toBe('b');
  expect(clipAfter(document, ['b', 'c'])).toBe('a');
  expect(clipAfter(document, ['a', 'b', 'c'])).toBeUndefined();
});

test('a time of a track is free if other clips overlap it by less than half a frame', () => {
  expect(film && isFree(film, { fromSeconds: 5, toSeconds: 8 }, 30)).toBe(true);
  expect(film && isFree(film, { fromSeconds: 4.9, toSeconds: 8 }, 30)).toBe(false);
  expect(film && isFree(film, { fromSeconds: 4, toSeconds: 7 }, 30, new Set(['b']))).toBe(true);
});
