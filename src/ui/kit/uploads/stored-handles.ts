import { openDB, type IDBPDatabase } from 'idb';

const [databaseName, storeName] = ['offcut-file-handles', 'handles'] as const;

/** File system handles by the ids of their uploads. Only IndexedDB can store a handle, because it is not JSON. */
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

/** Returns the handle of an upload's file; null if none is stored. */
export async function readHandle(id: string): Promise<FileSystemFileHandle | null> {
  const read: unknown = await withDatabase((database) => database.get(storeName, id)).catch(() => null);
  return typeof FileSystemFileHandle === 'function' && read instanceof FileSystemFileHandle ? read : null;
}

/**
 * Reads a file from disk again, after the browser has asked the user. Rejects if the permission is denied, or the file is
 * missing.
 */
export async function readAgain(handle: FileSystemFileHandle): Promise<File> {
  if (isAsked(handle) && (await handle.requestPermission({ mode: 'read' })) !== 'granted') {
    throw new DOMException('The browser did not allow access to the file. Select it again.', 'NotAllowedError');
  }
  return handle.getFile();
}

type AskedHandle = FileSystemFileHandle & {
  requestPermission(of: { readonly mode: 'read' }): Promise<PermissionState>;
};

const isAsked = (handle: FileSystemFileHandle): handle is AskedHandle => 'requestPermission' in handle;
