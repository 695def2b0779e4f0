import { expect, test } from 'vitest';
import { createPlanes } from '../picture/planes.ts';
import { readFrames, type DecodedPicture } from './source.ts';

/** Yields frames of a source that reads the alpha of each into the same bytes. */
async function* pictures(): AsyncGenerator<DecodedPicture, void> {
  const shared = new Uint8Array(4);
  for (const value of [1, 2]) {
    yield {
      timestampUs: value,
      durationUs: 1,
      read: async () => shared.fill(value),
      toVideoFrame: () => null,
      close: () => undefined,
    };
  }
}

test('a frame keeps its alpha while the next ones are read', async () => {
  const frames = [];
  for await (const frame of readFrames(pictures(), { free: createPlanes(2, 2) })) {
    frames.push(frame);
  }
  expect(frames.map(({ alpha }) => alpha && [...alpha])).toEqual([
    [1, 1, 1, 1],
    [2, 2, 2, 2],
  ]);
});
