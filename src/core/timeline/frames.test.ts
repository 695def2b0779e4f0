import { expect, test } from 'vitest';
import { frameAt, frameGrid, isBefore, isSameTime, middleOfFrame, snapToFrame, toFrames } from './frames.ts';

test('every frame is found at its start, at its middle and just before its end', () => {
  for (const rate of [23.976, 24, 25, 29.97, 30000 / 1001, 30, 50, 59.94, 60, 240]) {
    for (let index = 0; index < 200_000; index += 997) {
      expect(frameAt(index / rate, rate)).toBe(index);
      expect(frameAt(middleOfFrame(index, rate), rate)).toBe(index);
      expect(frameAt((index + 0.99) / rate, rate)).toBe(index);
    }
  }
});

test('times less than half a frame apart are the same', () => {
  expect(isSameTime(1, 1.016, 30)).toBe(true);
  expect(isSameTime(1, 1 + 0.5 / 30, 30)).toBe(false);
  expect(isBefore(1, 1 + 0.5 / 30, 30)).toBe(true);
  expect(isBefore(1, 1.016, 30)).toBe(false);
  expect(isBefore(1.1, 1, 30)).toBe(false);
});

test('a time snaps to the nearest start of a frame, and stays there', () => {
  expect(snapToFrame(1.01, 25)).toBe(1);
  expect(snapToFrame(1.03, 25)).toBe(1.04);
  const snapped = snapToFrame(3599.999, 30000 / 1001);
  expect(snapToFrame(snapped, 30000 / 1001)).toBe(snapped);
  expect(toFrames(snapped, 30000 / 1001)).toBe(107_892);
});

test('the frames of a span begin with it and show the middles', () => {
  const grid = frameGrid({ startSeconds: 10, endSeconds: 12 }, 25);
  expect(grid.count).toBe(50);
  expect([grid.getTimestamp(0), grid.getTimestamp(25)]).toEqual([0, 1]);
  expect(grid.getSceneTime(0)).toBeCloseTo(10.02, 12);
  expect(frameGrid({ startSeconds: 1, endSeconds: 1 }, 25).count).toBe(1);
  // Three frames of a canvas of 30 frames/s are two and a half of 25: the third would show content after the end.
  expect(frameGrid({ startSeconds: 0, endSeconds: 3 / 30 }, 25).count).toBe(2);
  expect(frameGrid({ startSeconds: 0, endSeconds: 10 }, 29.97).count).toBe(300);
});
