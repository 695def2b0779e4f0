import { openDB, type IDBPDatabase } from 'idb';

const [databaseName, storeName] = ['offcut-file-handles', 'handles'] as const;

/** Handles of files on the disk, by the ids of their uploads. A handle is kept by IndexedDB alone: it is no JSON. */
const open = (): Promise<IDBPDatabase> =>
  openDB(databaseName, 1, { upgrade: (database) => void database.createObjectStore(storeName) });

async function withDatabase<T>(act: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    return await act(database);
  } finally {
    database.close();
  }
}

export const writeHandle = (id: string, handle: FileSystemHandle): Promise<unknown> =>
  withDatabase((database) => database.put(storeName, handle, id));

export const deleteHandle = (id: string): Promise<void> => withDatabase((database) => database.delete(storeName, id));

/** The handle of the file of an upload; null where none is stored. */
export async function readHandle(id: string): Promise<FileSystemFileHandle | null> {
  const read: unknown = await withDatabase((database) => database.get(storeName, id)).catch(() => null);
  return typeof FileSystemFileHandle === 'function' && read instanceof FileSystemFileHandle ? read : null;
}

/** Reads a file of the disk again, after the browser has asked the user. Rejects when it is not allowed, or the file is gone. */
export async function readAgain(handle: FileSystemFileHandle): Promise<File> {
  if (isAsked(handle) && (await handle.requestPermission({ mode: 'read' })) !== 'granted') {
    throw new DOMException('Reading the file was not allowed.', 'NotAllowedError');
  }
  return handle.getFile();
}

type AskedHandle = FileSystemFileHandle & {
  requestPermission(of: { readonly mode: 'read' }): Promise<PermissionState>;
};

const isAsked = (handle: FileSystemFileHandle): handle is AskedHandle => 'requestPermission' in handle;
