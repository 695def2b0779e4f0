import { maxSamples, toWorkload, type RunSample } from '#core/model/run-pace.ts';
import { toMeasurementId, type Job } from '#core/model/records.ts';
import { getPace } from '#recipes/catalog.ts';
import type { Store } from '#store/store.ts';

/** The weight of the newest run in the moving averages. */
const weight = 0.3;

/** The time within which a run has loaded everything, and the browser has optimized its code. */
const warmUpMs = 10_000;

/** Measures how much of a run's time does not depend on its length: loading, and slow first frames. */
export class StartMeter {
  readonly #marks: { readonly ms: number; readonly frames: number }[] = [];
  #frames = 0;

  /** Adds a report: the frames that are done `ms` after the start. */
  note(ms: number, frames: number): void {
    this.#frames = frames;
    if (frames > 0 && ms <= warmUpMs) {
      this.#marks.push({ ms, frames });
    }
  }

  /** Returns that time of a run that took `workMs`: the first frames are compared with the pace of the later ones. */
  toStartMs(workMs: number): number {
    const mark = this.#marks.findLast(({ ms }) => ms <= workMs / 2);
    if (!mark || this.#frames <= mark.frames) {
      return Math.min(workMs, this.#marks[0]?.ms ?? 0);
    }
    const frameMs = (workMs - mark.ms) / (this.#frames - mark.frames);
    return Math.max(0, mark.ms - mark.frames * frameMs);
  }
}

/** The times of a run. `durationSeconds` is that of its result; `startMs`, a part of `workMs`, does not depend on its length. */
type RunTimes = { readonly durationSeconds: number; readonly startMs: number; readonly workMs: number };

/** Stores the duration of a run on this device, for the next estimate. */
export async function measureRun(
  store: Store,
  job: Job,
  { durationSeconds, startMs, workMs }: RunTimes,
): Promise<void> {
  const workSeconds = workMs / 1000;
  if (durationSeconds <= 0 || workSeconds <= 0) {
    return;
  }
  // Read now, because the facts of a new file are often not known when its run starts.
  const materials = await Promise.all(job.materialIds.map((id) => store.get('assets', id)));
  const workload = toWorkload(
    materials.map((one) => one?.facts),
    job.input,
  );
  const sample = workload && { ...workload, startSeconds: startMs / 1000, workSeconds };
  await store.transact(['measurements'], async (transaction) => {
    for (const id of listMeasurementIds(job)) {
      const past = await transaction.get('measurements', id);
      await transaction.put('measurements', {
        id,
        secondsPerSecond: mix(past?.secondsPerSecond, workSeconds / durationSeconds),
        secondsPerRun: mix(past?.secondsPerRun, workSeconds),
        runs: (past?.runs ?? 0) + 1,
        samples: append(past?.samples, sample),
      });
    }
  });
}

const append = (before: readonly RunSample[] = [], sample: RunSample | null): RunSample[] =>
  [...before, ...(sample ? [sample] : [])].slice(-maxSamples);

const mix = (before: number | undefined, value: number): number =>
  before === undefined ? value : before + weight * (value - before);

function listMeasurementIds({ recipeId, input, modelIds }: Job): string[] {
  const pace = getPace(recipeId, input);
  return [...new Set([toMeasurementId(recipeId, pace), toMeasurementId(recipeId, pace, modelIds)])];
}
