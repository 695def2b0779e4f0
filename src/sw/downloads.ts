import { Failure } from '#core/lib/failure.ts';
import type { ModelEntry } from '#core/model/models.ts';
import type { Model } from '#core/model/records.ts';
import { changeModel } from '#store/models.ts';
import { fetchFile, removePieces, getSize, type Download, type DownloadPorts } from './download-file.ts';

export interface Downloads {
  /** Continues all downloads that the rows request. Resolves when this thread has no more to do. */
  wake(): Promise<void>;
}

/**
 * Downloads models whose row has the status `downloading`. The state is in the rows and the chunks that they name: when the browser
 * stops the service worker, the chunk that it was writing is lost, and the next service worker continues from there.
 */
export function createDownloads(
  ports: DownloadPorts & {
    readonly manifest: readonly ModelEntry[];
    /** Runs `work` unless another thread holds the lock of this name. */
    readonly alone: (name: string, work: () => Promise<void>) => Promise<void>;
  },
): Downloads {
  const working = new Map<string, Promise<void>>();
  const begin = ({ id, entry }: Model): void => {
    const found = entry ?? ports.manifest.find((one) => one.id === id);
    if (found && !working.has(id)) {
      const work = ports.alone(`offcut:model:${id}`, () => fetchModel(ports, found));
      working.set(
        id,
        work.finally(() => working.delete(id)),
      );
    }
  };
  const look = async (): Promise<void> => {
    const rows = await ports.store.list('models');
    rows.filter((row) => row.status === 'downloading').forEach(begin);
  };
  // The rows are read at the first call, and again when the bell notifies of a change.
  let looking: Promise<void> | undefined;
  ports.bell.listen((table) => {
    if (table === 'models') {
      looking = look();
    }
  });
  return {
    wake: async () => {
      await (looking ??= look());
      await Promise.all(working.values());
    },
  };
}

async function fetchModel(ports: DownloadPorts, entry: ModelEntry): Promise<void> {
  const { store, bell, clock } = ports;
  const row = await store.get('models', entry.id);
  if (row?.status !== 'downloading') {
    return;
  }
  try {
    const download = await beginDownload(ports, entry, row);
    for (const variant of entry.variants) {
      await fetchFile(download, variant);
    }
    // The engine opens an added model once before it is used.
    const status = row.entry ? 'checking' : 'installed';
    await changeModel(store, entry.id, 'downloading', { status, error: null }, clock.now());
  } catch (thrown) {
    // A row that was removed or paused is the reason why the download stopped, so it stays unchanged.
    const error = Failure.from(thrown).toWire();
    await changeModel(store, entry.id, 'downloading', { status: 'broken', error }, clock.now());
  } finally {
    bell.ring('models');
  }
}

/** Starts with the files in the row. Removes chunks of files that only an earlier manifest named. */
async function beginDownload(ports: DownloadPorts, entry: ModelEntry, row: Model): Promise<Download> {
  const { store, bell, clock } = ports;
  const isWanted = (file: Model['files'][number]): boolean => entry.variants.some((one) => one.sha256 === file.sha256);
  const download: Download = {
    ports,
    entry,
    files: row.files.filter(isWanted),
    report: async (receivedBytes = getSize(download.files)) => {
      const change = { files: [...download.files], receivedBytes };
      if (!(await changeModel(store, entry.id, 'downloading', change, clock.now()))) {
        throw new Failure('CANCELED');
      }
      bell.ring('models');
    },
  };
  await download.report();
  await removePieces(
    store,
    row.files.filter((file) => !isWanted(file)),
  );
  return download;
}
