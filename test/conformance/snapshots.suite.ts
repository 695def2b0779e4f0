import { expect, test } from 'vitest';
import type { Key } from '#core/model/records.ts';
import { readAccount } from '#store/account.ts';
import { jobTables } from '#store/job-moves.ts';
import { claimJob, enqueueJob } from '#store/jobs.ts';
import { createMemoryStore } from '#store/memory.ts';
import { deleteSnapshot, takeSnapshot } from '#store/snapshots.ts';
import { readState, replaceState } from '#store/state.ts';
import type { Store } from '#store/store.ts';
import { dropMade, sweepFiles, sweepMade } from '#store/sweep.ts';
import { testJob, testKey, testMaterial } from '../support/rows.ts';

/** The rules that every adapter of the store's port must follow for snapshots. The bytes are in memory. */
export function snapshotsSuite(name: string, openRows: () => Promise<Store>): void {
  const open = async (): Promise<Store> => {
    const store: Store = { ...(await openRows()), bytes: createMemoryStore().bytes };
    await store.transact(['keys', 'assets'], async (transaction) => {
      await transaction.put('keys', testKey);
      await transaction.put('assets', testMaterial);
    });
    await write(store, testMaterial.file);
    return store;
  };

  test(`${name}: keeps the files of a snapshot until it is deleted`, async () => {
    const store = await open();
    const { file } = testMaterial;
    const snapshot = await takeSnapshot(store, 'one', 5);
    expect(snapshot).toMatchObject({ id: 'one', files: [file], counts: { assets: 1, keys: 1, jobs: 0 }, createdAt: 5 });
    await store.transact(['assets'], (transaction) => transaction.remove('assets', testMaterial.id));
    await sweepFiles(store);
    await sweepMade(store, [file]);
    await dropMade(store, [file]);
    expect((await store.bytes.list()).toSorted()).toEqual([file, snapshot.file].toSorted());
    await deleteSnapshot(store, 'one');
    expect(await store.bytes.list()).toEqual([]);
    await expect(deleteSnapshot(store, 'one')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test(`${name}: deletes the files of a snapshot that is replaced`, async () => {
    const store = await open();
    await takeSnapshot(store, 'one', 5);
    await store.transact(['assets'], (transaction) => transaction.clear('assets'));
    const { file } = await takeSnapshot(store, 'one', 6);
    expect(await store.bytes.list()).toEqual([file]);
  });

  test(`${name}: takes a snapshot again if a file is deleted meanwhile`, async () => {
    const store = await open();
    let isFirst = true;
    const create: Store['bytes']['create'] = async (file) => {
      if (isFirst) {
        isFirst = false;
        await store.transact(['assets'], (transaction) => transaction.clear('assets'));
        await dropMade(store, [testMaterial.file]);
      }
      return store.bytes.create(file);
    };
    const snapshot = await takeSnapshot({ ...store, bytes: { ...store.bytes, create } }, 'one', 5);
    expect(snapshot.files).toEqual([]);
    expect(await store.bytes.list()).toEqual([snapshot.file]);
  });

  test(`${name}: replaces the rows, queues running jobs again, and keeps open sessions`, async () => {
    const store = await open();
    await store.transact(jobTables, (transaction) => enqueueJob(transaction, testJob()));
    await claimJob(store, 'engine', 2);
    const checkpoint = { id: 'job_1', workedMs: 1, steps: [toStep('analysis', true), toStep('cut-out', false)] };
    await store.transact(['checkpoints'], (transaction) => transaction.put('checkpoints', checkpoint));
    const state = await readState(store);
    const session: Key = { ...testKey, id: 'session', kind: 'session', spentCredits: 7, reservedCredits: 3 };
    await store.transact(['keys', 'jobs', 'assets', 'account'], async (transaction) => {
      await transaction.put('keys', session);
      await transaction.clear('jobs');
      await transaction.put('account', { ...(await readAccount(transaction)), balance: 1, reserved: 0 });
    });
    await replaceState(store, state, 9);
    expect(await store.get('jobs', 'job_1')).toMatchObject({
      status: 'queued',
      stage: 'Waiting',
      losses: { count: 0 },
    });
    expect((await store.get('checkpoints', 'job_1'))?.steps.map((step) => step.name)).toEqual(['analysis']);
    expect(await readAccount(store)).toMatchObject({ balance: 500, reserved: 10 });
    expect(await store.get('keys', 'session')).toMatchObject({ spentCredits: 0, reservedCredits: 0 });
  });

  test(`${name}: rolls back a state that cannot be written`, async () => {
    const store = await open();
    const state = await readState(store);
    const broken = { ...testMaterial, id: () => undefined } as never;
    await expect(replaceState(store, { ...state, assets: [broken] }, 9)).rejects.toThrow();
    expect(await store.list('assets')).toEqual([testMaterial]);
  });
}

const toStep = (name: string, isDone: boolean) => ({ name, basis: 'b', isDone, notes: null, files: [] });

async function write({ bytes }: Store, name: string): Promise<void> {
  const sink = await bytes.create(name);
  await sink.write(new Uint8Array([1, 2, 3]));
  await sink.close();
}
