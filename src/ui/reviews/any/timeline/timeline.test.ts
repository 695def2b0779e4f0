import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { getView, revealRange, type Timeline } from './timeline.ts';

const player = { seconds: signal(0), isPlaying: signal(false), seek: () => undefined };
const createTimeline = (durationSeconds: number, from: number, to: number): Timeline => ({
  player,
  durationSeconds,
  frameRate: 25,
  view: signal({ from, to }),
});

it.each([
  ['within the duration', createTimeline(100, 20, 40), { from: 20, to: 40 }],
  ['that became shorter', createTimeline(30, 20, 40), { from: 10, to: 30 }],
  ['that became shorter than the visible part', createTimeline(10, 20, 40), { from: 0, to: 10 }],
])('shows a part of a timeline %s', (_, timeline, view) => {
  expect(getView(timeline)).toEqual(view);
});

it('scrolls to a range that is not visible, and stays if it is', () => {
  const timeline = createTimeline(100, 0, 20);
  revealRange(timeline, 5, 6);
  expect(timeline.view.value).toEqual({ from: 0, to: 20 });
  revealRange(timeline, 50, 52);
  expect(timeline.view.value).toEqual({ from: 41, to: 61 });
});
