import { collect, toStorageFailure } from '#api/ingest.ts';
import { readPieces } from '#api/parse-request.ts';
import { openRemoteFile, parseAddress, type Unreachable } from '#api/remote-file.ts';
import { Failure } from '#core/lib/failure.ts';
import type { ModelEntry, ModelFile } from '#core/model/models.ts';
import type { Model } from '#core/model/records.ts';
import type { Clock } from '#core/lib/time.ts';
import { createId } from '#store/ids.ts';
import type { Store } from '#store/store.ts';
import { dropMade } from '#store/sweep.ts';
import type { Bell } from '#wire/bell.ts';
import { Sha256 } from '#api/sha256/sha256.ts';

/** The size of a chunk. When the browser stops the service worker, at most one chunk is lost. */
const pieceBytes = 4 * 1024 * 1024;
/** The interval at which progress is written to the row. */
const reportMs = 400;
/** The number of retries of an interrupted download without progress in between. */
const retries = 2;

export type DownloadPorts = {
  readonly store: Store;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly base: URL;
  readonly fetchOutside: typeof fetch;
  /** The maximum time without data from a site, in milliseconds. */
  readonly stallMs: number;
};

type KeptFile = Model['files'][number];

/** A model that is being downloaded, and its files that are on the disk so far. */
export type Download = {
  readonly ports: DownloadPorts;
  readonly entry: ModelEntry;
  files: readonly KeptFile[];
  /** Writes `files` and the progress to the row. Throws CANCELED if the row no longer requests the download. */
  readonly report: (receivedBytes?: number) => Promise<void>;
};

export const getSize = (files: readonly KeptFile[]): number =>
  files.flatMap((file) => file.pieces).reduce((sum, piece) => sum + piece.sizeBytes, 0);

export const removePieces = async (store: Store, files: readonly KeptFile[]): Promise<void> => {
  await dropMade(
    store,
    files.flatMap((file) => file.pieces.map((piece) => piece.file)),
  );
};

/**
 * Downloads a file of the model and checks its hash. An interrupted download resumes where it was; wrong bytes are deleted. Throws
 * MODEL_UNREACHABLE, MODEL_UNUSABLE, STORAGE_FULL and CANCELED.
 */
export async function fetchFile(download: Download, variant: ModelFile): Promise<void> {
  let isJoined = false;
  let isRestarted = false;
  for (let failedTries = 0; ;) {
    const before = getSize([findFile(download, variant)]);
    isJoined ||= before > 0;
    try {
      await fetchRest(download, variant);
      await checkFile(download, variant);
      return;
    } catch (thrown) {
      // If the row requests a stop, that is the reason, whatever the error of the aborted request is.
      await download.report();
      const isWrong = thrown instanceof Failure && thrown.code === 'MODEL_UNUSABLE';
      if (isWrong) {
        await dropFile(download, variant);
      }
      failedTries = getSize([findFile(download, variant)]) > before ? 0 : failedTries + 1;
      // Two responses were joined, and the file may have changed between them; it is downloaded once more in one response.
      const isWorthIt = isWrong
        ? isJoined && !isRestarted
        : readDetail(thrown, 'reason') === 'network' && failedTries <= retries;
      if (!isWorthIt) {
        throw thrown;
      }
      isRestarted ||= isWrong;
    }
  }
}

const readDetail = (thrown: unknown, name: string): unknown =>
  thrown instanceof Failure && typeof thrown.details === 'object' && thrown.details !== null
    ? Object.entries(thrown.details).find(([key]) => key === name)?.[1]
    : undefined;

const findFile = ({ files }: Download, { sha256 }: ModelFile): KeptFile =>
  files.find((file) => file.sha256 === sha256) ?? { sha256, etag: null, pieces: [] };

const setFile = (download: Download, changed: KeptFile): void => {
  download.files = [...download.files.filter((file) => file.sha256 !== changed.sha256), changed];
};

async function dropFile(download: Download, variant: ModelFile): Promise<void> {
  const dropped = findFile(download, variant);
  setFile(download, { ...dropped, etag: null, pieces: [] });
  await download.report();
  await removePieces(download.ports.store, [dropped]);
}

/**
 * Requests the missing bytes and appends them. `If-Range` would need a CORS preflight, so the ETag of the response is compared
 * instead: if it has changed, the download starts again.
 */
async function fetchRest(download: Download, variant: ModelFile): Promise<void> {
  const kept = findFile(download, variant);
  const start = getSize([kept]);
  if (start >= variant.bytes) {
    return;
  }
  const stop = listenForStop(download);
  try {
    const { response, body } = await ask(download, variant, start, stop.signal);
    const etag = response.headers.get('ETag');
    const isChanged = start > 0 && kept.etag !== null && etag !== kept.etag;
    const isWhole = start > 0 && !(response.status === 206 && (readStart(response) ?? start) === start);
    if (isChanged || isWhole) {
      await dropFile(download, variant);
    }
    if (isChanged && !isWhole) {
      stop.abort();
      return await fetchRest(download, variant);
    }
    await append(download, variant, etag, body);
  } finally {
    stop.abort();
  }
}

/** Creates a signal that aborts the request as soon as the row no longer requests the download. */
function listenForStop({ ports, entry }: Download): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  const look = async (): Promise<void> => {
    if ((await ports.store.get('models', entry.id))?.status !== 'downloading') {
      controller.abort();
    }
  };
  const unsubscribe = ports.bell.listen((table) => {
    if (table === 'models') {
      void look();
    }
  });
  const abort = (): void => {
    unsubscribe();
    controller.abort();
  };
  return { signal: controller.signal, abort };
}

