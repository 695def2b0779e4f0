import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { storeSuite } from '../../test/conformance/store.suite.ts';
import { createMemoryStore } from './memory.ts';
import { openStore } from './rows.ts';

storeSuite('memory', async () => createMemoryStore());

storeSuite('IndexedDB', async () => {
  globalThis.indexedDB = new IDBFactory();
  return openStore();
});
