import { describe, expect, it } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem, withCountedIds } from '../../../../../test/support/timeline.ts';
import { newBubbles, newShape, newText } from './new-items.ts';
import { placeItem } from './place-item.ts';

const canvas = { width: 1920, height: 1080 };
const title = newText(canvas, 'title');

/** Returns the ids of the tracks with those of their items. */
const outline = ({ tracks }: TimelineDocument): string[] =>
  tracks.map(({ id, items }) => `${id}: ${items.map((item) => `${item.id}@${item.startSeconds}`).join(' ')}`);

const place = (document: TimelineDocument, seconds: number): string[] =>
  outline(withCountedIds(applyEdits(document, placeItem(document, title, seconds).edits)));

describe('a new item', () => {
  it.each([
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 320, height: 180 },
  ])('is valid on a canvas of $width x $height and is within it', (size) => {
    const items = [
      newText(size, 'title'),
      newText(size, 'lower-third'),
      newText(size, 'caption'),
      newShape(size, 'rectangle'),
      newShape(size, 'ellipse'),
      newShape(size, 'line'),
      newBubbles(size),
    ];
    for (const item of items) {
      const { x, y, width, height } = item;
      const numbers = [x, y, width, height].map((number) => (typeof number === 'number' ? number : Number.NaN));
      const [cx = 0, cy = 0, w = 0, h = 0] = numbers;
      expect(cx - w / 2).toBeGreaterThanOrEqual(-1);
      expect(cx + w / 2).toBeLessThanOrEqual(size.width + 1);
      expect(cy - h / 2).toBeGreaterThanOrEqual(-1);
      expect(cy + h / 2).toBeLessThanOrEqual(size.height + 1);
      const document = makeTimeline([], size);
      const { itemId, edits } = placeItem(document, item, 1);
      expect(outline(applyEdits(document, edits))).toEqual([expect.stringMatching(`^track-\\w+: ${itemId}@1$`)]);
    }
  });

  it('goes to the lowest free track above the items that are visible there', () => {
    const document = makeTimeline([
      { items: [makeItem('video', 'film', { durationSeconds: 9 })] },
      { items: [] },
      { items: [] },
    ]);
    expect(place(document, 1.01)).toEqual(['track-1: film@0', 'track-2: text-1@1', 'track-3: ']);
  });

  it('gets a new track where it would overlap another item, above all visible items and below audio', () => {
    const document = makeTimeline([
      { items: [makeItem('video', 'film', { durationSeconds: 9 })] },
      { items: [makeItem('text', 'words', { startSeconds: 3 })] },
      { items: [makeItem('sound', 'music')] },
    ]);
    expect(place(document, 1)).toEqual([
      'track-1: film@0',
      'track-2: words@3',
      'track-4: text-1@1',
      'track-3: music@0',
    ]);
    expect(place(document, 5)).toEqual(['track-1: film@0', 'track-2: words@3 text-1@5', 'track-3: music@0']);
  });

  it('does not go to locked or hidden tracks, nor to tracks with videos', () => {
    const locked = makeTimeline([{ items: [], isLocked: true }]);
    expect(place(locked, 0)).toEqual(['track-1: ', 'track-2: text-1@0']);
    const after = makeTimeline([{ items: [makeItem('video', 'film')] }]);
    expect(place(after, 5)).toEqual(['track-1: film@0', 'track-2: text-1@5']);
  });
});
