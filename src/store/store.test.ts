import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { storeSuite } from '../../test/conformance/store.suite.ts';
import { testMaterial } from '../../test/support/rows.ts';
import { createMemoryStore } from './memory.ts';
import { openStore } from './rows.ts';

storeSuite('memory', async () => createMemoryStore());

storeSuite('IndexedDB', async () => {
  globalThis.indexedDB = new IDBFactory();
  return openStore();
});

test('the next call opens a database again that the browser has closed', async () => {
  globalThis.indexedDB = new IDBFactory();
  const opened: IDBDatabase[] = [];
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((...given) => {
    const request = open(...given);
    request.addEventListener('success', () => opened.push(request.result));
    return request;
  });
  const store = openStore();
  const { id } = testMaterial;
  await store.transact(['assets'], (transaction) => transaction.put('assets', testMaterial));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types declare the class instead of an instance
  opened.forEach((database) => forceCloseDatabase(database as unknown as Parameters<typeof forceCloseDatabase>[0]));
  await vi.waitFor(async () => expect((await store.get('assets', id))?.id).toBe(id));
  await store.transact(['assets'], (transaction) => transaction.remove('assets', id));
  expect([opened.length, await store.list('assets')]).toEqual([2, []]);
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

test('the store in memory writes a large file in small pieces, and at positions', async () => {
  const { bytes } = createMemoryStore();
  const sink = await bytes.create('file');
  const piece = new Uint8Array(1024).fill(7);
  // A copy of all bytes for each piece would take minutes.
  const count = 50_000;
  for (let index = 0; index < count; index += 1) {
    await sink.write(piece);
  }
  await sink.write({ type: 'write', position: 1, data: Uint8Array.of(1, 2) });
  await sink.write(Uint8Array.of(3));
  await sink.close();
  const file = await bytes.read('file');
  expect(file.size).toBe(count * piece.byteLength);
  expect([...new Uint8Array(await file.slice(0, 5).arrayBuffer())]).toEqual([7, 1, 2, 3, 7]);
});
