import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { contractSuite } from '#conformance/contract.suite.ts';
import { startNodeApi } from '../../test/support/node-api.ts';
import { createMemoryStore } from '#store/memory.ts';
import { openStore } from '#store/rows.ts';

/** A short time, so that the test of a long run is fast. */
const timing = { outcomeMs: 700 };

contractSuite({
  name: 'in Node, under a sub-path, over IndexedDB',
  isScripted: true,
  // Rows as in a browser, where a transaction ends by itself when it has no pending requests. Node has no file system for the
  // bytes.
  start: () => {
    globalThis.indexedDB = new IDBFactory();
    const store = { ...openStore(), bytes: createMemoryStore().bytes };
    return startNodeApi({ store, baseUrl: 'https://offcut.test/some/folder/', timing });
  },
});
