import {
  isAmong,
  isLight,
  isMatteEntry,
  isShipped,
  type DetectorTask,
  type MatteEntry,
  type ModelEntry,
  type ModelFile,
  type ModelVariant,
} from '#core/model/models.ts';
import type { Model } from '#core/model/records.ts';
import { Failure } from '#core/lib/failure.ts';
import { isKept } from '#store/models.ts';
import type { ModelView } from '#operations/models.ts';
import type { ApiContext } from './ports.ts';

/** A model, its stored row, and the location of its files. */
export type ModelState = {
  readonly entry: ModelEntry;
  /** The stored row; undefined for a model that was neither added nor downloaded. */
  readonly row: Model | undefined;
  /** The location of the files; null if the model cannot run. */
  readonly place: ModelView['place'];
};

/** The sources from which model states are read. */
export type ModelContext = Pick<ApiContext, 'store' | 'manifest' | 'deployedFiles'>;

/** Returns all known models, best first. */
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
  // An added model keeps its id if a later manifest has a model with the same id.
  const isTaken = (state: ModelState): boolean => added.some((one) => one.entry.id === state.entry.id);
  return [...added, ...known.filter((state) => !isTaken(state))].toSorted((a, b) => b.entry.rank - a.entry.rank);
}

/** Returns the state of the model with this id. Throws MODEL_NOT_FOUND. */
export async function getModelState(context: ModelContext, id: string): Promise<ModelState> {
  const found = (await listModelStates(context)).find((state) => state.entry.id === id);
  if (!found) {
    throw new Failure('MODEL_NOT_FOUND');
  }
  return found;
}

/** A matting model and its state. */
type MatteState = ModelState & { readonly entry: MatteEntry };

const isMatteState = (state: ModelState): state is MatteState => isMatteEntry(state.entry);

/** Returns the installed matting models for a subject. */
const listInstalled = (states: readonly ModelState[], subject: MatteEntry['subject']): readonly MatteState[] =>
  states.filter(isMatteState).filter(({ entry, place }) => place !== null && entry.subject === subject);

/** Returns the best installed model for a subject, which runs use unless they name one. `states` must be sorted best first. */
export const findDefault = (states: readonly ModelState[], subject: MatteEntry['subject']): ModelState | undefined =>
  listInstalled(states, subject)[0];

/** Returns the best installed detector of a task, for runs that request one. `states` must be sorted best first. */
export const findDetector = (states: readonly ModelState[], task: DetectorTask): ModelState | undefined =>
  states.find(({ entry, place }) => place !== null && entry.task === task);

/** The maximum number of models in the ensemble of a run: more models would cost more time than they improve. */
const ensembleMax = 4;

/**
 * Returns the models that runs with the quality `best` use unless they name one: the whole ensemble, or only the default model if
 * no others belong to it. A better model is used alone, except a light one, because several light models together are better than
 * each of them. `states` must be sorted best first.
 */
export function findEnsemble(states: readonly ModelState[], subject: MatteEntry['subject']): readonly ModelState[] {
  const fitting = listInstalled(states, subject);
  const members = fitting.filter(({ entry }) => entry.consensus);
  const [first] = members.length > 0 ? fitting.filter(({ entry }) => entry.consensus || !isLight(entry)) : fitting;
  return first?.entry.consensus ? members.slice(0, ensembleMax) : fitting.filter((one) => one === first);
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

/** Returns a model as responses contain it. `states` are those of all models, from which the default is determined. */
export function toModelView(state: ModelState, states: readonly ModelState[]): ModelView {
  const { entry, row, place } = state;
  const { id, name, task, family, licence, source, summary } = entry;
  const files: readonly (ModelFile & Partial<ModelVariant>)[] = entry.variants;
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  const view = findView(state);
  const error = view === 'broken' ? (row?.error ?? toMissing(entry).toWire()) : null;
  return {
    id,
    name,
    task,
    family,
    subject: isMatteEntry(entry) ? entry.subject : null,
    licence,
    source,
    summary,
    bytes,
    state: view,
    bytesDone: place === null ? Math.min(row?.receivedBytes ?? 0, bytes) : bytes,
    ...toUse(entry, states),
    recommended: entry.isRecommended,
    place,
    added: (row?.entry ?? null) !== null,
    removable: row !== undefined,
    downloadable: (view === 'available' || view === 'broken') && isReachable(entry),
    files: files.map(({ isReachableFromPage, ...one }) => ({
      ...one,
      reachable: one.address !== null && isReachableFromPage,
    })),
    ...(error && { error: { errorCode: error.code, message: error.message } }),
  };
}

/** Whether runs use the model unless they name one. */
function toUse(entry: ModelEntry, states: readonly ModelState[]): Pick<ModelView, 'default' | 'consensus'> {
  if (!isMatteEntry(entry)) {
    return { default: findDetector(states, entry.task)?.entry.id === entry.id, consensus: false };
  }
  const members = findEnsemble(states, entry.subject);
  return {
    default: findDefault(states, entry.subject)?.entry.id === entry.id,
    consensus: members.length > 1 && members.some((one) => one.entry.id === entry.id),
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
    // The files are missing, or belong to an earlier manifest.
    installed: 'broken',
  } as const;
  return row ? views[row.status] : 'available';
}

const toMissing = (entry: ModelEntry): Failure =>
  new Failure('MODEL_UNUSABLE', {
    message: `Files of the model "${entry.name}" are missing in this browser, or belong to an earlier version; ${
      isReachable(entry) ? 'download it again' : 'remove it and add it again'
    }.`,
  });

/** Whether a page may read the URL of every file. */
export const isReachable = (entry: ModelEntry): boolean =>
  entry.variants.every((one) => one.address !== null && one.isReachableFromPage);
