import { Failure } from '#core/lib/failure.ts';
import { isMatteEntry, type MatteEntry, type ModelEntry } from '#core/model/models.ts';
import { findJudges } from '#core/model/subject-judge.ts';
import type { MatteWish, ModelWish } from '#core/protocol/operation.ts';
import { formatBytes } from '#core/lib/format-bytes.ts';
import {
  findEnsemble,
  findDefault,
  findDetector,
  isReachable,
  listModelStates,
  type ModelState,
  type ModelContext,
} from './model-states.ts';
import { invalid } from './parse-request.ts';

/** A model that a run can use. `isModelKept` is true if its files are stored in this browser, where they may be removed. */
export type ChosenModel = { readonly model: ModelEntry; readonly isModelKept: boolean };

const kinds = { person: 'people', object: 'objects' } as const;

/**
 * Returns the models of a run. If the caller names a model, that model is used alone. Otherwise the run uses the best installed
 * model for its subject (people before objects), or the ensemble for it. Detectors that the run can use are added if they are
 * installed. Reads only, so that estimates can call it too. Throws MODEL_NOT_FOUND for an unknown id, MODEL_NOT_INSTALLED (with a
 * way to install a model) if no suitable model is installed, and VALIDATION_FAILED for an unsuitable model.
 */
export async function chooseModels(context: ModelContext, wishes: readonly ModelWish[]): Promise<ChosenModel[]> {
  const states = await listModelStates(context);
  return wishes.flatMap((wish) => chooseForWish(states, wish));
}

/**
 * Returns the ids of the models that a run would use; empty if the run could not start because a model is missing. Throws like
 * `chooseModels`.
 */
export async function foreseeModels(context: ModelContext, wishes: readonly ModelWish[]): Promise<string[]> {
  const states = await listModelStates(context);
  return wishes.flatMap((wish) => findForWish(states, wish)).map(({ entry }) => entry.id);
}

/**
 * Lists the missing models of a run, each with a message and, if possible, a model that can be downloaded. Throws like
 * `chooseModels`.
 */
export async function findMissing(context: ModelContext, wishes: readonly ModelWish[]): Promise<MissingModel[]> {
  const states = await listModelStates(context);
  return wishes.flatMap((wish) => (findForWish(states, wish).length === 0 ? toMissing(states, wish) : []));
}

type MissingModel = { readonly message: string; readonly modelId: string | null };

function chooseForWish(states: readonly ModelState[], wish: ModelWish): ChosenModel[] {
  const found = findForWish(states, wish);
  const [missing] = found.length === 0 ? toMissing(states, wish) : [];
  if (missing) {
    throw new Failure('MODEL_NOT_INSTALLED', { message: missing.message, details: { modelId: missing.modelId } });
  }
  return found.map(toChosen);
}

/** Returns an empty list for a detector, because a run continues without one. */
function toMissing(states: readonly ModelState[], wish: ModelWish): MissingModel[] {
  if ('task' in wish) {
    return [];
  }
  if (wish.model !== undefined) {
    const { entry } = getNamed(states, wish.model, wish.subject);
    return [{ message: `${entry.name} is not installed here; ${toInstalling(entry)}.`, modelId: toReachableId(entry) }];
  }
  const wanted = wish.subject === 'auto' ? 'person' : wish.subject;
  const best = findFitting(states, wanted);
  const advice = best ? toInstalling(best) : 'add one with POST /v1/models';
  return [
    {
      message: `No model that cuts out ${kinds[wanted]} is installed here; ${advice}.`,
      modelId: best ? toReachableId(best) : null,
    },
  ];
}

const toReachableId = (entry: ModelEntry): string | null => (isReachable(entry) ? entry.id : null);

/** Returns an empty list if no suitable model is installed. Throws if the named model is not suitable. */
function findForWish(states: readonly ModelState[], wish: ModelWish): readonly ModelState[] {
  if ('task' in wish) {
    const detector = findDetector(states, wish.task);
    return detector ? [detector] : [];
  }
  if (wish.model === undefined) {
    return findUnnamed(states, wish);
  }
  const named = getNamed(states, wish.model, wish.subject);
  const unnamed = wish.isEnsemble ? [] : findUnnamed(states, wish);
  // Naming the default model is identical to naming none.
  return unnamed[0] === named ? unnamed : [named].filter(({ place }) => place !== null);
}

function findUnnamed(
  states: readonly ModelState[],
  { subject, isEnsemble, isJudged = false }: MatteWish,
): readonly ModelState[] {
  for (const wanted of subject === 'auto' ? (['person', 'object'] as const) : [subject]) {
    const single = findDefault(states, wanted);
    if (single) {
      const ensemble = findEnsemble(states, wanted);
      return isEnsemble ? ensemble : [single, ...(isJudged ? listJudges(ensemble, single) : [])];
    }
  }
  return [];
}

/** Returns the other models of an ensemble, without the model that creates the mattes. */
const listJudges = (ensemble: readonly ModelState[], single: ModelState): ModelState[] => {
  return ensemble.length > 1 ? findJudges(ensemble).filter((judge) => judge !== single) : [];
};

const toChosen = ({ entry, place }: ModelState): ChosenModel => ({ model: entry, isModelKept: place === 'browser' });

function getNamed(states: readonly ModelState[], id: string, subject: MatteWish['subject']): ModelState {
  const state = states.find((one) => one.entry.id === id);
  if (!state) {
    throw new Failure('MODEL_NOT_FOUND', {
      message: `No model has the id "${id}"; GET /v1/models lists all models. Omit the field to use the best one.`,
    });
  }
  const { entry } = state;
  if (!isMatteEntry(entry)) {
    throw invalid([
      {
        path: 'model',
        message: `${entry.name} cannot create mattes, because its task is ${entry.task}; choose a model with the task matting`,
      },
    ]);
  }
  if (subject !== 'auto' && subject !== entry.subject) {
    const message = `${entry.name} cuts out ${kinds[entry.subject]}, but the subject of this run is "${subject}"; change the model or the subject`;
    throw invalid([{ path: 'model', message }]);
  }
  return state;
}

/** Returns the best model for this subject, preferably one that a page can download. */
function findFitting(states: readonly ModelState[], subject: MatteEntry['subject']): MatteEntry | undefined {
  const fitting = states
    .map(({ entry }) => entry)
    .filter(isMatteEntry)
    .filter((entry) => entry.subject === subject);
  return fitting.find(isReachable) ?? fitting[0];
}

function toInstalling(entry: ModelEntry): string {
  const bytes = formatBytes(entry.variants.reduce((sum, one) => sum + one.bytes, 0));
  return isReachable(entry)
    ? `install ${entry.name} (${bytes}, ${entry.licence}) with POST /v1/models/${entry.id}/download, or on the page Storage and models`
    : `run "npm run models -- ${entry.id}" where this site is built to download ${entry.name} (${bytes}, ${entry.licence})`;
}
