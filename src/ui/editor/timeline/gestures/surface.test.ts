import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { latestStart } from '../geometry.ts';
import { createTimelineView } from '../timeline-view.ts';
import { scrollAtEdges, type Surface } from './surface.ts';

test('a pointer that rests at an edge scrolls to the end of the layout and back, never beyond', () => {
  const view = createTimelineView();
  view.pixelsPerSecond.value = 100;
  view.widthPx.value = 1000;
  const element = { scrollTop: 0, getBoundingClientRect: () => ({ left: 0, top: 0, right: 1000, bottom: 300 }) };
  const document = signal(makeTimeline([{ items: [makeItem('text', 'a', { durationSeconds: 20 })] }]));
  const surface = { editor: { view, document }, element, headPx: 0, rulerPx: 0, isPhone: false };
  const restAt = (clientX: number): number => {
    for (let frame = 0; frame < 500; frame += 1) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no elements
      scrollAtEdges(surface as unknown as Surface, clientX, 150);
    }
    return view.startSeconds.value;
  };
  expect(restAt(995)).toBe(latestStart(20, 100, 1000));
  expect(restAt(5)).toBe(0);
});
