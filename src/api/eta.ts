import { toMeasurementId, type Job } from '#core/model/records.ts';
import { predictSeconds, type Workload } from '#core/model/run-pace.ts';
import { findRecipeId, getPace, recipes, type RecipeId } from '#recipes/catalog.ts';
import type { Rows } from '#store/store.ts';

/**
 * The facts about a run that are known before it starts: the pace of the recipe, the models, the duration of the video, and its
 * frames; null if they are unknown.
 */
type KnownRun = {
  readonly pace: string;
  readonly modelIds?: readonly string[];
  readonly durationSeconds?: number | undefined;
  readonly workload?: Workload | null;
};

/** Estimates the seconds of a run on this device from past runs, or else from the catalog, which assumes a clip of ten seconds. */
export async function estimateSeconds(
  store: Pick<Rows<'measurements'>, 'get'>,
  recipeId: RecipeId,
  { pace, modelIds = [], durationSeconds, workload = null }: KnownRun,
): Promise<number> {
  const past =
    (await store.get('measurements', toMeasurementId(recipeId, pace, modelIds))) ??
    (await store.get('measurements', toMeasurementId(recipeId, pace)));
  if (!past) {
    const { etaSeconds } = recipes[recipeId];
    return durationSeconds === undefined ? etaSeconds : Math.max(1, Math.ceil((etaSeconds * durationSeconds) / 10));
  }
  const byFrames = workload && predictSeconds(past.samples ?? [], workload, pace);
  const bySeconds = durationSeconds === undefined ? past.secondsPerRun : past.secondsPerSecond * durationSeconds;
  return Math.max(1, Math.ceil(byFrames ?? bySeconds));
}

/** Estimates the seconds of a job: its own estimate, else that of similar runs. Jobs of unknown recipes fail at once. */
export async function estimateJob(
  store: Pick<Rows<'measurements'>, 'get'>,
  { recipeId, input, modelIds, etaSeconds }: Pick<Job, 'recipeId' | 'input' | 'modelIds' | 'etaSeconds'>,
): Promise<number> {
  const known = findRecipeId(recipeId);
  return etaSeconds ?? (known ? estimateSeconds(store, known, { pace: getPace(known, input), modelIds }) : 0);
}
