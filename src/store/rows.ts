import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { Failure } from '#core/lib/failure.ts';
import { parseRow, tableNames, type TableName } from '#core/model/records.ts';
import { migrate, schemaVersion } from './migrations.ts';
import { openBytes } from './bytes.ts';
import { createFoundParser } from './parse-found.ts';
import { createSharedReads } from './shared-reads.ts';
import type { Store, Transaction } from './store.ts';
import { sweepFiles } from './sweep.ts';

const databaseName = 'offcut';

/** Opens the store of a browser: rows in IndexedDB, bytes in the origin private file system. */
export function openStore(): Store {
  // The database is opened at its first use: a version that waits to take over must not upgrade the database under the active one.
  let opening: Promise<IDBPDatabase> | undefined;
  const open = (): Promise<IDBPDatabase> =>
    (opening ??= openDatabase(() => {
      opening = undefined;
    }));
  const read = createSharedReads(open);
  const parseFound = createFoundParser();
  const store: Store = {
    bytes: openBytes(),
    get: async (table, id) => parseFound(table, await read(table, id)),
    list: async (table, match) => {
      const database = await open();
      const rows: unknown[] = match
        ? await database.getAllFromIndex(table, match.index, match.value)
        : await database.getAll(table);
      return rows.map((row) => parseRow(table, row));
    },
    transact: async (tables, work) => transact(await open(), tables, work),
    clear: async () => {
      const database = await open();
      const transaction = database.transaction(tableNames, 'readwrite');
      await Promise.all([...tableNames.map((name) => transaction.objectStore(name).clear()), transaction.done]);
      await sweepFiles(store);
    },
  };
  return store;
}

/**
 * Opens the database. `onClosed` is called when it is closed, for a newer version of the product or by the browser. Throws the
 * retryable ENGINE_UNAVAILABLE if a newer version has upgraded it already.
 */
const openDatabase = (onClosed: () => void): Promise<IDBPDatabase> =>
  openDB(databaseName, schemaVersion, {
    upgrade: (database, oldVersion, _, transaction) => {
      void migrate(database, transaction, oldVersion); // `migrate` never rejects.
    },
    // Another tab has a newer version of the product, which must not wait for this one.
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) {
        event.target.close();
        onClosed();
      }
    },
    // The browser closed the database, for example to clear data or after a disk error. The next call opens it again.
    terminated: onClosed,
  }).catch((thrown: unknown) => {
    onClosed();
    throw thrown instanceof DOMException && thrown.name === 'VersionError' ? newerVersion(thrown) : thrown;
  });

const newerVersion = (cause: unknown): Failure =>
  new Failure('ENGINE_UNAVAILABLE', {
    message: 'A newer version of the product takes over; send the request again, and reload open tabs.',
    details: { retryAfterSeconds: 2 },
    cause,
  });

async function transact<N extends TableName, R>(
  database: IDBPDatabase,
  tables: readonly N[],
  work: (transaction: Transaction<N>) => Promise<R>,
): Promise<R> {
  // Written to the disk before the response, so that charges and results survive a power cut, not only a killed browser.
  const transaction = database.transaction([...tables], 'readwrite', { durability: 'strict' });
  try {
    const result = await work(toTransaction(transaction));
    await transaction.done;
    return result;
  } catch (thrown) {
    // The abort makes `done` reject too; the caller must receive the first error.
    transaction.done.catch(() => undefined);
    try {
      transaction.abort();
    } catch {
      // The transaction has ended already, with the error that is thrown.
    }
    throw thrown;
  }
}

function toTransaction<N extends TableName>(transaction: IDBPTransaction<unknown, N[], 'readwrite'>): Transaction<N> {
  return {
    get: async (table, id) => {
      const row: unknown = await transaction.objectStore(table).get(id);
      return row === undefined ? undefined : parseRow(table, row);
    },
    list: async (table, match) => {
      const objects = transaction.objectStore(table);
      const rows: unknown[] = match ? await objects.index(match.index).getAll(match.value) : await objects.getAll();
      return rows.map((row) => parseRow(table, row));
    },
    listIds: async (table, { index, value }) => {
      const keys = await transaction.objectStore(table).index(index).getAllKeys(value);
      return keys.map(String);
    },
    put: async (table, row) => {
      await transaction.objectStore(table).put(row);
    },
    remove: (table, id) => transaction.objectStore(table).delete(id),
    clear: (table) => transaction.objectStore(table).clear(),
  };
}
