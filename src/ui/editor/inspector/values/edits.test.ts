import { describe, expect, it } from 'vitest';
import { applyEdits } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { durationEdits, moveEdits, numberEdits, propertyEdits } from './edits.ts';

const moment = { seconds: 1, frameRate: 30 };
const fading = {
  keyframes: [
    { atSeconds: 0, value: 0, easing: 'linear' as const },
    { atSeconds: 2, value: 1, easing: 'linear' as const },
  ],
};

describe('a number', () => {
  it('that is constant is set, with a change for each item', () => {
    const items = [makeItem('shape', 'a', { x: 10 }), makeItem('shape', 'b', { x: 20 })];
    expect(numberEdits(items, 'x', (before) => before + 5, moment)).toEqual([
      { type: 'set', itemId: 'a', properties: { x: 15 } },
      { type: 'set', itemId: 'b', properties: { x: 25 } },
    ]);
  });

  it('that is animated gets a keyframe at the playhead', () => {
    const item = makeItem('shape', 'a', { startSeconds: 0.5, opacity: fading });
    expect(numberEdits([item], 'opacity', (before) => before + 0.5, moment)).toEqual([
      { type: 'set-keyframe', itemId: 'a', property: 'opacity', atSeconds: 0.5, value: 0.75 },
    ]);
  });

  it('gets a keyframe at the first or last frame if the playhead is elsewhere', () => {
    const item = makeItem('shape', 'a', { startSeconds: 3, opacity: fading });
    expect(numberEdits([item], 'opacity', () => 0.5, moment)).toMatchObject([{ atSeconds: 0 }]);
    expect(numberEdits([item], 'opacity', () => 0.5, { ...moment, seconds: 60 })).toMatchObject([
      { atSeconds: 2 - 1 / 30 },
    ]);
  });

  it('is left out if it does not change, or if the item does not have it', () => {
    const items = [makeItem('shape', 'a', { x: 10 }), makeItem('sound', 's')];
    expect(numberEdits(items, 'x', () => 10, moment)).toEqual([]);
  });
});

it('sets only the properties that change', () => {
  const items = [makeItem('shape', 'a', { blend: 'screen' }), makeItem('shape', 'b', { fill: '#ff0000' })];
  expect(propertyEdits(items, () => ({ blend: 'screen', fill: null }))).toEqual([
    { type: 'set', itemId: 'b', properties: { blend: 'screen', fill: null } },
  ]);
});

it('moves adjacent items without a collision between them', () => {
  const items = [makeItem('shape', 'a'), makeItem('shape', 'b', { startSeconds: 2 })];
  const document = makeTimeline([{ items }]);
  const moved = applyEdits(
    document,
    moveEdits(items, (before) => before + 1),
  );
  expect(moved.tracks[0]?.items.map(({ startSeconds }) => startSeconds)).toEqual([1, 3]);
  const back = applyEdits(
    moved,
    moveEdits(moved.tracks[0]?.items ?? [], (before) => before - 1),
  );
  expect(back.tracks[0]?.items.map(({ startSeconds }) => startSeconds)).toEqual([0, 2]);
});

it('moves a group once', () => {
  const items = [makeItem('shape', 'a', { groupId: 'g' }), makeItem('shape', 'b', { startSeconds: 2, groupId: 'g' })];
  const moved = applyEdits(
    makeTimeline([{ items }]),
    moveEdits(items, (before) => before + 1),
  );
  expect(moved.tracks[0]?.items.map(({ startSeconds }) => startSeconds)).toEqual([1, 3]);
});

it('extends an item at its end', () => {
  expect(durationEdits([makeItem('shape', 'a', { startSeconds: 1 })], () => 3)).toEqual([
    { type: 'trim', itemId: 'a', edge: 'end', atSeconds: 4 },
  ]);
});
