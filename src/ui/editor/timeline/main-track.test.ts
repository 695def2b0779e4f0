import { expect, test } from 'vitest';
import { makeItem, makeTimeline } from '../../../../test/support/timeline.ts';
import { findMainTrack, nearestCut } from './main-track.ts';

test('the main track has the longest total of video and images, and of two equal ones is the lower one', () => {
  const backdrop = makeItem('picture', 'backdrop', { durationSeconds: 60, role: 'background' });
  const [film, over] = [
    { id: 'film', items: [makeItem('video', 'a'), makeItem('picture', 'b', { startSeconds: 2 })] },
    { id: 'over', items: [makeItem('video', 'c', { durationSeconds: 4 })] },
  ];
  const titles = { id: 'titles', items: [makeItem('text', 't', { durationSeconds: 60 })] };
  expect(findMainTrack(makeTimeline([{ items: [backdrop] }, film, over, titles]))?.id).toBe('film');
  expect(findMainTrack(makeTimeline([over, film]))?.id).toBe('over');
  expect(findMainTrack(makeTimeline([titles, { items: [makeItem('sound', 's')] }]))).toBe(null);
});

test('the nearest edit point is an edge of a clip, or the start', () => {
  const items = [makeItem('video', 'a', { startSeconds: 3 }), makeItem('video', 'b', { startSeconds: 8 })];
  expect([1, 2, 4.2, 7, 30].map((seconds) => nearestCut({ items }, seconds))).toEqual([0, 3, 5, 8, 10]);
});
