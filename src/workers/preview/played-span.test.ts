import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../test/support/timeline.ts';
import { playedSpan, standingSeconds } from './played-span.ts';

const oneFrame = makeTimeline([{ items: [makeItem('text', 'title', { durationSeconds: 1 / 30 })] }]);

test('plays the whole canvas, or a part of it', () => {
  expect(playedSpan({ span: null }, oneFrame)).toEqual({ startSeconds: 0, endSeconds: 1 / 30 });
  const span = { startSeconds: 1, endSeconds: 2 };
  expect(playedSpan({ span }, oneFrame)).toEqual(span);
});

test('does not play an empty canvas or a part without a frame', () => {
  expect(playedSpan({ span: null }, makeTimeline([]))).toBeNull();
  expect(playedSpan({ span: { startSeconds: 1, endSeconds: 1 } }, oneFrame)).toBeNull();
});

test('stays on the last frame at the end, and on the current frame after a stop', () => {
  const document = makeTimeline([{ items: [makeItem('text', 'title', { durationSeconds: 4 })] }]);
  const order = { span: { startSeconds: 1, endSeconds: 2 } };
  expect(standingSeconds(2, order, document)).toBeCloseTo(2 - 0.5 / document.frameRate);
  expect(standingSeconds(1.5, order, document)).toBe(1.5);
  expect(standingSeconds(2, { span: null }, document)).toBe(2);
  expect(standingSeconds(99, order, document)).toBeCloseTo(4 - 0.5 / document.frameRate);
  expect(standingSeconds(2, order, makeTimeline([]))).toBe(0);
});
