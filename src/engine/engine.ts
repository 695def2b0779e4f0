import { createDeferred } from '#core/deferred.ts';
import { Failure } from '#core/failure.ts';
import type { ModelEntry, RunnableModel } from '#core/models.ts';
import type { Asset, Checkpoint, Job } from '#core/records.ts';
import type { Clock } from '#core/time.ts';
import { recipeIds, recipes, type InputOf, type RecipeId } from '#recipes/catalog.ts';
import { getRunnableModel } from '#store/models.ts';
import type { Store } from '#store/store.ts';
import { checkpointJob, claimJob, loseJob, recoverJobs, reportJob, settleJob } from '#store/jobs.ts';
import { dropMade, sweepFiles, sweepMade } from '#store/sweep.ts';
import type { Bell } from '#wire/bell.ts';
import { checkModels } from './check-models.ts';
import { createContext, measureWork } from './context.ts';
import { measureRun } from './measure.ts';
import { nextRing } from './next-ring.ts';
import type { Pool } from './pool.ts';
import type { Run, RunContext, RunProgress, RunResult } from './run.ts';

/** A run that says nothing for so long is not slow, it hangs: it fails, so that the jobs behind it are not held up for ever. */
const stallMs = 10 * 60_000;

export type EnginePorts = {
  readonly store: Store;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly pool: Pool;
  /** The models of the manifest. */
  readonly models: readonly ModelEntry[];
  readonly runs: { readonly [R in RecipeId]?: Run<R> };
};

/**
 * Claims jobs one after the other and settles them, and checks models that were added, until `signal` aborts. Only the
 * holder of the engine lock may call it: every running job that it finds is an orphan of an engine that is gone.
 */
export async function runEngine(ports: EnginePorts, signal: AbortSignal): Promise<void> {
  const { store, bell, clock } = ports;
  await recoverJobs(store, clock.now());
  await sweepFiles(store);
  bell.ring('jobs');
  // When one of the two fails the other must end as well, before the lock goes to somebody else.
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  signal.addEventListener('abort', abort);
  const works = [runJobs(ports, stop.signal), checkModels(ports, stop.signal)];
  const ends = await Promise.allSettled(works.map((work) => work.finally(abort)));
  signal.removeEventListener('abort', abort);
  for (const end of ends) {
    if (end.status === 'rejected') {
      throw end.reason;
    }
  }
}

async function runJobs(ports: EnginePorts, signal: AbortSignal): Promise<void> {
  const { store, bell, clock } = ports;
  while (!signal.aborted) {
    const ring = nextRing(bell, 'jobs', signal);
    const job = await claimJob(store, clock.now());
    if (job) {
      await runJob(ports, job);
    } else {
      await ring.promise;
    }
    ring.stop();
  }
}

async function runJob(ports: EnginePorts, job: Job): Promise<void> {
  const { store, bell, clock, pool } = ports;
  const { promise: finished, resolve: finish } = createDeferred();
  const checkpoint = await store.get('checkpoints', job.id);
  const watch = watchRun(ports, job.id);
  const files = checkpoint?.files.map(({ file }) => file) ?? [];
  try {
    // By itself: a run that began after the cancel would start workers that nobody ends.
    const [material, model] = await Promise.race([
      Promise.all([getMaterial(store, job), getRunnableModel(store, ports.models, job.modelId)]),
      watch.canceled,
    ]);
    const result = await Promise.race([
      startRun(ports, {
        job,
        material,
        model,
        checkpoint,
        files,
        finished,
        stopRun: watch.stopRun,
        touch: watch.touch,
      }),
      watch.canceled,
      pool.crashed(),
    ]);
    const workMs = measureWork(job, checkpoint, clock);
    await settleJob(store, job.id, { status: 'completed', ...result }, clock.now());
    await measureRun(store, job, { durationSeconds: result.durationSeconds, workMs });
    pool.rest();
  } catch (thrown) {
    // Whatever the workers still do is of no use any more.
    pool.terminate();
    await settleFailed(ports, job, toFailure(thrown), files);
  } finally {
    watch.end();
    finish();
    bell.ring('jobs');
    await sweepMade(store, files);
  }
}

/** A run whose worker died goes on in a new one, as one whose tab died does; what a run itself threw ends it. */
async function settleFailed({ store, clock }: EnginePorts, job: Job, failure: Failure, files: string[]): Promise<void> {
  if (failure.code === 'ENGINE_LOST') {
    await loseJob(store, job.id, failure, clock.now());
    return;
  }
  // First of all, as on a full disk not even the row could be written.
  await dropMade(store, files);
  await settleJob(store, job.id, { status: 'failed', error: failure.toWire() }, clock.now());
}

async function getMaterial(store: Store, job: Job): Promise<Asset> {
  const material = await store.get('assets', job.materialId);
  if (!material) {
    throw new Failure('MATERIAL_NOT_FOUND', { message: 'The material was deleted before the run began.' });
  }
  return material;
}

type RunParts = {
  readonly job: Job;
  readonly material: Asset;
  readonly model: RunnableModel;
  readonly checkpoint: Checkpoint | undefined;
  readonly files: string[];
  readonly finished: Promise<void>;
  readonly stopRun: (reason: unknown) => void;
  readonly touch: () => void;
};

function startRun({ store, bell, clock, pool, runs }: EnginePorts, parts: RunParts): Promise<RunResult> {
  const { job, stopRun, touch } = parts;
  const report = (progress: RunProgress): void => {
    touch();
    reportJob(store, job.id, progress, clock.now()).then((goesOn) => {
      if (!goesOn) {
        stopRun(new Failure('CANCELED'));
      }
      bell.ring('jobs');
    }, stopRun);
  };
  const keep = async (checkpoint: Checkpoint): Promise<void> => {
    touch();
    if (!(await checkpointJob(store, checkpoint, clock.now()))) {
      stopRun(new Failure('CANCELED'));
    }
  };
  return dispatch(runs, job, createContext({ store, clock, runners: pool.runners, report, keep, ...parts }));
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

const stallMessage =
  'The run made no progress for ten minutes and was stopped. Try again; if it happens again, convert the video first.';

/**
 * Rejects `canceled` as soon as the row asks for it, told by the bell, with what `stopRun` is given, or when nobody has
 * called `touch` for too long.
 */
function watchRun({ store, bell }: EnginePorts, id: string) {
  const { promise: canceled, reject: stopRun } = createDeferred<never>();
  canceled.catch(() => undefined);
  let stall: ReturnType<typeof setTimeout> | undefined;
  const touch = (): void => {
    clearTimeout(stall);
    stall = setTimeout(() => stopRun(new Failure('INTERNAL', { message: stallMessage })), stallMs);
  };
  const look = async (): Promise<void> => {
    const row = await store.get('jobs', id);
    if (row?.isCancelRequested) {
      stopRun(new Failure('CANCELED'));
    }
  };
  const deafen = bell.listen((table) => {
    if (table === 'jobs') {
      look().catch(stopRun);
    }
  });
  touch();
  const end = (): void => {
    clearTimeout(stall);
    deafen();
  };
  return { canceled, stopRun, touch, end };
}

/** The boundary from a run to its job's row: a defect is logged here, once. */
function toFailure(thrown: unknown): Failure {
  if (!(thrown instanceof Failure)) {
    // oxlint-disable-next-line no-console -- the only trace of a defect in a run
    console.error(thrown);
  }
  return Failure.from(thrown);
}
