import { expect, it } from 'vitest';
import { clampZoom, zoomAt } from './compose.ts';

it('keeps the whole stage covered by the video', () => {
  expect(clampZoom({ scale: 9, x: 1, y: -9 })).toEqual({ scale: 4, x: 0, y: -3 });
  expect(clampZoom({ scale: 0.5, x: -0.2, y: 0.2 })).toEqual({ scale: 1, x: 0, y: 0 });
});

it('zooms about a point', () => {
  const point = { x: 0.25, y: 0.75 };
  const zoom = zoomAt({ scale: 1, x: 0, y: 0 }, 2, point);
  expect(zoom).toEqual({ scale: 2, x: -0.25, y: -0.75 });
  // The same spot of the image is under the point before and after.
  const further = zoomAt(zoom, 4, point);
  expect((point.x - further.x) / further.scale).toBeCloseTo((point.x - zoom.x) / zoom.scale);
});

it('resets to the whole image', () => {
  expect(zoomAt({ scale: 4, x: -2, y: -3 }, 1, { x: 0.5, y: 0.5 })).toEqual({ scale: 1, x: 0, y: 0 });
});
