import { isAmong, isLight, isShipped, type ModelEntry } from '#core/models.ts';
import type { Model } from '#core/records.ts';
import { Failure } from '#core/failure.ts';
import { isKept } from '#store/models.ts';
import type { ModelView } from '#operations/models.ts';
import type { ApiContext } from './ports.ts';

/** A model, what this browser has of it, and where its files can be read from. */
export type ModelState = {
  readonly entry: ModelEntry;
  /** What is stored about it; undefined for one that nobody added or downloaded. */
  readonly row: Model | undefined;
  /** Where its files are; null when it cannot be run. */
  readonly place: ModelView['place'];
};

/** What the states of models are read from. */
export type ModelContext = Pick<ApiContext, 'store' | 'manifest' | 'deployedFiles'>;

/** All models that are known here, best first. */
export async function listModelStates({ store, manifest, deployedFiles }: ModelContext): Promise<ModelState[]> {
  const [rows, files, deployed] = await Promise.all([store.list('models'), store.bytes.list(), deployedFiles()]);
  const here = { files: new Set(files), deployed: new Set(deployed) };
  const known = manifest.map((entry) =>
    toState(
      entry,
      rows.find((row) => row.id === entry.id),
      here,
    ),
  );
  const added = rows.flatMap((row) => (row.entry ? [toState(row.entry, row, here)] : []));
  // An added model keeps its id when a later manifest has a model with the same one.
  const isTaken = (state: ModelState): boolean => added.some((one) => one.entry.id === state.entry.id);
  return [...added, ...known.filter((state) => !isTaken(state))].toSorted((a, b) => b.entry.rank - a.entry.rank);
}

/** The state of the model with this id. Throws MODEL_NOT_FOUND. */
export async function getModelState(context: ModelContext, id: string): Promise<ModelState> {
  const found = (await listModelStates(context)).find((state) => state.entry.id === id);
  if (!found) {
    throw new Failure('MODEL_NOT_FOUND');
  }
  return found;
}

/** The best installed model for a subject, which runs use when they name none. `states` come best first. */
export const findDefault = (states: readonly ModelState[], subject: ModelEntry['subject']): ModelState | undefined =>
  states.find((state) => state.place !== null && state.entry.subject === subject);

/** So many models at most agree on a run's mattes: more would cost more time than they bring. */
const mostAgreeing = 4;

/**
 * The models that runs at best use when they name none: all that agree, or the default alone where none does. A better-ranked
 * model is used alone, unless it is a light one, as several of those are better than any. `states` come best first.
 */
export function findConsensus(states: readonly ModelState[], subject: ModelEntry['subject']): readonly ModelState[] {
  const fitting = states.filter(({ entry, place }) => place !== null && entry.subject === subject);
  const agreeing = fitting.filter(({ entry }) => entry.consensus);
  const [first] = agreeing.length > 0 ? fitting.filter(({ entry }) => entry.consensus || !isLight(entry)) : fitting;
  return first?.entry.consensus ? agreeing.slice(0, mostAgreeing) : fitting.filter((one) => one === first);
}

type Here = { readonly files: ReadonlySet<string>; readonly deployed: ReadonlySet<string> };

function toState(entry: ModelEntry, row: Model | undefined, { files, deployed }: Here): ModelState {
  const pieces = row?.files.flatMap((file) => file.pieces) ?? [];
  if (isKept(entry, row) && pieces.every((piece) => files.has(piece.file))) {
    return { entry, row, place: 'browser' };
  }
  if (row?.entry || !isAmong(entry, deployed)) {
    return { entry, row, place: null };
  }
  return { entry, row, place: isShipped(entry) ? 'shipped' : 'deployment' };
}

/** A model as callers see it. `states` are those of all models: they tell whether it is the default. */
export function toModelView(state: ModelState, states: readonly ModelState[]): ModelView {
  const { entry, row, place } = state;
  const { id, name, family, subject, licence, source, summary, variants } = entry;
  const bytes = variants.reduce((sum, one) => sum + one.bytes, 0);
  const view = findView(state);
  const agreeing = findConsensus(states, subject);
  const error = view === 'broken' ? (row?.error ?? toMissing(entry).toWire()) : null;
  return {
    id,
    name,
    family,
    subject,
    licence,
    source,
    summary,
    bytes,
    state: view,
    bytesDone: place === null ? Math.min(row?.receivedBytes ?? 0, bytes) : bytes,
    default: findDefault(states, subject)?.entry.id === id,
    consensus: agreeing.length > 1 && agreeing.some((one) => one.entry.id === id),
    recommended: entry.isRecommended,
    place,
    added: (row?.entry ?? null) !== null,
    removable: row !== undefined,
    downloadable: (view === 'available' || view === 'broken') && isReachable(entry),
    files: variants.map(({ isReachableFromPage, ...one }) => ({
      ...one,
      reachable: one.address !== null && isReachableFromPage,
    })),
    ...(error && { error: { errorCode: error.code, message: error.message } }),
  };
}

function findView({ row, place }: ModelState): ModelView['state'] {
  if (place !== null) {
    return 'installed';
  }
  const views = {
    paused: 'available',
    downloading: 'downloading',
    checking: 'checking',
    broken: 'broken',
    // Its files are gone, or are those of an earlier manifest.
    installed: 'broken',
  } as const;
  return row ? views[row.status] : 'available';
}

const toMissing = (entry: ModelEntry): Failure =>
  new Failure('MODEL_UNUSABLE', {
    message: `Files of the model "${entry.name}" are missing in this browser, or are of an earlier version; ${
      isReachable(entry) ? 'download it again' : 'remove it and add it again'
    }.`,
  });

/** True when every file has an address that a page may read. */
export const isReachable = (entry: ModelEntry): boolean =>
  entry.variants.every((one) => one.address !== null && one.isReachableFromPage);
