import { Failure } from '#core/lib/failure.ts';
import type { ModelEntry, RunnableModel } from '#core/model/models.ts';
import type { Model } from '#core/model/records.ts';
import type { Rows, Store } from './store.ts';

/** The file information in the row of a model. */
type Kept = Pick<Model, 'status' | 'files'>;

/** True when this browser has every file that the entry names. One that an earlier manifest named does not count. */
export const isKept = (entry: ModelEntry, row: Kept | undefined): boolean =>
  row?.status === 'installed' &&
  entry.variants.every((variant) => row.files.some((file) => file.sha256 === variant.sha256));

/** The model with what is here of its files. */
export const toRunnable = <E extends ModelEntry>(entry: E, row: Kept | undefined): RunnableModel<E> => ({
  entry,
  pieces: Object.fromEntries((row?.files ?? []).map((file) => [file.sha256, file.pieces.map((piece) => piece.file)])),
});

/**
 * The model of an id as it can be run now: what was added under it, else the manifest's. Throws MODEL_NOT_FOUND. Whether
 * the files of the deployment are there is known when they are read.
 */
export async function getRunnableModel(
  store: Pick<Rows<'models'>, 'get'>,
  manifest: readonly ModelEntry[],
  id: string,
): Promise<RunnableModel<ModelEntry>> {
  const row = await store.get('models', id);
  const entry = row?.entry ?? manifest.find((one) => one.id === id);
  if (!entry) {
    throw new Failure('MODEL_NOT_FOUND', { message: `The model "${id}" is not here any more.` });
  }
  return toRunnable(entry, isKept(entry, row) || row?.status === 'checking' ? row : undefined);
}

/** Writes `change` into the row if it is still in `status`; answers the row as it is then, undefined when it has moved on. */
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
