import { expect, test } from 'vitest';
import { createLocalBell } from '#wire/bell.ts';
import { Lab } from '#store/lab.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Pool } from './pool.ts';
import { toSlowPool } from './slow-pool.ts';

async function open(factor: number) {
  const lab = new Lab({ store: createMemoryStore(), bell: createLocalBell(), thread: 'engine' });
  await lab.change(({ engine }) => ({ engine: { ...engine, factor } }));
  const media = {
    composeBed: async (_: string, __: object, { onProgress }: { onProgress: (share: number) => void }) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
      onProgress(0.5);
    },
  };
  const pool = { runners: { media } } as unknown as Pool;
  const slow = toSlowPool(pool, lab).runners.media as unknown as typeof media;
  const compose: (typeof media)['composeBed'] = (...given) => slow.composeBed(...given);
  return { lab, compose };
}

test('a slow worker reports and ends later, when the clock has moved', async () => {
  const { lab, compose } = await open(100_000);
  const events: unknown[] = [];
  const working = compose('bed.wav', {}, { onProgress: (share) => events.push(share) }).then(() => events.push('end'));
  await expect
    .poll(async () => {
      await lab.advance(3600);
      return events;
    })
    .toEqual([0.5, 'end']);
  await working;
});

test('a worker of normal speed is called directly', async () => {
  const { compose } = await open(1);
  const events: unknown[] = [];
  await compose('bed.wav', {}, { onProgress: (share) => events.push(share) });
  expect(events).toEqual([0.5]);
});
