import { effect, signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { covers, type TimeRange } from './geometry.ts';
import { createRowRanges } from './row-ranges.ts';

const frames: (() => void)[] = [];
const widthPx = 1000;

beforeEach(() => void vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act)));
afterEach(() => {
  vi.unstubAllGlobals();
  frames.length = 0;
});

/** Six rows of which so many are rendered, and what their ranges are. */
function createRows(rendered: number) {
  const scale = signal({ pixelsPerSecond: 10, startSeconds: 200 });
  const rangeOf = createRowRanges(scale, signal(widthPx), signal(6));
  const numbers = [0, 1, 2, 3, 4, 5];
  const ends = numbers.slice(0, rendered).map((number) => effect(() => void rangeOf(number).value));
  const ranges = (): TimeRange[] => numbers.map((number) => rangeOf(number).peek());
  return {
    scrollTo: (startSeconds: number) => (scale.value = { ...scale.peek(), startSeconds }),
    zoomTo: (pixelsPerSecond: number) => (scale.value = { ...scale.peek(), pixelsPerSecond }),
    ranges,
    /** How many rows have others than before. */
    changed: (before: readonly TimeRange[]) => ranges().filter((range, at) => range !== before[at]).length,
    isSeen: () => ranges().every((range) => covers(range, scale.peek(), widthPx)),
    end: () => ends.forEach((act) => act()),
  };
}

test('rows that are rendered take their steps one in a frame, until all have theirs', () => {
  const rows = createRows(6);
  const before = rows.ranges();
  // By 90 pixels: 200 and more are rendered beyond the edges, and 100 are near.
  rows.scrollTo(209);
  expect(rows.changed(before)).toBe(0);
  const counts: number[] = [];
  for (let act = frames.shift(); act; act = frames.shift()) {
    act();
    counts.push(rows.changed(before));
  }
  expect(counts.length).toBeGreaterThan(1);
  expect(counts).toEqual(counts.map((_, index) => index + 1));
  const scrolledThere = createRows(0);
  scrolledThere.scrollTo(209);
  expect(rows.ranges()).toEqual(scrolledThere.ranges());
});

test('what would be seen to be missing does not wait', () => {
  const rows = createRows(6);
  rows.scrollTo(1000);
  expect(rows.isSeen()).toBe(true);
  rows.scrollTo(0);
  expect(rows.isSeen()).toBe(true);
  expect(frames).toHaveLength(0);
});

test('a row renders no more than is seen at another zoom', () => {
  for (const pixelsPerSecond of [1, 12, 900]) {
    const rows = createRows(6);
    rows.zoomTo(pixelsPerSecond);
    expect(rows.isSeen()).toBe(true);
    const mostPx =
      Math.max(...rows.ranges().map(({ fromSeconds, toSeconds }) => toSeconds - fromSeconds)) * pixelsPerSecond;
    expect(mostPx).toBeLessThan(2 * widthPx);
    expect(frames).toHaveLength(0);
  }
});

test('nothing near the view is ever missing, however quickly one scrolls', () => {
  const rows = createRows(6);
  for (let startSeconds = 200, step = 1; startSeconds < 1500; startSeconds += step, step = (step * 1.7) % 120) {
    rows.scrollTo(startSeconds);
    frames.splice(0).forEach((act) => act());
    expect(rows.isSeen()).toBe(true);
  }
});

test('rows that are not rendered take no frames from those that are', () => {
  const rows = createRows(0);
  const before = rows.ranges();
  rows.scrollTo(209);
  expect(rows.changed(before)).toBeGreaterThan(1);
  expect(frames).toHaveLength(0);
  const ended = createRows(6);
  ended.end();
  ended.scrollTo(209);
  expect(frames).toHaveLength(0);
});

test('who scrolls back before a row had its turn leaves it as it is', () => {
  const rows = createRows(6);
  const before = rows.ranges();
  rows.scrollTo(209);
  rows.scrollTo(200);
  frames.splice(0).forEach((act) => act());
  expect(rows.changed(before)).toBe(0);
  expect(frames).toHaveLength(0);
});
