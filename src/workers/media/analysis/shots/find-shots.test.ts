import { expect, test } from 'vitest';
import type { DecodedPicture, Source } from '../../source/source.ts';
import { findShots } from './find-shots.ts';

/** A grey video of ten frames a second, which says that it lasts longer than it does. */
const endingEarly = (seconds: number, statedSeconds: number): Source =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a source is asked for
  ({
    info: { video: { width: 64, height: 36 }, durationSeconds: statedSeconds },
    colour: { matrix: 'bt709' },
    whole: { startSeconds: 0, endSeconds: statedSeconds, isTrimmed: false },
    async *pictures(): AsyncGenerator<DecodedPicture, void> {
      for (let frame = 0; frame < 10 * seconds; frame++) {
        const read: DecodedPicture['read'] = async ({ y, u, v }) => {
          [y, u, v].forEach((plane) => plane.fill(128));
          return null;
        };
        const times = { timestampUs: 100_000 * frame, durationUs: 100_000 };
        yield { ...times, read, toVideoFrame: () => null, close: () => undefined };
      }
    },
    close: () => Promise.resolve(),
  }) as unknown as Source;

test('a target can be looked for at all moments of a video that ends before it says', async () => {
  const opened = { source: endingEarly(2, 60), warnings: new Set<string>() };
  const { shots, seen } = await findShots(opened, { onProgress: () => undefined });
  expect(shots).toHaveLength(1);
  expect(seen.seen.map(({ atSeconds }) => Math.round(atSeconds))).toEqual([30, 15, 45, 5, 55]);
});
