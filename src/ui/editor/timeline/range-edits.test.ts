import { expect, test } from 'vitest';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { closedRangeEdits, rangeEdits } from './range-edits.ts';

const clip = (id: string, startSeconds: number, durationSeconds: number) =>
  makeItem('shape', id, { startSeconds, durationSeconds });

const document = makeTimeline(
  [
    { items: [clip('a', 0, 4), clip('b', 4, 2), clip('c', 6, 4), clip('d', 12, 1)] },
    { items: [clip('over', 1, 10)] },
    { isLocked: true, items: [clip('locked', 0, 13)] },
  ],
  {
    markers: [
      { id: 'one', atSeconds: 2, label: '' },
      { id: 'two', atSeconds: 12, label: '' },
    ],
  },
);

const range = { fromSeconds: 3, toSeconds: 8 };

const after = (edits: readonly Edit[]) => {
  const { tracks, markers } = applyEdits(document, edits);
  const times = tracks.map(({ items }) =>
    items
      .toSorted((one, other) => one.startSeconds - other.startSeconds)
      .map((item) => `${item.startSeconds}-${item.startSeconds + item.durationSeconds}`)
      .join(' '),
  );
  return { times, markers: markers.map(({ atSeconds }) => atSeconds) };
};

test('the range between two times is removed from all unlocked tracks, and clips are cut at its ends', () => {
  expect(after(rangeEdits(document, range, []))).toEqual({
    times: ['0-3 8-10 12-13', '1-3 8-11', '0-13'],
    markers: [2, 12],
  });
});

test('the range between two times is removed only from the selected clips', () => {
  expect(after(rangeEdits(document, range, ['a', 'd', 'locked']))).toEqual({
    times: ['0-3 4-6 6-10 12-13', '1-11', '0-13'],
    markers: [2, 12],
  });
  expect(rangeEdits(document, range, ['d'])).toEqual([]);
});

test('later clips move up on all unlocked tracks, with the markers', () => {
  expect(after(closedRangeEdits(document, range))).toEqual({
    times: ['0-3 3-5 7-8', '1-3 3-6', '0-13'],
    markers: [2, 7],
  });
});

test('there are no edits behind the last clip', () => {
  expect(closedRangeEdits(document, { fromSeconds: 20, toSeconds: 30 })).toEqual([]);
});
