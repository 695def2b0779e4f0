import { beforeEach, expect, test } from 'vitest';
import type { Job } from '#core/model/records.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import { createLocalBell } from '#wire/bell.ts';
import { eventNames } from '#core/protocol/webhooks.ts';
import { testJob } from '../../../test/support/rows.ts';
import { createRecorder } from './record-events.ts';

let store: Store;
let record: () => Promise<void>;

beforeEach(async () => {
  store = createMemoryStore();
  record = createRecorder({ store, bell: createLocalBell(), base: new URL('http://offcut.example/') });
  const webhook = { id: 'wh', url: 'https://hooks.example/', events: [...eventNames], secret: 'whsec_', keyId: null };
  await store.transact(['webhooks'], (transaction) =>
    transaction.put('webhooks', { ...webhook, isActive: true, since: 0, createdAt: 0 }),
  );
});

const put = (...jobs: Job[]): Promise<void> =>
  store.transact(['jobs'], async (transaction) => {
    await Promise.all(jobs.map((job) => transaction.put('jobs', job)));
  });

const list = async (): Promise<string[]> => (await store.list('deliveries')).map(({ event }) => event).toSorted();

test('a change of the stage, and the first entry of a log that was shortened, cause no event', async () => {
  const log = Array.from({ length: 100 }, (_, at) => ({ at: 50 + at, status: 'running' as const, stage: String(at) }));
  await put(testJob({ id: 'long', createdAt: 1, log }), testJob({ id: 'new', createdAt: 1 }));
  await record();
  expect(await list()).toEqual(['job.queued']);
});

test('only the newest 1,000 deliveries are stored, and the events of others are not stored again', async () => {
  await put(
    ...Array.from({ length: 1005 }, (_, at) =>
      testJob({ id: `job_${at}`, createdAt: at, log: [{ at, status: 'queued', stage: '' }] }),
    ),
  );
  await record();
  expect(await list()).toHaveLength(1000);
  const again = createRecorder({ store, bell: createLocalBell(), base: new URL('http://offcut.example/') });
  await again();
  const left = await store.list('deliveries');
  expect([left.length, Math.min(...left.map(({ createdAt }) => createdAt))]).toEqual([1000, 5]);
});

test('a webhook that is deleted meanwhile gets no delivery', async () => {
  await put(testJob());
  const { list: listRows } = store;
  const deleting: Store['list'] = async (table, match) => {
    const rows = await listRows(table, match);
    if (table === 'jobs') {
      await store.transact(['webhooks'], (transaction) => transaction.remove('webhooks', 'wh'));
    }
    return rows;
  };
  await createRecorder({ store: { ...store, list: deleting }, bell: createLocalBell(), base: new URL('http://x/') })();
  expect([await store.list('deliveries'), await store.list('webhooks')]).toEqual([[], []]);
});
