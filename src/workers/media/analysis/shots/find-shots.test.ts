import { expect, test } from 'vitest';
import type { DecodedPicture, Source } from '../../source/source.ts';
import { findShots } from './find-shots.ts';

/** A grey video at ten frames per second that ends before its stated duration. */
const endingEarly = (seconds: number, statedSeconds: number): Source =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these fields of a source are read
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

test('stores images for a target search at all times of a video that ends early', async () => {
  const opened = { source: endingEarly(2, 60), warnings: new Set<string>() };
  const { shots, seen } = await findShots(opened, { onProgress: () => undefined });
  expect(shots).toHaveLength(1);
  expect(seen.seen.map(({ atSeconds }) => Math.round(atSeconds))).toEqual([30, 15, 45, 5, 55]);
});
