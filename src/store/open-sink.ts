import { deleteBlobs, openBlobSink } from './blobs.ts';
import type { ByteSink } from './byte-sink.ts';

/** Whether files can be written in pieces anywhere; Safari has this since version 26. */
export const canWriteFiles = (): boolean => 'createWritable' in FileSystemFileHandle.prototype;

/**
 * Opens a new file. A browser without writable streams of files writes them in place in a dedicated worker, and in IndexedDB
 * elsewhere: a service worker can do nothing else there.
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
        throw new DOMException('The file does not fit.', 'QuotaExceededError');
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
