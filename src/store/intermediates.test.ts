import { beforeEach, expect, test } from 'vitest';
import type { Checkpoint } from '#core/model/records.ts';
import { testJob, testKey } from '../../test/support/rows.ts';
import { journalName } from './bytes.ts';
import { freeIntermediates, trimIntermediates } from './intermediates.ts';
import { jobTables } from './job-moves.ts';
import { enqueueJob } from './jobs.ts';
import { createMemoryStore } from './memory.ts';
import { requireRoom, withRoom } from './room.ts';
import type { Store } from './store.ts';

const journal = journalName('ast_1.webm');
let store: Store;

/** Fills a store with the files and rows of a lost run. */
beforeEach(async () => {
  store = createMemoryStore();
  const files = [{ role: 'result', assetId: 'ast_1', file: 'ast_1.webm' }];
  const step = { name: 'cut-out', basis: 'basis', isDone: false, notes: null, files };
  const checkpoint: Checkpoint = { id: 'lost', workedMs: 1, steps: [step] };
  await store.transact(['keys', 'jobs', 'checkpoints'], async (transaction) => {
    await transaction.put('keys', testKey);
    await transaction.put('jobs', testJob({ id: 'lost', status: 'failed' }));
    await transaction.put('checkpoints', checkpoint);
  });
  const sink = await store.bytes.create(journal);
  await sink.write(new Uint8Array(3));
  await sink.close();
});

/** Returns the store with some functions of its files replaced. */
const withBytes = (change: Partial<Store['bytes']>): Store => ({ ...store, bytes: { ...store.bytes, ...change } });

test('a checkpoint that a new run has taken over since it was listed is not dropped', async () => {
  let isTaken = false;
  const over = withBytes({
    list: async () => {
      if (!isTaken) {
        isTaken = true;
        await store.transact(jobTables, (transaction) => enqueueJob(transaction, testJob({ id: 'again' })));
      }
      return store.bytes.list();
    },
  });
  await freeIntermediates(over, 1);
  expect((await store.list('checkpoints')).map(({ id }) => id)).toEqual(['again']);
  expect(await store.bytes.list()).toEqual([journal]);
});

test('a file that is deleted while it is measured causes no failure', async () => {
  const over = withBytes({
    read: async (name) => {
      await store.bytes.remove(name);
      return store.bytes.read(name);
    },
  });
  await expect(trimIntermediates(over)).resolves.toBeUndefined();
});

test('intermediates are deleted if only a test file shows that the storage is full', async () => {
  const over = withBytes({ hasRoom: async () => !(await store.bytes.list()).includes(journal) });
  await requireRoom(over, 'The run', 3);
  expect(await store.bytes.list()).toEqual([]);
});

test('intermediates stay if the cap of the account is the limit, because the cap does not count them', async () => {
  await store.transact(['account'], async (transaction) =>
    transaction.put('account', {
      id: 'account',
      projectName: 'x',
      plan: 'local',
      balance: 0,
      reserved: 0,
      caps: { maxFileBytes: null, maxStorageBytes: 2, requestsPerMinute: null, ticketSeconds: null },
    }),
  );
  await expect(requireRoom(store, 'The run', 3)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(await store.bytes.list()).toEqual([journal]);
});

test('intermediates are deleted in favour of files of the user, and then created again', async () => {
  let tries = 0;
  const save = async (): Promise<string> => {
    tries += 1;
    if ((await store.bytes.list()).length > 0) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    return 'saved';
  };
  expect(await withRoom(store, save)).toBe('saved');
  expect([tries, await store.list('checkpoints')]).toEqual([2, []]);
  const thrown = new Error('on purpose');
  await expect(withRoom(store, () => Promise.reject(thrown))).rejects.toBe(thrown);
});
