import { openDB, type IDBPDatabase } from 'idb';
import type { ByteSink } from './byte-sink.ts';

/** Stores files as chunks in IndexedDB, by name and number, for browsers that cannot write files in a service worker. */
const [databaseName, storeName] = ['offcut-files', 'pieces'];

const open = (): Promise<IDBPDatabase> =>
  openDB(databaseName, 1, { upgrade: (database) => void database.createObjectStore(storeName) });

async function inDatabase<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** The key range of all chunks of a file. An array is sorted after every number. */
const getPieces = (name: string): IDBKeyRange => IDBKeyRange.bound([name], [name, []]);

/** Writes a file from its start to its end; other positions are not possible. */
export async function openBlobSink(name: string): Promise<ByteSink> {
  const database = await open();
  let count = 0;
  return {
    write: async (piece) => {
      if (!(piece instanceof Uint8Array)) {
        throw new TypeError('Files in IndexedDB are written in sequence only.');
      }
      // The caller may reuse the array.
      await database.put(storeName, new Blob([piece]), [name, count]);
      count += 1;
    },
    close: async () => database.close(),
    abort: async () => {
      try {
        await database.delete(storeName, getPieces(name));
      } finally {
        database.close();
      }
    },
  };
}

/** Returns the file with its bytes not read yet, or null if it does not exist. */
export async function readBlobs(name: string): Promise<File | null> {
  const pieces = await inDatabase((database) => database.getAll(storeName, getPieces(name)));
  return pieces.length === 0 ? null : new File(pieces, name);
}

/** Deletes a file. Does nothing if it does not exist. */
export const deleteBlobs = (name: string): Promise<void> =>
  inDatabase((database) => database.delete(storeName, getPieces(name)));

/** Lists the names of all files. */
export async function listBlobs(): Promise<string[]> {
  const keys = await inDatabase((database) => database.getAllKeys(storeName));
  return [...new Set(keys.flatMap((key) => (Array.isArray(key) && typeof key[0] === 'string' ? [key[0]] : [])))];
}
