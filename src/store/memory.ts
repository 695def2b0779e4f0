import { Failure } from '#core/lib/failure.ts';
import { parseRow, tableNames, type RowOf, type TableName } from '#core/model/records.ts';
import type { ByteLog, Bytes } from './bytes.ts';
import type { ByteSink } from './byte-sink.ts';
import type { Store, Transaction } from './store.ts';
import { sweepFiles } from './sweep.ts';

type Tables = Map<TableName, Map<string, unknown>>;

/** Creates a store in memory with the same interface, for tests and for Node. It ends with the process. */
export function createMemoryStore(): Store {
  let rows = emptyRows();
  let last: Promise<unknown> = Promise.resolve();
  const direct = (): Transaction<TableName> => toTransaction(rows, tableNames);
  const store: Store = {
    bytes: createMemoryBytes(),
    get: (table, id) => direct().get(table, id),
    list: (table, match) => direct().list(table, match),
    transact: (tables, work) => {
      const turn = last.then(async () => {
        const draft: Tables = new Map([...rows].map(([name, table]) => [name, new Map(table)]));
        const result = await work(toTransaction(draft, tables));
        rows = draft;
        return result;
      });
      last = turn.catch(() => undefined);
      return turn;
    },
    clear: async () => {
      rows = emptyRows();
      await sweepFiles(store);
    },
  };
  return store;
}

const emptyRows = (): Tables => new Map(tableNames.map((name) => [name, new Map<string, unknown>()]));

/** Refuses tables for which the transaction was not opened, like IndexedDB. */
function toTransaction<N extends TableName>(rows: Tables, names: readonly N[]): Transaction<N> {
  const table = (name: N): Map<string, unknown> => {
    const found = names.includes(name) ? rows.get(name) : undefined;
    if (!found) {
      throw new Error(`the transaction was not opened for the table ${name}`);
    }
    return found;
  };
  const parse = <T extends TableName>(name: T, row: unknown): RowOf<T> => parseRow(name, structuredClone(row));
  const list: Transaction<N>['list'] = async (name, match) => {
    const all = [...table(name).values()].map((row) => parse(name, row));
    return match
      ? all.filter((row) =>
          Object.entries(row).some(
            ([field, value]: [string, unknown]) =>
              field === match.index && (Array.isArray(value) ? value.includes(match.value) : value === match.value),
          ),
        )
      : all;
  };
  return {
    get: async (name, id) => {
      const row = table(name).get(id);
      return row === undefined ? undefined : parse(name, row);
    },
    list,
    listIds: async (name, match) => (await list(name, match)).map(({ id }) => id),
    put: async (name, row) => {
      table(name).set(row.id, structuredClone(row));
    },
    remove: async (name, id) => {
      table(name).delete(id);
    },
  };
}

function createMemoryBytes(): Bytes {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const holds = new Map<string, number>();
  return {
    hold: async (name, work) => {
      holds.set(name, (holds.get(name) ?? 0) + 1);
      try {
        return await work();
      } finally {
        const left = (holds.get(name) ?? 1) - 1;
        if (left === 0) {
          holds.delete(name);
        } else {
          holds.set(name, left);
        }
      }
    },
    read: async (name) => {
      const found = files.get(name);
      if (!found) {
        throw new Failure('INTERNAL', { message: `The stored file ${name} is missing.` });
      }
      return new File([found], name);
    },
    create: async (name) => createMemorySink((whole) => files.set(name, whole)),
    openLog: async (name) => createMemoryLog(files, name),
    remove: async (name) => {
      files.delete(name);
    },
    list: async () => [...files.keys()],
    held: async () => new Set(holds.keys()),
    hasRoom: async () => true,
    space: async () => ({
      usedBytes: [...files.values()].reduce((sum, file) => sum + file.byteLength, 0),
      quotaBytes: Number.MAX_SAFE_INTEGER,
    }),
  };
}

function createMemorySink(keep: (whole: Uint8Array<ArrayBuffer>) => void): ByteSink {
  /** The bytes, with room for more: copying all of them for every piece would be slow. */
  let room = new Uint8Array(0);
  let length = 0;
  let end = 0;
  return {
    write: async (piece) => {
      const { position, data } = piece instanceof Uint8Array ? { position: end, data: piece } : piece;
      end = position + data.byteLength;
      length = Math.max(length, end);
      if (length > room.byteLength) {
        const grown = new Uint8Array(Math.max(length, 2 * room.byteLength));
        grown.set(room);
        room = grown;
      }
      room.set(data, position);
    },
    close: async () => {
      keep(room.slice(0, length));
    },
    abort: async () => undefined,
  };
}

function createMemoryLog(files: Map<string, Uint8Array<ArrayBuffer>>, name: string): ByteLog {
  const get = (): Uint8Array<ArrayBuffer> => files.get(name) ?? new Uint8Array(0);
  const resize = (length: number): Uint8Array<ArrayBuffer> => {
    const resized = new Uint8Array(length);
    resized.set(get().subarray(0, length));
    files.set(name, resized);
    return resized;
  };
  const view = (data: AllowSharedBufferSource): Uint8Array =>
    ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
  resize(get().length);
  return {
    getSize: () => get().length,
    truncate: (length) => void resize(length),
    read: (into, { at = 0 } = {}) => {
      const part = get().subarray(at, at + into.byteLength);
      view(into).set(part);
      return part.length;
    },
    write: (data, { at = 0 } = {}) => {
      resize(Math.max(get().length, at + data.byteLength)).set(view(data), at);
      return data.byteLength;
    },
    flush: () => undefined,
    close: () => undefined,
  };
}
