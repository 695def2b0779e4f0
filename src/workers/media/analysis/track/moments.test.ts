import { describe, expect, it } from 'vitest';
import type { Picture } from '#core/picture.ts';
import { isSeen, MomentWatch, timesToSee } from './moments.ts';

/** A picture that knows its frame. */
const pictureOf = (frame: number): Picture => ({ width: frame, height: 1, rgb: new Uint8Array() });

/** The frames that a watch has taken of a video of ten frames a second: those of its moments, and those a little later. */
function watch(endSeconds: number, frameCount: number): { frames: [number, number][]; taken: number[] } {
  const moments = new MomentWatch({ startSeconds: 0, endSeconds });
  const taken: number[] = [];
  for (let frame = 0; frame < frameCount; frame++) {
    moments.add((frame + 1) / 10, () => {
      taken.push(frame);
      return pictureOf(frame);
    });
  }
  const { seen } = moments.finish(() => pictureOf(frameCount - 1));
  return { frames: seen.map(({ picture, later }) => [picture.width, later.width]), taken };
}

describe('the moments of a video', () => {
  it('are taken as it passes, the middle first, and each picture is made once', () => {
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

  it('are of the last picture where it breaks off, also of a short one, and one picture may be of two of them', () => {
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

  it('are those of the same window alone', () => {
    const whole = { startSeconds: 0, endSeconds: 10 };
    expect(isSeen({ startSeconds: 0, endSeconds: 9.97 }, whole)).toBe(true);
    expect(isSeen({ startSeconds: 0, endSeconds: 8 }, whole)).toBe(false);
    expect(isSeen({ startSeconds: 2, endSeconds: 10 }, whole)).toBe(false);
  });
});
