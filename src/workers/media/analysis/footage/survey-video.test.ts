import { expect, test } from 'vitest';
import { createPlanes } from '../../picture/planes.ts';
import type { DecodedPicture, Source } from '../../source/source.ts';
import { surveyVideo } from './survey-video.ts';

const size = { width: 64, height: 36 };

/** One second of a light image between pillars that are transparent or black. */
function pillars(isTransparent: boolean): Source {
  const isPillar = (at: number): boolean => at % size.width < 10 || at % size.width >= 54;
  const alpha = Uint8Array.from({ length: size.width * size.height }, (_, at) => (isPillar(at) ? 0 : 255));
  const whole = { startSeconds: 0, endSeconds: 1, isTrimmed: false };
  return {
    info: {
      kind: 'video',
      container: 'made',
      durationSeconds: 1,
      video: { ...size, codec: 'none', frameRate: 10, rotation: 0 },
      audio: null,
    },
    colour: { matrix: 'bt709', tags: null },
    statedEndSeconds: null,
    whole,
    openAudio: () => Promise.resolve(null),
    pictures: async function* (): AsyncGenerator<DecodedPicture, void> {
      for (let at = 0; at < 10; at++) {
        yield {
          timestampUs: 1e5 * at,
          durationUs: 1e5,
          read: async (target) => {
            const { y, u, v } = createPlanes(size.width, size.height, target.bytes);
            y.forEach((_, place) => (y[place] = isPillar(place) ? 16 : 180));
            [u, v].forEach((chroma) => chroma.fill(128));
            return isTransparent ? alpha : null;
          },
          toVideoFrame: () => null,
          close: () => undefined,
        };
      }
    },
    keyFrameAt: () => Promise.resolve(null),
    times: () => Promise.resolve(null),
    close: () => Promise.resolve(),
  };
}

const findInside = async (source: Source) =>
  (await surveyVideo({ source, warnings: new Set() }, null, { onProgress: () => undefined })).inside;

test('finds black borders around the content, but not transparent ones', async () => {
  expect(await findInside(pillars(false))).toMatchObject({ x: 12 / 64, width: 40 / 64, y: 0, height: 1 });
  expect(await findInside(pillars(true))).toBeUndefined();
});
