import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';
import { getRows } from '../rows.ts';
import { visibleClips, visibleRows } from './visible.ts';

test('only rows in the view are rendered', () => {
  const many = getRows(makeTimeline(Array.from({ length: 50 }, () => ({ items: [] }))));
  expect(visibleRows(many, 600, 300).length).toBeLessThan(10);
  expect(visibleRows(many, 600, 300)[0]?.topPx).toBeLessThanOrEqual(600);
});

test('clips within the range are rendered in order of time, and dragged clips everywhere', () => {
  const items = [
    makeItem('video', 'c', { startSeconds: 8 }),
    makeItem('video', 'a'),
    makeItem('video', 'b', { startSeconds: 3 }),
  ];
  const [film] = makeTimeline([{ items }]).tracks;
  const ids = (held: string | null): string[] =>
    film ? visibleClips(film, { fromSeconds: 2.5, toSeconds: 6 }, (id) => id === held).map(({ id }) => id) : [];
  expect(ids(null)).toEqual(['b']);
  expect(ids('c')).toEqual(['b', 'c']);
});
