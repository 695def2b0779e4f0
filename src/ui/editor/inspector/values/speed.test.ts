import { expect, it } from 'vitest';
import type { Item } from '#core/timeline/document.ts';
import { getEnd, isAudible } from '#core/timeline/schedule.ts';
import { applyEdits } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { listSpeedChoices, speedEdits, type SpeedFit } from './speed.ts';

const moving: SpeedFit = { fit: 'ripple', tracks: 'this' };
const movingAll: SpeedFit = { fit: 'ripple', tracks: 'all' };

function atSpeed(items: readonly Item[], speed: number): Item | undefined {
  const document = makeTimeline([{ items }]);
  const [first] = items.filter(isAudible);
  return applyEdits(
    document,
    speedEdits(document, first ? [first] : [], () => speed, moving),
  ).tracks[0]?.items[0];
}

it('shows the same part of the source in a proportional time, with its keyframes', () => {
  const opacity = { keyframes: [{ atSeconds: 1, value: 0.5, easing: 'linear' as const }] };
  const item = makeItem('video', 'a', { durationSeconds: 4, opacity });
  expect(atSpeed([item], 2)).toMatchObject({
    speed: 2,
    durationSeconds: 2,
    opacity: { keyframes: [{ atSeconds: 0.5 }] },
  });
});

it('offers alternatives if a slower clip would overlap the next', () => {
  const document = makeTimeline([{ items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 3 })] }]);
  const first = document.tracks[0]?.items.filter(isAudible).slice(0, 1) ?? [];
  const slower = speedEdits(document, first, () => 0.5, { fit: 'keep', tracks: 'this' });
  expect(() => applyEdits(document, slower)).toThrow(/"b" starts at 3 s/);
  const ends = listSpeedChoices(document, first, () => 0.5).map(({ label, edits }) => [
    label,
    applyEdits(document, edits).tracks[0]?.items.map((item) => [item.startSeconds, getEnd(item)]),
  ]);
  expect(ends).toEqual([
    [
      'Move later clips',
      [
        [0, 4],
        [5, 7],
      ],
    ],
    [
      'Shorten the clip',
      [
        [0, 3],
        [3, 5],
      ],
    ],
  ]);
});

it('offers no alternative that a locked clip prevents', () => {
  const items = [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 3, isLocked: true })];
  const document = makeTimeline([{ items }]);
  const labels = (speed: number): string[] =>
    listSpeedChoices(document, items.filter(isAudible).slice(0, 1), () => speed).map(({ label }) => label);
  expect(labels(0.5)).toEqual(['Shorten the clip']);
  expect(labels(2)).toEqual(['Leave later clips in place']);
});

it('moves later clips on all tracks in ripple mode, whether the clip gets longer or shorter', () => {
  const document = makeTimeline(
    [
      { items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 3 })] },
      { items: [makeItem('text', 'over', { durationSeconds: 1 }), makeItem('text', 'behind', { startSeconds: 2.5 })] },
    ],
    { markers: [{ id: 'm', atSeconds: 5, label: '' }] },
  );
  const [a] = document.tracks[0]?.items.filter(isAudible) ?? [];
  const at = (speed: number): unknown => {
    const edited = applyEdits(
      document,
      speedEdits(document, a ? [a] : [], () => speed, movingAll),
    );
    return [
      edited.tracks.map(({ items }) =>
        items.map(({ id, startSeconds, durationSeconds }) => [id, startSeconds, durationSeconds]),
      ),
      edited.markers[0]?.atSeconds,
    ];
  };
  expect(at(0.5)).toEqual([
    [
      [
        ['a', 0, 4],
        ['b', 5, 2],
      ],
      [
        ['over', 0, 1],
        ['behind', 4.5, 2],
      ],
    ],
    7,
  ]);
  expect(at(2)).toEqual([
    [
      [
        ['a', 0, 1],
        ['b', 2, 2],
      ],
      [
        ['over', 0, 1],
        ['behind', 1.5, 2],
      ],
    ],
    4,
  ]);
});

it('moves later clips once for clips that end together, such as a video and its audio', () => {
  const document = makeTimeline([
    { items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 2 })] },
    { kind: 'sound', items: [makeItem('sound', 'sound'), makeItem('sound', 'next', { startSeconds: 2 })] },
  ]);
  const selected = document.tracks.flatMap(({ items }) => items.filter(isAudible).slice(0, 1));
  for (const [speed, fit] of [
    [0.5, moving],
    [2, moving],
    [0.5, movingAll],
    [2, movingAll],
  ] as const) {
    const edited = applyEdits(
      document,
      speedEdits(document, selected, () => speed, fit),
    );
    expect(edited.tracks.map(({ items }) => items.map(({ startSeconds }) => startSeconds))).toEqual([
      [0, 2 / speed],
      [0, 2 / speed],
    ]);
  }
});

it('moves later clips once for clips that end together and start apart', () => {
  const document = makeTimeline([
    { items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 2 })] },
    {
      items: [
        makeItem('video', 'c', { startSeconds: 1, durationSeconds: 1 }),
        makeItem('video', 'd', { startSeconds: 2 }),
      ],
    },
  ]);
  const selected = document.tracks.flatMap(({ items }) => items.filter(isAudible).slice(0, 1));
  const starts = [0.5, 2].map((speed) =>
    applyEdits(
      document,
      speedEdits(document, selected, () => speed, movingAll),
    ).tracks.map(({ items }) => items.map(({ startSeconds }) => startSeconds)),
  );
  expect(starts).toEqual([
    [
      [0, 4],
      [1, 4],
    ],
    [
      [0, 1.5],
      [1, 1.5],
    ],
  ]);
});

it('shortens a transition that would be longer than its item', () => {
  const item = makeItem('video', 'a', { transition: { type: 'dissolve', durationSeconds: 1.5 } });
  expect(atSpeed([item], 4)).toMatchObject({ durationSeconds: 0.5, transition: { durationSeconds: 0.5 } });
});

it('respects the limits of a document', () => {
  expect(atSpeed([makeItem('sound', 'a')], 100)).toMatchObject({ speed: 20 });
});
