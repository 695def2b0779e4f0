import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { Picture } from '#core/lib/picture.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { openCpuSession } from '#workers/matting/session.ts';
import {
  getEntry,
  goldenCases,
  hasGolden,
  readMatte,
  readPicture,
  weightsPath,
  type GoldenCase,
} from '../../../test/support/golden.ts';
import { meanAbsoluteDifference } from '../../../test/support/matte-metrics.ts';

// The larger models take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** The maximum difference, of 1000: more than rounding errors, and less than any mistake with the picture. */
const mostApart = 10;

async function open(one: GoldenCase): Promise<Network> {
  return createNetwork(getEntry(one), one, await openCpuSession(readFileSync(weightsPath(one)), null, 1));
}

const getPicture = (one: GoldenCase, frame: number): Picture => ({
  width: one.width,
  height: one.height,
  rgb: readPicture(one, frame),
});

describe.skipIf(!hasGolden())('the real models compute the golden mattes', () => {
  test.each(goldenCases)('$id', async (one) => {
    const network = await open(one);
    for (const frame of one.frames.keys()) {
      const { alpha } = await network.matte(getPicture(one, frame));
      expect(meanAbsoluteDifference(alpha, readMatte(one, frame))).toBeLessThan(mostApart);
    }
  });

  test.each(goldenCases.filter(({ frames }) => frames.length > 1))(
    '$id: the second frame is the golden one only with the state of the first',
    async (one) => {
      const network = await open(one);
      await network.matte(getPicture(one, 0));
      const memory = await network.save();
      const second = await network.matte(getPicture(one, 1));
      network.reset();
      const alone = await network.matte(getPicture(one, 1));
      const golden = readMatte(one, 1);
      expect(meanAbsoluteDifference(alone.alpha, golden)).toBeGreaterThan(
        2 * meanAbsoluteDifference(second.alpha, golden),
      );
      const another = await open(one);
      another.restore(memory);
      expect((await another.matte(getPicture(one, 1))).alpha).toEqual(second.alpha);
    },
  );
});
