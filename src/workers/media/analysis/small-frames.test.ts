import { expect, test } from 'vitest';
import type { Source } from '../source/source.ts';
import { SmallFrames } from './small-frames.ts';
import { momentPicturePx } from './track/moments.ts';

// Square ones have the most pixels for their sides: 720x720 had no room for the pictures that targets are looked for in.
test.each([
  [2, 2],
  [640, 640],
  [720, 720],
  [720, 900],
  [1080, 1080],
  [3840, 2160],
  [16, 4096],
])('there is room for the pictures that cuts and targets are looked for in, of a video of %s x %s', (width, height) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a source is asked for
  const source = { info: { video: { width, height } }, colour: { matrix: 'bt709' } } as Source;
  const frames = new SmallFrames(source);
  const { reduce } = frames.reducedTo(64);
  const picture = frames.picturesOf(momentPicturePx)();
  expect(reduce().length).toBeGreaterThan(0);
  expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(momentPicturePx);
  expect(picture.rgb).toHaveLength(3 * picture.width * picture.height);
});
