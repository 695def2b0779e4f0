import { Failure } from '#core/failure.ts';
import type { ModelEntry } from '#core/models.ts';
import type { Model } from '#core/records.ts';
import { changeModel } from '#store/models.ts';
import { fetchFile, removePieces, sizeOf, type Download, type DownloadPorts } from './download-file.ts';

export interface Downloads {
  /** Goes on with every model whose row says `downloading`. Resolves when none is left to be worked at here. */
  wake(): Promise<void>;
}

/**
 * Fetches the files of models, as their rows ask for. All that matters is in the rows and the pieces that they name: a
 * service worker that is ended in the middle loses the piece that it was writing, and the next one goes on from there.
 */
export function createDownloads(
  ports: DownloadPorts & {
    readonly manifest: readonly ModelEntry[];
    /** Does the work unless another thread is at work under the same name. */
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
  // The rows are read when this thread is first called, and then when the bell says that they have changed.
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
    // What nobody has vouched for is opened once before it is used.
    const status = row.entry ? 'checking' : 'installed';
    await changeModel(store, entry.id, 'downloading', { status, error: null }, clock.now());
  } catch (thrown) {
    // A row that is gone or paused is what has stopped this, and is left as it is.
    const error = Failure.from(thrown).toWire();
    await changeModel(store, entry.id, 'downloading', { status: 'broken', error }, clock.now());
  } finally {
    bell.ring('models');
  }
}

/** Drops what the row has of other files: an earlier manifest named them. */
async function beginDownload(ports: DownloadPorts, entry: ModelEntry, row: Model): Promise<Download> {
  const { store, bell, clock } = ports;
  const isWanted = (file: Model['files'][number]): boolean => entry.variants.some((one) => one.sha256 === file.sha256);
  const download: Download = {
    ports,
    entry,
    files: row.files.filter(isWanted),
    report: async (receivedBytes = sizeOf(download.files)) => {
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
