import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { markAtPlayhead } from './playhead.ts';
import { createTransport, type Range } from './transport.ts';

/** Returns the range after setting one point on a canvas with an item of some seconds, or without items. */
function marked(side: 'in' | 'out', atSeconds: number, itemSeconds: number | null): Range | null {
  const items = itemSeconds === null ? [] : [makeItem('text', 'title', { durationSeconds: itemSeconds })];
  const transport = createTransport();
  transport.seek(atSeconds);
  markAtPlayhead({ transport, shown: signal(makeTimeline([{ items }])) }, side);
  return transport.range.value;
}

test('in and out are frames of the canvas, and the frame at the out point is included', () => {
  const { frameRate } = makeTimeline([]);
  expect(marked('in', 1, 4)).toEqual({ startSeconds: 1, endSeconds: 4 });
  expect(marked('out', 1, 4)).toEqual({ startSeconds: 0, endSeconds: 1 + 1 / frameRate });
});

test('the range contains at least one frame, also at the end of a canvas and on an empty one', () => {
  const { frameRate } = makeTimeline([]);
  const frame = 1 / frameRate;
  for (const side of ['in', 'out'] as const) {
    for (const [atSeconds, itemSeconds] of [
      [4, 4],
      [frame, frame],
      [0, null],
    ] as const) {
      const { startSeconds, endSeconds } = marked(side, atSeconds, itemSeconds) ?? { startSeconds: 0, endSeconds: 0 };
      expect(endSeconds - startSeconds).toBeGreaterThanOrEqual(frame - 1e-9);
      expect(startSeconds).toBeLessThan(itemSeconds ?? frame);
      expect(endSeconds).toBeLessThanOrEqual((itemSeconds ?? frame) + 1e-9);
    }
  }
});
