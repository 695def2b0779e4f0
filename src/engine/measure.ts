import { toMeasurementId, type Job } from '#core/model/records.ts';
import { getPace } from '#recipes/catalog.ts';
import type { Store } from '#store/store.ts';

/** The weight of the newest run in the moving averages. */
const weight = 0.3;

/** Stores the duration of a run on this device, for the next estimate. */
export const measureRun = (
  store: Store,
  job: Job,
  { durationSeconds, workMs }: { durationSeconds: number; workMs: number },
): Promise<void> =>
  store.transact(['measurements'], async (transaction) => {
    const workSeconds = workMs / 1000;
    if (durationSeconds <= 0 || workSeconds <= 0) {
      return;
    }
    for (const id of listMeasurementIds(job)) {
      const past = await transaction.get('measurements', id);
      await transaction.put('measurements', {
        id,
        secondsPerSecond: mix(past?.secondsPerSecond, workSeconds / durationSeconds),
        secondsPerRun: mix(past?.secondsPerRun, workSeconds),
        runs: (past?.runs ?? 0) + 1,
      });
    }
  });

const mix = (before: number | undefined, value: number): number =>
  before === undefined ? value : before + weight * (value - before);

function listMeasurementIds({ recipeId, input, modelIds }: Job): string[] {
  const pace = getPace(recipeId, input);
  return [...new Set([toMeasurementId(recipeId, pace), toMeasurementId(recipeId, pace, modelIds)])];
}
