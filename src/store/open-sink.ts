import { deleteBlobs, openBlobSink } from './blobs.ts';
import type { ByteSink } from './byte-sink.ts';

/** Whether files can be written in chunks in every thread. Safari supports this since version 26. */
export const canWriteFiles = (): boolean => 'createWritable' in FileSystemFileHandle.prototype;

/**
 * Opens a new file. If the browser lacks writable streams of files, a dedicated worker writes the file in place, and other threads
 * write to IndexedDB, because a service worker supports nothing else there.
 */
export async function openSink(folder: FileSystemDirectoryHandle, name: string): Promise<ByteSink> {
  if (!canWriteFiles() && !('createSyncAccessHandle' in FileSystemFileHandle.prototype)) {
    await deleteBlobs(name);
    return openBlobSink(name);
  }
  const handle = await folder.getFileHandle(name, { create: true });
  return canWriteFiles() ? handle.createWritable() : toSink(await handle.createSyncAccessHandle());
}

function toSink(file: FileSystemSyncAccessHandle): ByteSink {
  let end = 0;
  file.truncate(0);
  return {
    write: async (piece) => {
      const { data, position } = piece instanceof Uint8Array ? { data: piece, position: end } : piece;
      if (file.write(data, { at: position }) < data.byteLength) {
        throw new DOMException('The file does not fit into the free storage.', 'QuotaExceededError');
      }
      end = position + data.byteLength;
    },
    close: async () => file.close(),
    abort: async () => {
      file.truncate(0);
      file.close();
    },
  };
}
