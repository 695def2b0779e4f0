import { toMeasurementId } from '#core/records.ts';
import { recipes, type RecipeId } from '#recipes/catalog.ts';
import type { Rows } from '#store/store.ts';

/** What is known of a run before it starts: its pace, as the recipe calls it, its first model, the length of the video. */
type KnownRun = {
  readonly pace: string;
  readonly model?: string | undefined;
  readonly durationSeconds?: number | undefined;
};

/** How long a run should take on this device: from past runs, else from the catalog. */
export async function estimateSeconds(
  store: Pick<Rows<'measurements'>, 'get'>,
  recipeId: RecipeId,
  { pace, model, durationSeconds }: KnownRun,
): Promise<number> {
  const past =
    (await store.get('measurements', toMeasurementId(recipeId, pace, model))) ??
    (await store.get('measurements', toMeasurementId(recipeId, pace)));
  if (!past) {
    return recipes[recipeId].etaSeconds;
  }
  const seconds = durationSeconds === undefined ? past.secondsPerRun : past.secondsPerSecond * durationSeconds;
  return Math.max(1, Math.ceil(seconds));
}
