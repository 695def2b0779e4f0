import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB, type IDBPDatabase } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

let database: IDBPDatabase;
let read: ReturnType<typeof createSharedReads>;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  database = await openDB('rows', 1, {
    upgrade: (opened) => {
      opened.createObjectStore('jobs', { keyPath: 'id' });
      opened.createObjectStore('keys', { keyPath: 'id' });
    },
  });
  read = createSharedReads(async () => database);
});

it('returns the row of each id, and undefined for a missing one', async () => {
  await database.put('jobs', { id: 'a', revision: 1 });
  await database.put('keys', { id: 'a', revision: 2 });
  const found = await Promise.all([read('jobs', 'a'), read('keys', 'a'), read('jobs', 'b')]);
  expect(found).toEqual([{ id: 'a', revision: 1 }, { id: 'a', revision: 2 }, undefined]);
});

it('uses one transaction for the reads that wait for another', async () => {
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const first = read('jobs', 'a');
  await vi.waitFor(() => expect(begin).toHaveBeenCalledTimes(1));
  await Promise.all([first, read('jobs', 'a'), read('jobs', 'b'), read('jobs', 'a')]);
  expect(begin).toHaveBeenCalledTimes(2);
});

it('sees every change that was complete before the read', async () => {
  let revision = 0;
  const readOften = async (): Promise<void> => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- the writer below changes it
    while (revision < 50) {
      const before = revision;
      expect((await read('jobs', 'a'))?.revision ?? 0).toBeGreaterThanOrEqual(before);
    }
  };
  const reading = Promise.all([readOften(), readOften(), readOften()]);
  for (let next = 1; next <= 50; next += 1) {
    await database.put('jobs', { id: 'a', revision: next });
    revision = next;
  }
  await reading;
});

it('fails only the reads of a transaction that fails', async () => {
  await expect(read('missing', 'a')).rejects.toThrow();
  expect(await read('jobs', 'a')).toBeUndefined();
  await expect(read('missing', 'a')).rejects.toThrow();
});
