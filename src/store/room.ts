import { Failure } from '#core/lib/failure.ts';
import { storageFull } from '#core/model/storage-full.ts';
import { readAccount } from './account.ts';
import { freeIntermediates } from './intermediates.ts';
import type { Rows, Store } from './store.ts';
import { listKeptFiles, type FileKind } from './sweep.ts';

/** Counts the files of the store and their bytes by the rows. A file that two rows name counts once. */
export async function measureFiles(
  rows: Pick<Rows<'assets' | 'models'>, 'list'>,
): Promise<{ files: number; usedBytes: number; byKind: Record<FileKind, number> }> {
  const kept = new Map((await listKeptFiles(rows)).map((one) => [one.file, one]));
  const byKind = { materials: 0, results: 0, models: 0 };
  for (const { kind, sizeBytes } of kept.values()) {
    byKind[kind] += sizeBytes;
  }
  return { files: kept.size, usedBytes: byKind.materials + byKind.results + byKind.models, byKind };
}

/** Returns the number of bytes that still fit, in the browser and under the cap of the account. */
export async function readFreeBytes(store: Pick<Store, 'bytes' | 'get' | 'list'>): Promise<number> {
  const [granted, capped] = await Promise.all([readGrantedBytes(store), readCappedBytes(store)]);
  return Math.max(0, Math.min(granted, capped));
}

async function readGrantedBytes({ bytes }: Pick<Store, 'bytes'>): Promise<number> {
  const { quotaBytes, usedBytes } = await bytes.space();
  return quotaBytes - usedBytes;
}

/** Returns the number of bytes that the cap of the account still allows. */
export async function readCappedBytes(rows: Rows<'account' | 'assets' | 'models'>): Promise<number> {
  const [{ caps }, { usedBytes }] = await Promise.all([readAccount(rows), measureFiles(rows)]);
  return caps.maxStorageBytes === null ? Number.POSITIVE_INFINITY : Math.max(0, caps.maxStorageBytes - usedBytes);
}

/**
 * Throws STORAGE_FULL, whose message says that `what` needs `neededBytes`, if not even `minBytes` fit. Deletes intermediates
 * before. The space is not reserved: other threads write too.
 */
export async function requireRoom(
  store: Pick<Store, 'bytes' | 'get' | 'list' | 'transact'>,
  what: string,
  neededBytes: number,
  minBytes = neededBytes,
): Promise<void> {
  // The cap of the account does not count intermediates: deleting them only frees storage of the browser.
  const missingBytes = neededBytes - (await readGrantedBytes(store));
  if (missingBytes > 0) {
    await freeIntermediates(store, missingBytes);
  }
  const freeBytes = await readFreeBytes(store);
  if (freeBytes < minBytes) {
    throw storageFull(what, neededBytes, freeBytes);
  }
  if (!(await hasRoom(store, minBytes))) {
    throw storageFull(what, neededBytes, null);
  }
}

/** The storage that deleting intermediates frees for files of the user. */
const savedBytes = 64 * 1024 ** 2;

/** Returns the result of `work`. If the browser is out of storage, deletes intermediates first and retries. */
export async function withRoom<T>(
  store: Pick<Store, 'bytes' | 'get' | 'list' | 'transact'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (Failure.from(thrown).code !== 'STORAGE_FULL') {
      throw thrown;
    }
    await freeIntermediates(store, savedBytes);
    return work();
  }
}

/**
 * Whether this number of bytes fits, if necessary after deleting intermediates. The reported quota of the browser may be too high.
 */
async function hasRoom(store: Pick<Store, 'bytes' | 'get' | 'list' | 'transact'>, sizeBytes: number): Promise<boolean> {
  if (await store.bytes.hasRoom(sizeBytes)) {
    return true;
  }
  await freeIntermediates(store, sizeBytes);
  return store.bytes.hasRoom(sizeBytes);
}
