import { expect, test } from 'vitest';
import type { Source } from '../source/source.ts';
import { SmallFrames } from './small-frames.ts';
import { momentPicturePx } from './track/moments.ts';

// Square videos have the most pixels for their sides: 720x720 had no room for the images of a target search.
test.each([
  [2, 2],
  [640, 640],
  [720, 720],
  [720, 900],
  [1080, 1080],
  [3840, 2160],
  [16, 4096],
])('has memory for the images of a search for cuts and targets in a video of %s x %s', (width, height) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these fields of a source are read
  const source = { info: { video: { width, height } }, colour: { matrix: 'bt709' } } as Source;
  const frames = new SmallFrames(source);
  const { reduce } = frames.reducedTo(64);
  const picture = frames.getPictures(momentPicturePx)();
  expect(reduce().length).toBeGreaterThan(0);
  expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(momentPicturePx);
  expect(picture.rgb).toHaveLength(3 * picture.width * picture.height);
});
