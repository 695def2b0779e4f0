import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Matte } from '#core/protocol/runners.ts';
import type { Picture } from '#core/lib/picture.ts';
import { compareDevices } from '#workers/matting/device.ts';
import type { Network } from '#workers/matting/network.ts';

const size = { width: 32, height: 32 };

// The fake timers make a frame take its stated time on any machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

async function compare(cpu: Tried, gpu: Tried, atOnce?: number): Promise<string | number> {
  const verdict = compareDevices(cpu, gpu, size, atOnce);
  await vi.runAllTimersAsync();
  return verdict;
}

type Tried = Pick<Network, 'matte' | 'reset'>;

/** A network that takes `frameMs`, at first `coldMs`, and classifies pixels brighter than `threshold` as subject. */
function thresholdNetwork(threshold: number, frameMs: number, coldMs = frameMs): Tried {
  let frames = 0;
  return {
    matte: async ({ width, height, rgb }: Picture): Promise<Matte> => {
      frames += 1;
      await new Promise((resolve) => {
        setTimeout(resolve, frames > 5 ? frameMs : coldMs);
      });
      const alpha = Uint8Array.from({ length: width * height }, (_, pixel) =>
        (rgb[3 * pixel] ?? 0) > threshold ? 255 : 0,
      );
      return { width, height, alpha };
    },
    reset: () => {},
  };
}

describe('the GPU is used', () => {
  test("when it computes the CPU's mattes faster; reports the time", async () => {
    expect(await compare(thresholdNetwork(128, 30), thresholdNetwork(128, 1))).toBe(1);
  });

  test('not when it is slower', async () => {
    const verdict = await compare(thresholdNetwork(128, 1), thresholdNetwork(128, 30));
    expect(verdict).toMatch(/^The CPU is faster: /);
  });

  test('not when it is only faster than a CPU that has just started', async () => {
    const verdict = await compare(thresholdNetwork(128, 5, 20), thresholdNetwork(128, 10));
    expect(verdict).toBe('The CPU is faster: 5.0 ms a frame against 10.0 on the GPU.');
  });

  test('not when it is faster than one thread, but slower than all of them together', async () => {
    const verdict = await compare(thresholdNetwork(128, 30), thresholdNetwork(128, 10), 4);
    expect(verdict).toBe('The CPU is faster: 7.5 ms a frame against 10.0 on the GPU.');
    expect(await compare(thresholdNetwork(128, 30), thresholdNetwork(128, 7), 4)).toBe(7);
  });

  test('not when it computes other mattes, however fast', async () => {
    const verdict = await compare(thresholdNetwork(128, 30), thresholdNetwork(255, 1));
    expect(verdict).toMatch(/^The GPU computes other mattes than the CPU, by \d+\.\d of 255 on average\.$/);
  });
});
