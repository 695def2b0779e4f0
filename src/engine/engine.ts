import { createDeferred } from '#core/deferred.ts';
import { Failure } from '#core/failure.ts';
import type { Job } from '#core/records.ts';
import type { Clock } from '#core/time.ts';
import { recipeIds, recipes, type InputOf, type RecipeId } from '#recipes/catalog.ts';
import type { Store } from '#store/store.ts';
import { claimJob, recoverJobs, reportJob, settleJob } from '#store/jobs.ts';
import type { Bell } from '#wire/bell.ts';
import { createContext } from './context.ts';
import { measureRun } from './measure.ts';
import type { Pool } from './pool.ts';
import type { Run, RunContext, RunProgress, RunResult } from './run.ts';
import { sweepFiles } from './sweep.ts';

/** Rings can be missed; a job waits no longer than this. */
const lookAgainMs = 5000;

export type EnginePorts = {
  readonly store: Store;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly pool: Pool;
  readonly runs: { readonly [R in RecipeId]?: Run<R> };
};

/**
 * Claims jobs one after the other and settles them, until `signal` aborts. Only the holder of the engine lock may call it:
 * every running job that it finds is an orphan of an engine that is gone.
 */
export async function runEngine(ports: EnginePorts, signal: AbortSignal): Promise<void> {
  const { store, bell, clock } = ports;
  await recoverJobs(store, clock.now());
  await sweepFiles(store);
  bell.ring('jobs');
  while (!signal.aborted) {
    const ring = nextRing(bell, signal);
    const job = await claimJob(store, clock.now());
    if (job) {
      await runJob(ports, job);
    } else {
      await ring.promise;
    }
    ring.stop();
  }
}

/** Listens before the look at the queue, so that no ring falls between the two. */
function nextRing(bell: Bell, signal: AbortSignal): { promise: Promise<void>; stop: () => void } {
  const { promise, resolve } = createDeferred();
  const timer = setTimeout(resolve, lookAgainMs);
  const deafen = bell.listen((table) => table === 'jobs' && resolve());
  signal.addEventListener('abort', () => resolve(), { once: true });
  return {
    promise,
    stop: () => {
      clearTimeout(timer);
      deafen();
    },
  };
}

async function runJob(ports: EnginePorts, job: Job): Promise<void> {
  const { store, bell, clock, pool } = ports;
  const { promise: finished, resolve: finish } = createDeferred();
  const watch = watchCancel(ports, job.id);
  const files: string[] = [];
  try {
    const result = await Promise.race([
      startRun(ports, job, files, finished, watch.stopRun),
      watch.canceled,
      pool.crashed(),
    ]);
    await settleJob(store, job.id, { status: 'completed', ...result }, clock.now());
    await measureRun(store, job, result.durationSeconds, clock.now());
    pool.rest();
  } catch (thrown) {
    // Whatever the workers still do is of no use any more.
    pool.terminate();
    await settleJob(store, job.id, { status: 'failed', error: toFailure(thrown).toWire() }, clock.now());
  } finally {
    watch.end();
    finish();
    await removeUnused(store, files);
    bell.ring('jobs');
  }
}

async function startRun(
  { store, bell, clock, pool, runs }: EnginePorts,
  job: Job,
  files: string[],
  finished: Promise<void>,
  stopRun: () => void,
): Promise<RunResult> {
  const material = await store.get('assets', job.materialId);
  if (!material) {
    throw new Failure('MATERIAL_NOT_FOUND', { message: 'The material was deleted before the run began.' });
  }
  const report = (progress: RunProgress): void => {
    reportJob(store, job.id, progress, clock.now()).then((goesOn) => {
      if (!goesOn) {
        stopRun();
      }
      bell.ring('jobs');
    }, stopRun);
  };
  const context = createContext({ store, clock, job, material, runners: pool.runners, report, files, finished });
  return dispatch(runs, job, context);
}

/** The row's input is parsed again: it is what the recipe of this version of the product takes, or the job fails. */
function dispatch(runs: EnginePorts['runs'], job: Job, context: RunContext): Promise<RunResult> {
  const id = recipeIds.find((one) => one === job.recipeId);
  const start = <R extends RecipeId>(recipeId: R, run: Run<R>): Promise<RunResult> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot tie the schema to the recipe's id
    run(context, recipes[recipeId].input.parse(job.input) as InputOf<R>);
  const run = id && runs[id];
  if (!run) {
    throw new Failure('NOT_IMPLEMENTED');
  }
  return start(id, run);
}

/** Rejects `canceled` as soon as the row asks for it, told by the bell, or when `stopRun` is called. */
function watchCancel({ store, bell }: EnginePorts, id: string) {
  const { promise: canceled, reject } = createDeferred<never>();
  canceled.catch(() => undefined);
  const stopRun = (): void => reject(new Failure('CANCELED'));
  const look = async (): Promise<void> => {
    const row = await store.get('jobs', id);
    if (row?.isCancelRequested) {
      stopRun();
    }
  };
  const end = bell.listen((table) => {
    if (table === 'jobs') {
      look().catch(stopRun);
    }
  });
  return { canceled, stopRun, end };
}

/** The boundary from a run to its job's row: a defect is logged here, once. */
function toFailure(thrown: unknown): Failure {
  if (!(thrown instanceof Failure)) {
    // oxlint-disable-next-line no-console -- the only trace of a defect in a run
    console.error(thrown);
  }
  return Failure.from(thrown);
}

async function removeUnused(store: Store, files: readonly string[]): Promise<void> {
  const named = new Set((await store.list('assets')).map((asset) => asset.file));
  await Promise.all(files.filter((file) => !named.has(file)).map((file) => store.bytes.remove(file)));
}
