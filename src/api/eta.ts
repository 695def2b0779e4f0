import { toMeasurementId, type Job } from '#core/model/records.ts';
import { findRecipeId, paceOf, recipes, type RecipeId } from '#recipes/catalog.ts';
import type { Rows } from '#store/store.ts';

/** What is known of a run before it starts: its pace, as the recipe calls it, its models, the length of the video. */
type KnownRun = {
  readonly pace: string;
  readonly modelIds?: readonly string[];
  readonly durationSeconds?: number | undefined;
};

/** How long a run should take on this device: from past runs, else from the catalog, which is for a clip of ten seconds. */
export async function estimateSeconds(
  store: Pick<Rows<'measurements'>, 'get'>,
  recipeId: RecipeId,
  { pace, modelIds = [], durationSeconds }: KnownRun,
): Promise<number> {
  const past =
    (await store.get('measurements', toMeasurementId(recipeId, pace, modelIds))) ??
    (await store.get('measurements', toMeasurementId(recipeId, pace)));
  if (!past) {
    const { etaSeconds } = recipes[recipeId];
    return durationSeconds === undefined ? etaSeconds : Math.max(1, Math.ceil((etaSeconds * durationSeconds) / 10));
  }
  const seconds = durationSeconds === undefined ? past.secondsPerRun : past.secondsPerSecond * durationSeconds;
  return Math.max(1, Math.ceil(seconds));
}

/** How long a job should take: as it says, else as such runs do. One of a recipe that this version does not have fails at once. */
export async function estimateJob(
  store: Pick<Rows<'measurements'>, 'get'>,
  { recipeId, input, modelIds, etaSeconds }: Pick<Job, 'recipeId' | 'input' | 'modelIds' | 'etaSeconds'>,
): Promise<number> {
  const known = findRecipeId(recipeId);
  return etaSeconds ?? (known ? estimateSeconds(store, known, { pace: paceOf(known, input), modelIds }) : 0);
}
