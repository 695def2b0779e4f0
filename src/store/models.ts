import { Failure } from '#core/lib/failure.ts';
import type { ModelEntry, RunnableModel } from '#core/model/models.ts';
import type { Model } from '#core/model/records.ts';
import type { Rows, Store } from './store.ts';

/** The file information in the row of a model. */
type Kept = Pick<Model, 'status' | 'files'>;

/** Whether this browser has every file that the entry names. Files that only an earlier manifest named do not count. */
export const isKept = (entry: ModelEntry, row: Kept | undefined): boolean =>
  row?.status === 'installed' &&
  entry.variants.every((variant) => row.files.some((file) => file.sha256 === variant.sha256));

/** Returns the model with its files in this browser. */
export const toRunnable = <E extends ModelEntry>(entry: E, row: Kept | undefined): RunnableModel<E> => ({
  entry,
  pieces: Object.fromEntries((row?.files ?? []).map((file) => [file.sha256, file.pieces.map((piece) => piece.file)])),
});

/**
 * Returns the model of an id as a run can use it now: the added model, or else that of the manifest. Throws MODEL_NOT_FOUND.
 * Missing files of the deployment are detected only when they are read.
 */
export async function getRunnableModel(
  store: Pick<Rows<'models'>, 'get'>,
  manifest: readonly ModelEntry[],
  id: string,
): Promise<RunnableModel<ModelEntry>> {
  const row = await store.get('models', id);
  const entry = row?.entry ?? manifest.find((one) => one.id === id);
  if (!entry) {
    throw new Failure('MODEL_NOT_FOUND', {
      message: `The model "${id}" is not available any more; install it again, or choose another one.`,
    });
  }
  return toRunnable(entry, isKept(entry, row) || row?.status === 'checking' ? row : undefined);
}

/** Writes `change` into the row if its status is still `status`. Returns the new row, or undefined if the status has changed. */
export const changeModel = (
  store: Pick<Store, 'transact'>,
  id: string,
  status: Model['status'],
  change: Partial<Model>,
  now: number,
): Promise<Model | undefined> =>
  store.transact(['models'], async (transaction) => {
    const row = await transaction.get('models', id);
    if (row?.status !== status) {
      return undefined;
    }
    const changed: Model = { ...row, ...change, updatedAt: now };
    await transaction.put('models', changed);
    return changed;
  });
