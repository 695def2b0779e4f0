import { expect, test } from 'vitest';
import { applyEdit } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { getHeight, indexAfterStep, rowAt, getRows, stripHeights, visibleRows } from './rows.ts';

const document = makeTimeline([
  { id: 'music', items: [makeItem('sound', 'm')] },
  { id: 'film', items: [makeItem('video', 'v')] },
  { id: 'titles', items: [makeItem('text', 't')] },
  { id: 'voice', items: [makeItem('sound', 's')] },
]);
const rows = getRows(document);
const order = (): string[] => getRows(document).map(({ track }) => track.id);

test('an upper track is above the tracks that it covers, and audio tracks are below all visual tracks', () => {
  expect(order()).toEqual(['titles', 'film', 'music', 'voice']);
});

test('a height finds its row, and positions beyond the rows', () => {
  expect([-5, 0, 60, 121, getHeight(rows) + 1].map((y) => rowAt(rows, y))).toEqual([-1, 0, 1, 2, 4]);
});

test('only rows in the view are rendered', () => {
  const many = getRows(makeTimeline(Array.from({ length: 50 }, () => ({ items: [] }))));
  expect(visibleRows(many, 600, 300).length).toBeLessThan(10);
  expect(visibleRows(many, 600, 300)[0]?.topPx).toBeLessThanOrEqual(600);
});

test('a step moves a track among those of its kind', () => {
  expect(indexAfterStep(document, 'titles', -1)).toBeNull();
  expect(indexAfterStep(document, 'film', 1)).toBeNull();
  const index = indexAfterStep(document, 'film', -1) ?? -1;
  const moved = applyEdit(document, { type: 'move-track', trackId: 'film', index });
  expect(getRows(moved).map(({ track }) => track.id)).toEqual(['film', 'titles', 'music', 'voice']);
  const down = applyEdit(document, {
    type: 'move-track',
    trackId: 'music',
    index: indexAfterStep(document, 'music', 1) ?? -1,
  });
  expect(getRows(down).map(({ track }) => track.id)).toEqual(['titles', 'film', 'voice', 'music']);
});

test('thumbnails and waveform share the height of a clip, and an audio clip keeps space for its name', () => {
  expect(stripHeights('video', 60)).toEqual({ picturesPx: 37, soundPx: 16 });
  expect(stripHeights('picture', 60)).toEqual({ picturesPx: 53, soundPx: 0 });
  expect(stripHeights('sound', 52)).toEqual({ picturesPx: 0, soundPx: 31 });
});
