import { Failure } from '#core/lib/failure.ts';
import { findHeld, toHoldLock } from '#core/model/holds.ts';
import { deleteBlobs, listBlobs, readBlobs } from './blobs.ts';
import { createId } from './ids.ts';
import { canWriteFiles, openSink } from './open-sink.ts';
import type { ByteSink } from './byte-sink.ts';

/**
 * A file that one thread reads and writes in place. Its contents stay if the thread dies, unlike those of a `ByteSink`. A write may
 * be incomplete if the disk is full.
 */
export type ByteLog = Pick<FileSystemSyncAccessHandle, 'read' | 'write' | 'truncate' | 'getSize' | 'flush' | 'close'>;

/** The files of the store: immutable bytes with names that are never reused. */
export interface Bytes {
  /**
   * Protects `name` from garbage collection while `work` runs. Bytes are written first and the row that names them last; in
   * between, only this lock shows that the file is needed. The lock ends with its thread, for any reason.
   */
  hold<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Returns the file with its bytes not read yet. Throws INTERNAL if it does not exist. */
  read(name: string): Promise<File>;
  create(name: string): Promise<ByteSink>;
  /** Opens a file to read and write in place, and creates it if it does not exist. Available in dedicated workers only. */
  openLog(name: string): Promise<ByteLog>;
  /** Deletes a file. Does nothing if it does not exist. */
  remove(name: string): Promise<void>;
  list(): Promise<string[]>;
  /** Returns the names of files that a running thread locks, and the ids of assets that an open page may still need. */
  held(): Promise<Set<string>>;
  /** Whether this number of bytes fits. Writes a test file, because `space` is not accurate in every browser. */
  hasRoom(sizeBytes: number): Promise<boolean>;
  /** The storage quota and the used storage, in bytes. Chromium always reports 10 GiB more than is used. */
  space(): Promise<{ usedBytes: number; quotaBytes: number }>;
}

/** The name of the file that collects the encoded frames of `file` until it is written. */
export const journalName = (file: string): string => `${file}.journal`;

/** The name of the file that contains the mattes of a segment of `file` until the segment is complete. */
export const mattesName = (file: string): string => `${file}.mattes`;

/** The names of all scratch files of `file` from which another attempt can resume. */
export const listScratchNames = (file: string): string[] => [journalName(file), mattesName(file)];

const folderName = 'offcut';

/** Opens the origin private file system. Works in a page, a worker and a service worker. */
export function openBytes(): Bytes {
  const folder = async (): Promise<FileSystemDirectoryHandle> => {
    const root = await navigator.storage.getDirectory();
    return root.getDirectoryHandle(folderName, { create: true });
  };
  return {
    hold,
    read: async (name) => readFile(await folder(), name),
    create: async (name) => openSink(await folder(), name),
    openLog: async (name) => {
      const handle = await (await folder()).getFileHandle(name, { create: true });
      return whenFree(() => handle.createSyncAccessHandle());
    },
    remove: async (name) => {
      await removeFile(await folder(), name);
      if (!canWriteFiles()) {
        await deleteBlobs(name);
      }
    },
    list: async () => {
      const names = canWriteFiles() ? [] : await listBlobs();
      for await (const name of (await folder()).keys()) {
        names.push(name);
      }
      return names;
    },
    held: async () => {
      const { held = [] } = await navigator.locks.query();
      return findHeld(held);
    },
    hasRoom: async (sizeBytes) => {
      if (!canWriteFiles()) {
        const { usage = 0, quota = 0 } = await navigator.storage.estimate();
        return quota - usage >= sizeBytes;
      }
      const name = createId('trial');
      return hold(name, async () => hasRoom(await folder(), name, sizeBytes));
    },
    space: async () => {
      const { usage = 0, quota = 0 } = await navigator.storage.estimate();
      return { usedBytes: usage, quotaBytes: quota };
    },
  };
}

const hold = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(toHoldLock(name), { mode: 'shared' }, work);

async function readFile(folder: FileSystemDirectoryHandle, name: string): Promise<File> {
  try {
    const handle = await folder.getFileHandle(name);
    return await handle.getFile();
  } catch (cause) {
    const file = canWriteFiles() ? null : await readBlobs(name);
    if (file) {
      return file;
    }
    throw new Failure('INTERNAL', {
      message: `The stored file ${name} is missing; the browser may have deleted it. Add or create the file again.`,
      cause,
    });
  }
}

/** A sparse file of this size takes no space, but the browser counts it. */
async function hasRoom(folder: FileSystemDirectoryHandle, name: string, sizeBytes: number): Promise<boolean> {
  const handle = await folder.getFileHandle(name, { create: true });
  const writable = await handle.createWritable();
  try {
    await writable.truncate(sizeBytes);
    return true;
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'QuotaExceededError') {
      return false;
    }
    throw thrown;
  } finally {
    // After a failure, the abort may fail too.
    await writable.abort().catch(() => undefined);
    await removeFile(folder, name);
  }
}

async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await whenFree(() => folder.removeEntry(name));
  } catch (thrown) {
    if (!(thrown instanceof DOMException && thrown.name === 'NotFoundError')) {
      throw thrown;
    }
  }
}

const freeTries = 50;
const freePauseMs = 50;

/** Retries while a thread that has just ended still locks the files that it worked on. */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (thrown) {
      const isHeld = thrown instanceof DOMException && thrown.name === 'NoModificationAllowedError';
      if (!isHeld || tries === freeTries) {
        throw thrown;
      }
      await new Promise((resolve) => {
        setTimeout(resolve, freePauseMs);
      });
    }
  }
}