async function ask({ ports, entry }: Download, variant: ModelFile, start: number, signal: AbortSignal) {
  const { fetchOutside: fetch, stallMs, base } = ports;
  const toFailure = (why: Unreachable): Failure => unreachable(entry, variant, why);
  const address = parseAddress(variant.address ?? '', base, (sentence) => toFailure({ reason: 'status', sentence }));
  const headers: Record<string, string> = start > 0 ? { Range: `bytes=${start}-` } : {};
  try {
    return await openRemoteFile({ fetch, address, headers, stallMs, signal, toFailure });
  } catch (thrown) {
    // The file at the site is shorter than the bytes on the disk.
    throw readDetail(thrown, 'status') === 416 ? unusable(entry, variant) : thrown;
  }
}

/** Returns the first byte of a partial response; undefined if the site does not expose the header to pages. */
function readStart({ headers }: Response): number | undefined {
  const [, start] = /^bytes (\d+)-/.exec(headers.get('Content-Range') ?? '') ?? [];
  return start === undefined ? undefined : Number(start);
}

/** Writes the bytes in chunks, and each chunk to the row as soon as it is on the disk. Bytes before an error are kept. */
async function append(
  download: Download,
  variant: ModelFile,
  etag: string | null,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { faults, bytes } = untilFault(count(download, variant, body));
  const source = collect(bytes);
  for (let isMore = true; isMore;) {
    isMore = await writePiece(download, variant, etag, source);
  }
  if (faults[0]) {
    throw faults[0];
  }
  if (getSize([findFile(download, variant)]) < variant.bytes) {
    const sentence = 'the connection was lost (network). Try again';
    throw unreachable(download.entry, variant, { reason: 'network', sentence });
  }
}

/** Returns the bytes up to their end or an error. Adds the error to `faults`. */
function untilFault(source: AsyncIterable<Uint8Array>): { bytes: AsyncIterable<Uint8Array>; faults: Failure[] } {
  const faults: Failure[] = [];
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      yield* source;
    } catch (thrown) {
      faults.push(Failure.from(thrown));
    }
  }
  return { bytes: read(), faults };
}

/** Writes the progress to the row. Throws MODEL_UNUSABLE if there are more bytes than the entry says. */
async function* count(
  download: Download,
  variant: ModelFile,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let received = getSize(download.files);
  let left = variant.bytes - getSize([findFile(download, variant)]);
  let reportedAt = performance.now();
  for await (const bytes of body) {
    received += bytes.byteLength;
    left -= bytes.byteLength;
    if (left < 0) {
      throw unusable(download.entry, variant);
    }
    yield bytes;
    if (performance.now() - reportedAt > reportMs) {
      await download.report(received);
      reportedAt = performance.now();
    }
  }
}

/** Writes the next chunk. Returns false at the end. */
async function writePiece(
  download: Download,
  variant: ModelFile,
  etag: string | null,
  source: AsyncIterator<Uint8Array<ArrayBuffer>, undefined>,
): Promise<boolean> {
  let block = await source.next();
  if (block.done) {
    return false;
  }
  const { bytes } = download.ports.store;
  const file = createId('mdl');
  return bytes.hold(file, async () => {
    let sizeBytes = 0;
    const sink = await bytes.create(file);
    try {
      while (!block.done) {
        await sink.write(block.value);
        sizeBytes += block.value.byteLength;
        if (sizeBytes >= pieceBytes) {
          break;
        }
        block = await source.next();
      }
      await sink.close();
      const kept = findFile(download, variant);
      setFile(download, { ...kept, etag, pieces: [...kept.pieces, { file, sizeBytes }] });
      await download.report();
    } catch (thrown) {
      await sink.abort(thrown).catch(() => undefined);
      await bytes.remove(file);
      throw toStorageFailure(thrown, sizeBytes);
    }
    return !block.done;
  });
}

async function checkFile(download: Download, variant: ModelFile): Promise<void> {
  const { bytes } = download.ports.store;
  const hash = new Sha256();
  for (const piece of findFile(download, variant).pieces) {
    for await (const part of readPieces((await bytes.read(piece.file)).stream())) {
      hash.update(part);
    }
  }
  if (hash.digest() !== variant.sha256) {
    throw unusable(download.entry, variant);
  }
}

function unreachable(
  { id, name }: ModelEntry,
  { file, address }: ModelFile,
  { reason, sentence, status, cause }: Unreachable,
): Failure {
  const where = URL.canParse(address ?? '') ? new URL(address ?? '').host : 'its URL';
  const why =
    reason === 'cors'
      ? 'the site does not allow downloads by other sites (CORS), which Hugging Face also reports for a missing file. Download the file yourself, and add it as your own model'
      : sentence;
  return new Failure('MODEL_UNREACHABLE', {
    message: `The file ${file} of the model "${name}" could not be read from ${where}: ${why}.`,
    details: { modelId: id, reason, url: address, ...(status === undefined ? {} : { status }) },
    cause,
  });
}

const unusable = ({ id, name }: ModelEntry, { file, address }: ModelFile): Failure =>
  new Failure('MODEL_UNUSABLE', {
    message: `${new URL(address ?? 'https://nowhere.invalid').host} sent a different file for ${file} of the model "${name}" (size or sha256 does not match), so the download was deleted; try again later, or get the model from its source.`,
    details: { modelId: id, url: address },
  });
