import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { revealed } from './reveal.ts';
import { getRows } from './rows.ts';

const rows = getRows(makeTimeline(Array.from({ length: 4 }, () => ({ items: [] }))));
const scale = { pixelsPerSecond: 100, startSeconds: 20 };
const seen = { topPx: 60, heightPx: 120, widthPx: 800 };
const clip = (startSeconds: number) => makeItem('shape', 'a', { startSeconds, durationSeconds: 5 });

const at = (index: number, startSeconds: number) => {
  const row = rows[index];
  return row && revealed(scale, seen, row, clip(startSeconds));
};

test('the view scrolls to an invisible clip, horizontally and vertically', () => {
  expect(at(3, 90)).toEqual({ startSeconds: 89, topPx: 120 });
  expect(at(0, 10)).toEqual({ startSeconds: 9, topPx: 0 });
  expect(at(0, 0.5)?.startSeconds).toBe(0);
});

test('the view does not scroll to a partly visible clip', () => {
  expect(at(1, 16)).toEqual({ startSeconds: 20, topPx: 60 });
  expect(at(2, 27.9)).toEqual({ startSeconds: 20, topPx: 60 });
});
