import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { storeSuite } from '../../test/conformance/store.suite.ts';
import { createMemoryStore } from './memory.ts';
import { openStore } from './rows.ts';

storeSuite('memory', async () => createMemoryStore());

storeSuite('IndexedDB', async () => {
  globalThis.indexedDB = new IDBFactory();
  return openStore();
});

test('clearing leaves a file to the thread that still writes it', async () => {
  const store = createMemoryStore();
  const write = async (name: string): Promise<void> => (await store.bytes.create(name)).close();
  await write('done');
  await store.bytes.hold('upload', async () => {
    await write('upload');
    await write('upload.part');
    await store.clear();
    expect((await store.bytes.list()).toSorted()).toEqual(['upload', 'upload.part']);
  });
  await store.clear();
  expect(await store.bytes.list()).toEqual([]);
});
