import { describe, expect, it } from 'vitest';
import { applyEdits } from '#core/timeline/edit.ts';
import type { TimelineDocument, VisualItem } from '#core/timeline/document.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import { makeItem, makeTimeline } from '../../../../test/support/timeline.ts';
import { effects, toggleEdits } from './effects.ts';

const getItems = ({ tracks }: TimelineDocument): VisualItem[] => tracks.flatMap(({ items }) => items).filter(isVisual);

const document = makeTimeline([
  {
    name: 'Film',
    items: [
      makeItem('video', 'a', { startSeconds: 0, durationSeconds: 4 }),
      makeItem('video', 'b', { startSeconds: 4, durationSeconds: 0.4 }),
    ],
  },
]);

it('offers no zoom for a clip whose size has other keyframes', () => {
  const width = { keyframes: [0, 1, 2].map((at) => ({ atSeconds: at, value: 100 + at, easing: 'linear' as const })) };
  const [item] = getItems(makeTimeline([{ items: [makeItem('video', 'a', { width })] }]));
  const impossible = effects.filter(({ isPossible }) => item && isPossible?.(item) === false);
  expect(impossible.map(({ id }) => id)).toEqual(['zoom-in', 'zoom-out']);
});

describe.each(effects)('the effect $label', (effect) => {
  it('is turned on for all clips that lack it, and off again without a trace', () => {
    const [, second] = getItems(document);
    const half = applyEdits(document, toggleEdits(second ? [second] : [], effect, document));
    const on = applyEdits(half, toggleEdits(getItems(half), effect, document));
    expect(getItems(on).map((item) => effect.isOn(item, document))).toEqual([true, true]);
    expect(getItems(half).map((item) => effect.isOn(item, document))).toEqual([false, true]);
    expect(applyEdits(on, toggleEdits(getItems(on), effect, document))).toEqual(document);
  });
});
