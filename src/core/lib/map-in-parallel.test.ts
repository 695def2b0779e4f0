import { describe, expect, it } from 'vitest';
import { createDeferred } from './deferred.ts';
import { mapInParallel } from './map-in-parallel.ts';

describe('mapInParallel', () => {
  it('never exceeds the limit of concurrent calls, and returns results in the order of the items', async () => {
    let [now, most] = [0, 0];
    const doubled = await mapInParallel([5, 1, 4, 2, 3], 2, async (item) => {
      now++;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, item));
      now--;
      return 2 * item;
    });
    expect(doubled).toEqual([10, 2, 8, 4, 6]);
    expect(most).toBe(2);
  });

  it('starts no call after a failure, and throws it when the running calls have ended', async () => {
    const slow = createDeferred();
    const begun: number[] = [];
    let isSlowOver = false;
    const all = mapInParallel([0, 1, 2, 3], 2, async (item) => {
      begun.push(item);
      if (item === 1) {
        throw new Error('damaged');
      }
      await slow.promise;
      isSlowOver = true;
    });
    setTimeout(slow.resolve, 5);
    await expect(all).rejects.toThrow('damaged');
    expect(isSlowOver).toBe(true);
    expect(begun).toEqual([0, 1]);
  });
});
