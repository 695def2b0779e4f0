import { beforeEach, expect, test } from 'vitest';
import type { Checkpoint } from '#core/model/records.ts';
import { testJob, testKey } from '../../test/support/rows.ts';
import { jobTables } from './job-moves.ts';
import { cancelJob, claimJob, deleteJob, enqueueJob, reportJob, settleJob } from './jobs.ts';
import { createMemoryStore } from './memory.ts';
import { reviewJob } from './reviews.ts';
import type { Store } from './store.ts';

/** A file that a run writes in addition to its result. No row names it. */
const part = 'ast_1.webm.part';
let store: Store;

beforeEach(async () => {
  store = createMemoryStore();
  await store.transact(['keys'], (transaction) => transaction.put('keys', testKey));
});

/** Creates a job that is writing `ast_1.webm`. */
async function begin(change: Parameters<typeof testJob>[0]): Promise<void> {
  const files = [{ role: 'result', assetId: 'ast_1', file: 'ast_1.webm' }];
  const step = { name: 'cut-out', basis: 'basis', isDone: false, notes: null, files };
  const checkpoint: Checkpoint = { id: 'job_1', workedMs: 1, steps: [step] };
  await store.transact(['jobs', 'checkpoints'], async (transaction) => {
    await transaction.put('jobs', testJob(change));
    await transaction.put('checkpoints', checkpoint);
  });
}

async function write(): Promise<void> {
  const sink = await store.bytes.create(part);
  await sink.write(new Uint8Array(3));
  await sink.close();
}

test('a lost run is deleted without the files of the run that has taken over its checkpoint', async () => {
  await begin({ status: 'failed' });
  const over: Store = {
    ...store,
    transact: async (tables, work) => {
      await store.transact(jobTables, (transaction) => enqueueJob(transaction, testJob({ id: 'again' })));
      await write();
      return store.transact(tables, work);
    },
  };
  await deleteJob(over, 'job_1');
  expect(await store.get('jobs', 'job_1')).toBeUndefined();
  expect(await store.bytes.list()).toEqual([part]);
});

test('an approved job may write its files at once', async () => {
  await begin({ status: 'awaiting_review', proposal: {} });
  const over: Store = {
    ...store,
    transact: async (tables, work) => {
      const result = await store.transact(tables, work);
      await write();
      return result;
    },
  };
  await reviewJob(over, 'job_1', 1, { decision: 'approve', proposal: {}, isEdited: false }, 5);
  expect(await store.bytes.list()).toEqual([part]);
});

test('the log of a job has each status and stage with its time, but no progress', async () => {
  await begin({ status: 'queued' });
  await claimJob(store, 'engine', 2);
  for (const [now, progress] of [
    { stage: 'Cutting out', progress: 0.1 },
    { progress: 0.5 },
    { stage: 'Writing' },
  ].entries()) {
    await reportJob(store, 'job_1', progress, 3 + now);
  }
  await reportJob(store, 'job_1', { etaSeconds: 30 }, 5);
  await cancelJob(store, 'job_1', 6);
  // A canceled job has no remaining time to estimate.
  expect((await store.get('jobs', 'job_1'))?.etaSeconds).toBeNull();
  await settleJob(store, 'job_1', { status: 'canceled' }, 7);
  expect((await store.get('jobs', 'job_1'))?.log.map(({ at, status, stage }) => `${at} ${status} ${stage}`)).toEqual([
    '1 queued Waiting',
    '2 running Starting',
    '3 running Cutting out',
    '5 running Writing',
    '6 running Canceling',
    '7 canceled Canceled',
  ]);
});
