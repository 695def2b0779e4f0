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

/** Creates six rows, of which some are rendered, and reads their ranges. */
function createRows(rendered: number) {
  const scale = signal({ pixelsPerSecond: 10, startSeconds: 200 });
  const getRange = createRowRanges(scale, signal(widthPx), signal(6));
  const numbers = [0, 1, 2, 3, 4, 5];
  const ends = numbers.slice(0, rendered).map((number) => effect(() => void getRange(number).value));
  const ranges = (): TimeRange[] => numbers.map((number) => getRange(number).peek());
  return {
    scrollTo: (startSeconds: number) => (scale.value = { ...scale.peek(), startSeconds }),
    zoomTo: (pixelsPerSecond: number) => (scale.value = { ...scale.peek(), pixelsPerSecond }),
    ranges,
    /** Returns the number of rows whose range changed. */
    changed: (before: readonly TimeRange[]) => ranges().filter((range, at) => range !== before[at]).length,
    isSeen: () => ranges().every((range) => covers(range, scale.peek(), widthPx)),
    end: () => ends.forEach((act) => act()),
  };
}

test('rendered rows are updated one per frame, until all are up to date', () => {
  const rows = createRows(6);
  const before = rows.ranges();
  // By 90 pixels: the margin is at least 200 pixels, of which 100 count as near.
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

test('a range that would be visibly missing does not wait', () => {
  const rows = createRows(6);
  rows.scrollTo(1000);
  expect(rows.isSeen()).toBe(true);
  rows.scrollTo(0);
  expect(rows.isSeen()).toBe(true);
  expect(frames).toHaveLength(0);
});

test('a row renders no more than the view at another zoom', () => {
  for (const pixelsPerSecond of [1, 12, 900]) {
    const rows = createRows(6);
    rows.zoomTo(pixelsPerSecond);
    expect(rows.isSeen()).toBe(true);
    const maxPx =
      Math.max(...rows.ranges().map(({ fromSeconds, toSeconds }) => toSeconds - fromSeconds)) * pixelsPerSecond;
    expect(maxPx).toBeLessThan(2 * widthPx);
    expect(frames).toHaveLength(0);
  }
});

test('nothing near the view is ever missing, at any scroll speed', () => {
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

test('scrolling back before a row was updated leaves it unchanged', () => {
  const rows = createRows(6);
  const before = rows.ranges();
  rows.scrollTo(209);
  rows.scrollTo(200);
  frames.splice(0).forEach((act) => act());
  expect(rows.changed(before)).toBe(0);
  expect(frames).toHaveLength(0);
});
