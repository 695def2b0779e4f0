import { describe, expect, it } from 'vitest';
import type { Picture } from '#core/lib/picture.ts';
import { isSeen, MomentWatch, timesToSee } from './moments.ts';

/** Creates an image that contains its frame number. */
const makePicture = (frame: number): Picture => ({ width: frame, height: 1, rgb: new Uint8Array() });

/** Returns the frames that were read of a video at ten frames per second, for each moment and a little later. */
function watch(endSeconds: number, frameCount: number): { frames: [number, number][]; taken: number[] } {
  const moments = new MomentWatch({ startSeconds: 0, endSeconds });
  const taken: number[] = [];
  for (let frame = 0; frame < frameCount; frame++) {
    moments.add((frame + 1) / 10, () => {
      taken.push(frame);
      return makePicture(frame);
    });
  }
  const { seen } = moments.finish(() => makePicture(frameCount - 1));
  return { frames: seen.map(({ picture, later }) => [picture.width, later.width]), taken };
}

describe('MomentWatch', () => {
  it('reads the moments as frames pass, returns the middle first, and creates each image once', () => {
    const { frames, taken } = watch(10.01, 101);
    expect(frames).toEqual([
      [50, 52],
      [25, 27],
      [75, 77],
      [8, 10],
      [92, 94],
    ]);
    expect(taken).toEqual([8, 10, 25, 27, 50, 52, 75, 77, 92, 94]);
  });

  it('uses the last frame if the video ends early or is short, and shares one image between moments', () => {
    expect(watch(10.01, 60).frames).toEqual([
      [50, 52],
      [25, 27],
      [59, 59],
      [8, 10],
      [59, 59],
    ]);
    expect(watch(0.32, 3).frames).toContainEqual([1, 2]);
    expect(watch(0.32, 0).frames).toEqual([]);
    expect(watch(0.3, 3).frames[0]).toEqual([1, 2]);
    expect(timesToSee({ startSeconds: 4, endSeconds: 4.3 }).every((seconds) => seconds >= 4 && seconds < 4.3)).toBe(
      true,
    );
  });

  it('matches the same window only', () => {
    const whole = { startSeconds: 0, endSeconds: 10 };
    expect(isSeen({ startSeconds: 0, endSeconds: 9.97 }, whole)).toBe(true);
    expect(isSeen({ startSeconds: 0, endSeconds: 8 }, whole)).toBe(false);
    expect(isSeen({ startSeconds: 2, endSeconds: 10 }, whole)).toBe(false);
  });
});
