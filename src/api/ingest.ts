import { Failure } from '#core/lib/failure.ts';
import { formatBytes } from '#core/lib/format-bytes.ts';
import { getMediaKind } from '#core/model/media-kind.ts';
import type { Asset } from '#core/model/records.ts';
import { readAccount } from '#store/account.ts';
import { createId } from '#store/ids.ts';
import { readCappedBytes, readFreeBytes, requireRoom } from '#store/room.ts';
import { storageFull } from '#core/model/storage-full.ts';
import type { Rows, Store } from '#store/store.ts';
import type { ApiContext } from './ports.ts';
import { sniffBytes, sniffMedia, type MediaType } from './sniff.ts';
import { Sha256 } from './sha256/sha256.ts';

/** The size of one write to the disk. Each write is a message between processes, so bytes are collected first. */
const pieceBytes = 4 * 1024 * 1024;
const defaultFileBytes = 4_000_000_000;
/** The maximum size of a font, which each render loads into memory as a whole. */
const fontBytesMax = 20 * 1024 * 1024;

/** A new file on the disk that no row names yet. `sha256` is hex. */
export type Received = { readonly file: string; readonly sizeBytes: number; readonly sha256: string };
export type Ingested = Received & MediaType;

type Limits<T> = {
  /** The maximum size of one file if the account has no cap. */
  readonly fileBytes: number;
  /** Returns the maximum size of a file of a type, whatever the cap. By default, no type has one. */
  readonly getMaxBytes?: (inspected: T) => number;
};

/** The maximum size of the file, by the limit for one file and by the free storage. */
type Room = { readonly fileBytes: number; readonly freeBytes: number };

/**
 * Receives a video, image, audio or font file, detected by its first bytes. A font has at most 20 MiB. Throws UNSUPPORTED_MEDIA,
 * and the errors of `receive`.
 */
export const ingest = (
  { store }: ApiContext,
  source: AsyncIterable<Uint8Array>,
  keep: (ingested: Ingested) => Promise<Asset>,
): Promise<Asset> =>
  receive(store, source, (head) => sniffMedia(head.subarray(0, sniffBytes)), keep, {
    fileBytes: defaultFileBytes,
    getMaxBytes,
  });

const getMaxBytes = ({ mimeType }: MediaType): number => (getMediaKind(mimeType) === 'font' ? fontBytesMax : Infinity);

/**
 * Streams bytes to the disk and hashes them. `inspect` receives the first bytes and may refuse the file; `keep` writes the row at
 * the end. The new file is deleted if anything fails, or if `keep` returns a row that does not name it. Throws FILE_TOO_LARGE,
 * STORAGE_FULL, and the errors of `source`, `inspect` and `keep`.
 */
export function receive<T extends object, R extends { readonly file: string | null }>(
  store: Store,
  source: AsyncIterable<Uint8Array>,
  inspect: (head: Uint8Array) => T,
  keep: (received: Received & T) => Promise<R>,
  limits: Limits<T> = { fileBytes: defaultFileBytes },
): Promise<R> {
  const file = createId('file');
  return store.bytes.hold(file, async () => {
    let kept: R | undefined;
    try {
      kept = await keep({ file, ...(await writeFile(store, file, source, inspect, limits)) });
      return kept;
    } finally {
      if (kept?.file !== file) {
        await store.bytes.remove(file);
      }
    }
  });
}

/** Throws STORAGE_FULL if this number of bytes does not fit. */
export const refuseNoRoom = (store: Store, neededBytes: number): Promise<void> =>
  requireRoom(store, 'The file', neededBytes);

/**
 * Refuses a file that is known to be too large before it is read. `expectedBytes` may exceed the size of the file by up to
 * `slackBytes`. Throws FILE_TOO_LARGE and STORAGE_FULL.
 */
export async function refuseTooLarge(store: Store, expectedBytes: number, slackBytes = 0): Promise<void> {
  const minBytes = Math.max(0, expectedBytes - slackBytes);
  checkRoom(await readRoom(store), minBytes);
  await requireRoom(store, 'The file', minBytes);
}

async function writeFile<T extends object>(
  store: Store,
  file: string,
  source: AsyncIterable<Uint8Array>,
  inspect: (head: Uint8Array) => T,
  limits: Limits<T>,
): Promise<Omit<Received, 'file'> & T> {
  const { fileBytes, freeBytes } = await readRoom(store, limits.fileBytes);
  const hash = new Sha256();
  const pieces = collect(source);
  let piece = await pieces.next();
  const seen = inspect(piece.value ?? new Uint8Array(0));
  const room = { fileBytes: Math.min(fileBytes, limits.getMaxBytes?.(seen) ?? Infinity), freeBytes };
  const sink = await store.bytes.create(file);
  let sizeBytes = 0;
  try {
    for (; piece.value; piece = await pieces.next()) {
      sizeBytes += piece.value.byteLength;
      checkRoom(room, sizeBytes);
      // The browser writes while this thread hashes.
      const writing = sink.write(piece.value);
      hash.update(piece.value);
      await writing;
    }
    await sink.close();
  } catch (thrown) {
    // The first error is the cause. After a failed write, the abort may fail too.
    await sink.abort(thrown).catch(() => undefined);
    throw toStorageFailure(thrown, sizeBytes);
  }
  return { ...seen, sizeBytes, sha256: hash.digest() };
}

/** Yields the bytes of `source` in chunks of 4 MiB. All chunks share one buffer, which the next chunk overwrites. */
export async function* collect(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const buffer = new Uint8Array(pieceBytes);
  let filled = 0;
  for await (const piece of source) {
    for (let offset = 0; offset < piece.byteLength;) {
      const part = piece.subarray(offset, offset + pieceBytes - filled);
      buffer.set(part, filled);
      filled += part.byteLength;
      offset += part.byteLength;
      if (filled === pieceBytes) {
        yield buffer;
        filled = 0;
      }
    }
  }
  if (filled > 0) {
    yield buffer.subarray(0, filled);
  }
}

async function readRoom(store: Store, fileBytes = defaultFileBytes): Promise<Room> {
  const [{ caps }, freeBytes] = await Promise.all([readAccount(store), readFreeBytes(store)]);
  return { fileBytes: caps.maxFileBytes ?? fileBytes, freeBytes };
}

function checkRoom({ fileBytes, freeBytes }: Room, sizeBytes: number): void {
  if (sizeBytes > fileBytes) {
    throw new Failure('FILE_TOO_LARGE', {
      message: `The file is larger than the limit of ${formatBytes(fileBytes)}.`,
      details: { limitBytes: fileBytes },
    });
  }
  if (sizeBytes > freeBytes) {
    throw storageFull('The file', sizeBytes, freeBytes);
  }
}

/**
 * Throws STORAGE_FULL if the storage cap is exceeded. Called by the transaction that stores a new file, because other uploads may
 * have been stored in the meantime.
 */
export async function refuseOverCap(
  transaction: Rows<'account' | 'assets' | 'models'>,
  sizeBytes: number,
): Promise<void> {
  const freeBytes = await readCappedBytes(transaction);
  if (sizeBytes > freeBytes) {
    throw storageFull('The file', sizeBytes, freeBytes);
  }
}

/** Converts an error of a write to STORAGE_FULL if the cause is the browser's quota, which is only known when it is exceeded. */
export const toStorageFailure = (thrown: unknown, sizeBytes: number): unknown =>
  thrown instanceof Error && thrown.name === 'QuotaExceededError'
    ? storageFull('The file', sizeBytes, null, thrown)
    : thrown;
