import { describe, expect, it } from 'vitest';
import { createPlanes } from '../../picture/planes.ts';
import type { DecodedPicture } from '../../source/source.ts';
import { SeenPictures } from './seen-pictures.ts';

const described = {
  info: {
    kind: 'video',
    container: 'made',
    durationSeconds: 4,
    video: { codec: 'none', width: 64, height: 32, frameRate: 10, rotation: 0 },
    audio: null,
  },
  colour: { matrix: 'bt709', tags: null },
} as const;

/** Creates planes whose luma is ten times their timestamp in seconds. */
const planesAt = (seconds: number, size = { width: 8, height: 4 }) => {
  const planes = createPlanes(size.width, size.height);
  planes.y.fill(10 * seconds);
  return planes;
};

/** Adds samples every 0.2 s of a video of four seconds, with a cut. */
function look(cutSeconds: number) {
  const seen = new SeenPictures();
  const video = seen.begin('one', described);
  const kept: number[] = [];
  for (let at = 0; at < 20; at++) {
    const seconds = at / 5;
    video.add(seconds, seconds === cutSeconds, () => {
      kept.push(seconds);
      return planesAt(seconds);
    });
  }
  return { seen, kept };
}

async function readAll(pictures: AsyncGenerator<DecodedPicture, void>): Promise<number[]> {
  const lumas: number[] = [];
  for await (const picture of pictures) {
    const target = planesAt(0);
    await picture.read(target);
    lumas.push(target.y[0] ?? 0);
  }
  return lumas;
}

describe('SeenPictures', () => {
  it('keeps frames at a minimum distance, and the first one of each shot', () => {
    expect(look(1.4).kept).toEqual([0, 0.4, 0.8, 1.2, 1.4, 1.8, 2.2, 2.6, 3, 3.4, 3.8]);
  });

  it('returns a source with small frames that starts at any time', async () => {
    const source = look(1.4).seen.open('one', [1.5, 3.9]);
    expect(source?.info).toMatchObject({ durationSeconds: 4, video: { width: 8, height: 4, codec: 'none' } });
    const span = { startSeconds: 0, endSeconds: 4, isTrimmed: false };
    expect(await readAll(source?.pictures(span, 2.7e6) ?? (async function* () {})())).toEqual([26, 30, 34, 38]);
    expect(await source?.keyFrameAt(1.39)).toBe(1);
  });

  it('uses frames for the times nearest to them, within their shot', async () => {
    const source = look(1.4).seen.open('one', [1]);
    const span = { startSeconds: 0, endSeconds: 4, isTrimmed: false };
    const shownAt = async (seconds: number): Promise<number | undefined> =>
      (await readAll(source?.pictures(span, 1e6 * seconds) ?? (async function* () {})()))[0];
    // Frames after the cut at 1.4 s do not represent times before it.
    expect(await Promise.all([0.59, 0.61, 1.39, 1.41, 1.61].map(shownAt))).toEqual([4, 8, 12, 14, 18]);
  });

  it('returns no frames for other files or for times further away', () => {
    const { seen } = look(1.4);
    expect(seen.open('other', [1])).toBeNull();
    expect(seen.open('one', [1, 4.6])).toBeNull();
    seen.clear();
    expect(seen.open('one', [1])).toBeNull();
  });

  it('limits the memory of all videos together', () => {
    const seen = new SeenPictures();
    const size = { width: 4000, height: 4000 };
    const [one, other] = ['one', 'other'].map((file) => seen.begin(file, described));
    for (const seconds of [0, 1, 2]) {
      one?.add(seconds, false, () => planesAt(seconds, size));
      other?.add(seconds, false, () => planesAt(seconds, size));
    }
    expect(seen.open('one', [0, 1])).not.toBeNull();
    expect(seen.open('other', [0, 1])).not.toBeNull();
    expect(seen.open('one', [2])).toBeNull();
    expect(seen.open('other', [2])).toBeNull();
  });
});
