import { toMeasurementId } from '#core/records.ts';
import { recipes, type RecipeId } from '#recipes/catalog.ts';
import type { Store } from '#store/store.ts';

/** How long a run should take on this device: from past runs, else from the catalog. */
export async function estimateSeconds(
  store: Pick<Store, 'get'>,
  recipeId: RecipeId,
  run: { quality: string; model?: string | undefined; durationSeconds?: number | undefined },
): Promise<number> {
  const { quality, model, durationSeconds } = run;
  const past =
    (await store.get('measurements', toMeasurementId(recipeId, quality, model))) ??
    (await store.get('measurements', toMeasurementId(recipeId, quality)));
  if (!past) {
    return recipes[recipeId].etaSeconds;
  }
  const seconds = durationSeconds === undefined ? past.secondsPerRun : past.secondsPerSecond * durationSeconds;
  return Math.max(1, Math.ceil(seconds));
}
