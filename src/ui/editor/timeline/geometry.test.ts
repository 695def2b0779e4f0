import { expect, test } from 'vitest';
import { contentSeconds, fit, followed, fromSlider, latestStart, toSlider, zoomLimits, zoomTo } from './geometry.ts';

test('the time under the pointer stays in place when the zoom changes', () => {
  const scale = { pixelsPerSecond: 50, startSeconds: 20 };
  const next = zoomTo(scale, 200, [1, 1000], 300);
  expect(next.pixelsPerSecond).toBe(200);
  expect(next.startSeconds + 300 / 200).toBeCloseTo(20 + 300 / 50);
});

test('the zoom is limited to single frames and the whole canvas; for hours, to positions that browsers can lay out', () => {
  const minute = { durationSeconds: 60, frameRate: 25 };
  expect(zoomLimits(minute, 1200)).toEqual([10, 1200]);
  const day = { durationSeconds: 12 * 3600, frameRate: 60 };
  const [, most] = zoomLimits(day, 1200);
  expect(most * day.durationSeconds).toBeLessThanOrEqual(30e6);
  expect(zoomTo({ pixelsPerSecond: 50, startSeconds: 0 }, 1e9, zoomLimits(minute, 1200), 0).pixelsPerSecond).toBe(1200);
});

test('a canvas that is fitted ends within the view', () => {
  const { pixelsPerSecond, startSeconds } = fit(60, 1200, [1, 1000]);
  expect(startSeconds).toBe(0);
  expect(60 * pixelsPerSecond).toBeLessThan(1200);
  expect(60 * pixelsPerSecond).toBeGreaterThan(1000);
});

test('at the end of the scroll range, the view ends with the layout', () => {
  expect(latestStart(60, 100, 1000) + 1000 / 100).toBeCloseTo(contentSeconds(60, 100, 1000));
  expect(latestStart(1, 100, 1000)).toBe(0);
});

test('equal distances on the slider are equal factors, in both directions', () => {
  const limits = [2, 800] as const;
  expect(toSlider(2, limits)).toBe(0);
  expect(toSlider(800, limits)).toBe(1);
  expect(toSlider(40, limits)).toBeCloseTo(0.5);
  expect(fromSlider(toSlider(123, limits), limits)).toBeCloseTo(123);
});

test('the view follows a time only when that leaves it', () => {
  const scale = { pixelsPerSecond: 100, startSeconds: 10 };
  expect(followed(scale, 1000, 15)).toBe(10);
  expect(followed(scale, 1000, 19.8)).toBeCloseTo(18.8);
  expect(followed(scale, 1000, 2)).toBe(1);
});
