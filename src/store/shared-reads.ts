import type { IDBPDatabase } from 'idb';
import type { Found } from './parse-found.ts';

/** The reads of a table that wait for the next transaction, by the id of the row. */
type Batch = { readonly ids: Set<string>; readonly found: Promise<ReadonlyMap<string, Found>> };

/**
 * Returns a function that reads the stored row of an id. Each table has one transaction at a time. Reads that are requested meanwhile
 * share the next one, and reads of the same row share its value. A transaction costs several times as much as a read. A read never
 * uses a transaction that began before its request, so the caller sees all changes that were complete then.
 */
export function createSharedReads(open: () => Promise<IDBPDatabase>): (table: string, id: string) => Promise<Found> {
  const waiting = new Map<string, Batch>();
  const running = new Map<string, Promise<unknown>>();
  const begin = (table: string): Batch => {
    const ids = new Set<string>();
    const found = (running.get(table) ?? Promise.resolve()).then(() => {
      waiting.delete(table);
      return readAll(open, table, [...ids]);
    });
    const batch = { ids, found };
    const ended = found.catch(() => undefined);
    waiting.set(table, batch);
    running.set(table, ended);
    void ended.then(() => running.get(table) === ended && running.delete(table));
    return batch;
  };
  return async (table, id) => {
    const batch = waiting.get(table) ?? begin(table);
    batch.ids.add(id);
    return (await batch.found).get(id);
  };
}

async function readAll(
  open: () => Promise<IDBPDatabase>,
  table: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Found>> {
  const { store } = (await open()).transaction(table);
  return new Map(await Promise.all(ids.map(async (id): Promise<[string, Found]> => [id, await store.get(id)])));
}
