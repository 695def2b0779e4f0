import { createPlanes, type Planes } from './planes.ts';

/**
 * Creates a frame from a copy of planes, for an encoder. Firefox rejects I420 of an odd size
 * (https://github.com/web-platform-tests/interop/issues/395); such a frame is the visible part of one that is larger by a column or
 * a row.
 */
export function toPlanesFrame(
  planes: Planes,
  init: Pick<VideoFrameBufferInit, 'timestamp' | 'duration' | 'colorSpace'>,
): VideoFrame {
  const { width, height } = planes;
  const even = width % 2 === 0 && height % 2 === 0 ? planes : toEven(planes);
  return new VideoFrame(even.bytes, {
    ...init,
    format: 'I420',
    codedWidth: even.width,
    codedHeight: even.height,
    ...(even !== planes && { visibleRect: { x: 0, y: 0, width, height } }),
  });
}

/** Repeats the last column and the last row. */
function toEven({ width, height, y, u, v }: Planes): Planes {
  const even = createPlanes(width + (width & 1), height + (height & 1));
  for (let row = 0; row < even.height; row++) {
    const from = Math.min(row, height - 1) * width;
    even.y.set(y.subarray(from, from + width), row * even.width);
    even.y[(row + 1) * even.width - 1] = y[from + width - 1] ?? 0;
  }
  even.u.set(u);
  even.v.set(v);
  return even;
}
