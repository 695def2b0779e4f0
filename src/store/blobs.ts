import { openDB, type IDBPDatabase } from 'idb';
import type { ByteSink } from './byte-sink.ts';

/** Files as pieces in IndexedDB, by their name and number, for browsers that cannot write files in a service worker. */
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

/** All pieces of a file: an array sorts behind every number. */
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
      // The caller may use the array again.
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

/** The file, not read yet; null when there is none. */
export async function readBlobs(name: string): Promise<File | null> {
  const pieces = await inDatabase((database) => database.getAll(storeName, getPieces(name)));
  return pieces.length === 0 ? null : new File(pieces, name);
}

/** Does nothing when there is no such file. */
export const deleteBlobs = (name: string): Promise<void> =>
  inDatabase((database) => database.delete(storeName, getPieces(name)));

/** The names of all files. */
export async function listBlobs(): Promise<string[]> {
  const keys = await inDatabase((database) => database.getAllKeys(storeName));
  return [...new Set(keys.flatMap((key) => (Array.isArray(key) && typeof key[0] === 'string' ? [key[0]] : [])))];
}
