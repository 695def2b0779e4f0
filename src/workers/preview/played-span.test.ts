import { expect, test } from 'vitest';
import { documentOf, itemOf } from '../../../test/support/timeline.ts';
import { playedSpan } from './played-span.ts';

const oneFrame = documentOf([{ items: [itemOf('text', 'title', { durationSeconds: 1 / 30 })] }]);

test('all of a canvas is played, or a part of it', () => {
  expect(playedSpan({ span: null }, oneFrame)).toEqual({ startSeconds: 0, endSeconds: 1 / 30 });
  const span = { startSeconds: 1, endSeconds: 2 };
  expect(playedSpan({ span }, oneFrame)).toEqual(span);
});

test('an empty canvas and a part without a frame are not played', () => {
  expect(playedSpan({ span: null }, documentOf([]))).toBeNull();
  expect(playedSpan({ span: { startSeconds: 1, endSeconds: 1 } }, oneFrame)).toBeNull();
});
