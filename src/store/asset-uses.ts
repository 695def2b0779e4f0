import { openStatuses } from '#core/model/job-status.ts';
import type { Asset } from '#core/model/records.ts';
import { getAssetIds } from '#core/timeline/schedule.ts';
import { isKnownDocument } from '#core/timeline/upgrade.ts';
import { getCanvasRow, removeCanvas } from './canvases.ts';
import { putJob } from './job-moves.ts';
import type { Rows, Store, Transaction } from './store.ts';
import { dropMade } from './sweep.ts';

/** The tables that refer to assets. */
export const useTables = ['canvases', 'versions', 'jobs'] as const;

/** Returns for each asset whether a canvas, a version of a canvas, or an open job names it. */
async function listUsed(
  rows: Rows<(typeof useTables)[number]>,
  assets: readonly Asset[],
): Promise<ReadonlySet<string>> {
  const [canvases, ...jobs] = await Promise.all([
    rows.list('canvases'),
    ...openStatuses.map((value) => rows.list('jobs', { index: 'status', value })),
  ]);
  const used = new Set([
    ...canvases.flatMap(({ document }) =>
      isKnownDocument(document) ? getAssetIds(document) : listIds(document, assets),
    ),
    ...jobs.flat().flatMap(({ materialIds }) => materialIds),
  ]);
  for (const { id } of assets.filter((asset) => !used.has(asset.id))) {
    const [version] = await rows.list('versions', { index: 'assetIds', value: id });
    if (version) {
      used.add(id);
    }
  }
  return used;
}

/** Finds assets in a document of a newer version, whose format is unknown: each id that occurs in the text counts. */
function listIds(document: object, assets: readonly Asset[]): string[] {
  const text = JSON.stringify(document);
  return assets.map(({ id }) => id).filter((id) => text.includes(JSON.stringify(id)));
}

/**
 * Removes the rows of assets that the user has deleted, and returns the names of their files. An asset that canvases use, or that
 * is `held` because an undo may restore it, becomes `kept` instead: no list contains it, and it is removed when it is no longer
 * used.
 */
export async function removeAssets(
  transaction: Transaction<(typeof useTables)[number] | 'assets'>,
  assets: readonly Asset[],
  held: ReadonlySet<string>,
): Promise<string[]> {
  const used = new Set([...(await listUsed(transaction, assets)), ...held]);
  await Promise.all(
    assets.map((asset) =>
      used.has(asset.id)
        ? transaction.put('assets', { ...asset, kind: 'kept', jobId: null, sourceUrl: null })
        : transaction.remove('assets', asset.id),
    ),
  );
  return assets.filter(({ id }) => !used.has(id)).map(({ file }) => file);
}

/** Deletes the assets of the kind `kept` that no canvas and no open page uses. */
export async function dropUnused(store: Pick<Store, 'bytes' | 'list' | 'transact'>): Promise<void> {
  const held = await store.bytes.held();
  const files = await store.transact([...useTables, 'assets'], async (transaction) => {
    const assets = await transaction.list('assets');
    const kept = assets.filter(({ kind }) => kind === 'kept');
    return kept.length === 0 ? [] : removeAssets(transaction, kept, held);
  });
  if (files.length > 0) {
    await dropMade(store, files);
  }
}

/** Deletes a canvas with its versions and the assets that only it used. Throws CANVAS_NOT_FOUND. */
export async function deleteCanvas(
  store: Pick<Store, 'bytes' | 'list' | 'transact'>,
  id: string,
  now: number,
): Promise<void> {
  await store.transact(['canvases', 'versions', 'jobs'], async (transaction) => {
    const { jobId } = await getCanvasRow(transaction, id);
    await removeCanvas(transaction, id);
    const job = jobId === null ? undefined : await transaction.get('jobs', jobId);
    if (job?.canvasId === id) {
      await putJob(transaction, job, { ...job, canvasId: null, updatedAt: now });
    }
  });
  await dropUnused(store);
}
