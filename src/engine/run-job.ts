import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import { describeLongRun } from '#core/model/long-run.ts';
import type { ModelEntry, RunnableModel } from '#core/model/models.ts';
import type { Recipe } from '#core/protocol/operation.ts';
import type { Asset, Checkpoint, Job } from '#core/model/records.ts';
import type { JobProgress, Proposal, RunContext, Runners, RunResult } from '#core/protocol/run.ts';
import { findRecipeId, recipes } from '#recipes/catalog.ts';
import { newCanvas } from '#store/canvases.ts';
import { checkpointJob, listJobFiles, reportJob, settleJob } from '#store/jobs.ts';
import { loseJob } from '#store/losses.ts';
import { getRunnableModel } from '#store/models.ts';
import { proposeJob } from '#store/reviews.ts';
import type { Store } from '#store/store.ts';
import { dropMade, sweepMade } from '#store/sweep.ts';
import { startFault } from './run-faults.ts';
import { createContext, Work } from './context.ts';
import { measureRun, StartMeter } from './measure.ts';
import type { EnginePorts } from './ports.ts';
import { watchRun, type RunWatch } from './watch-run.ts';

/** The outcome of one attempt at a job. */
type Outcome = { readonly proposed: Proposal<unknown> } | { readonly made: RunResult };

/** Works on a claimed job until it has ended, waits for review, or was lost, or until `signal` aborts. */
export async function runJob(ports: EnginePorts, job: Job, signal: AbortSignal): Promise<void> {
  const { store, bell, clock, pool } = ports;
  const { promise: finished, resolve: finish } = createDeferred();
  const watch = watchRun(ports, job.id);
  const interrupt = (): void => watch.stopRun(signal.reason);
  signal.addEventListener('abort', interrupt);
  if (signal.aborted) {
    interrupt();
  }
  const keep = (checkpoint: Checkpoint): Promise<void> => keepCheckpoint(ports, watch, checkpoint);
  const checkpoint = await store.get('checkpoints', job.id);
  const work = new Work({ store, clock, job, checkpoint, keep, finished });
  // The list contains preview images of a proposal, whose checkpoint may be deleted.
  const before = await listJobFiles(store, job.id);
  try {
    // Awaited separately from the run: a run that began after the cancellation would start workers that are never terminated.
    const [materials, models] = await Promise.race([
      Promise.all([getMaterials(store, job), getModels(ports, job)]),
      watch.canceled,
    ]);
    const fault = await startFault(ports, watch, job);
    const startMeter = new StartMeter();
    const report = (progress: JobProgress): void => {
      startMeter.note(clock.now() - (job.startedAt ?? clock.now()), progress.framesDone ?? 0);
      reportProgress(ports, watch, job.id, progress);
      fault.reach(progress.progress ?? 0);
    };
    const context = createContext({ store, clock, job, materials, models, runners: pool.runners, work, report });
    const outcome = await Promise.race([attempt(ports, context), watch.canceled, pool.crashed()]);
    await fault.finish();
    await settle(ports, job, work, outcome, startMeter);
    pool.rest();
  } catch (thrown) {
    // Discards the remaining work of the workers.
    pool.terminate();
    if (!signal.aborted) {
      await settleFailed(ports, job, toFailure(thrown), work.files);
    }
  } finally {
    watch.end();
    signal.removeEventListener('abort', interrupt);
    finish();
    bell.ring('jobs');
    await sweepMade(store, [...before, ...work.files]);
  }
}

const getMaterials = (store: Store, { materialIds }: Job): Promise<Asset[]> =>
  Promise.all(
    materialIds.map(async (id) => {
      const material = await store.get('assets', id);
      if (!material) {
        throw new Failure('MATERIAL_NOT_FOUND', {
          message: 'The material was deleted before the run began; add it again, and start the run again.',
        });
      }
      return material;
    }),
  );

const getModels = ({ store, models }: EnginePorts, { modelIds }: Job): Promise<RunnableModel<ModelEntry>[]> =>
  Promise.all(modelIds.map((id) => getRunnableModel(store, models, id)));

/**
 * Runs the half of the run that is due. Parses the input and the proposal of the row again, so that a job fails if they do not suit
 * the recipe of this version of the product.
 */
async function attempt({ runs }: EnginePorts, context: RunContext<Runners>): Promise<Outcome> {
  const { job } = context;
  const id = findRecipeId(job.recipeId);
  const run = id && runs[id];
  if (!run) {
    throw new Failure('INTERNAL', {
      message: `This version of Offcut has no recipe "${job.recipeId}"; update Offcut.`,
    });
  }
  const recipe: Recipe = recipes[id];
  const input = recipe.input.parse(job.input);
  const proposal = job.proposal === null ? null : (recipe.proposal?.parse(job.proposal) ?? null);
  return run.propose && job.decision !== 'approve'
    ? { proposed: await run.propose(context, input, proposal) }
    : { made: await run.make(context, input, proposal) };
}

async function settle(
  { store, bell, clock }: EnginePorts,
  job: Job,
  work: Work,
  outcome: Outcome,
  startMeter: StartMeter,
): Promise<void> {
  const now = clock.now();
  if ('proposed' in outcome) {
    const { proposal, previews, draft, warnings } = outcome.proposed;
    const proposed = {
      proposal,
      warnings,
      previews: previews.map(({ atSeconds, asset }) => ({ atSeconds, assetId: asset.id })),
      draft: draft ? { documentId: draft.document.id, partIds: draft.parts.map(({ id }) => id) } : null,
      assets: [...previews.map(({ asset }) => asset), ...(draft ? [draft.document, ...draft.parts] : [])],
      checkpoint: work.toCheckpoint(),
      isApproved: job.input['autoApprove'] === true,
    };
    await proposeJob(store, job.id, proposed, now);
    return;
  }
  const { document, durationSeconds, warnings, ...made } = outcome.made;
  const { workedMs } = work;
  const long = describeLongRun(workedMs / 1000, 'took');
  // The warnings of the proposal stay.
  const allWarnings = [...new Set([...job.warnings, ...warnings, ...(long === null ? [] : [long])])];
  const canvas = document && newCanvas(document, job.id, now);
  await settleJob(store, job.id, { status: 'completed', ...made, warnings: allWarnings, canvas }, now);
  bell.ring('assets');
  if (canvas) {
    bell.ring('canvases');
  }
  await measureRun(store, job, { durationSeconds, startMs: startMeter.toStartMs(workedMs), workMs: workedMs });
}

/** Requeues a run whose worker died, like a run whose tab closed. An error of the run itself ends the run or the regeneration. */
async function settleFailed(
  { store, clock }: EnginePorts,
  job: Job,
  failure: Failure,
  files: readonly string[],
): Promise<void> {
  if ((await store.get('jobs', job.id))?.status !== 'running') {
    // A restored snapshot has replaced the row. Its files belong to the next attempt.
    return;
  }
  if (failure.code === 'ENGINE_LOST') {
    await loseJob(store, job.id, failure, clock.now());
    return;
  }
  // A proposal that still waits keeps its checkpoint, unless the disk is full.
  if (!job.lastProposed || failure.code === 'STORAGE_FULL') {
    // Files are deleted first, because on a full disk not even the row could be written.
    await dropMade(store, files);
  }
  await settleJob(store, job.id, { status: 'failed', error: failure.toWire() }, clock.now());
}

function reportProgress({ store, bell, clock }: EnginePorts, watch: RunWatch, id: string, progress: JobProgress): void {
  if (watch.isOver) {
    return;
  }
  watch.touch();
  reportJob(store, id, progress, clock.now()).then((goesOn) => {
    if (!goesOn) {
      watch.stopRun(new Failure('CANCELED'));
    }
    bell.ring('jobs');
  }, watch.stopRun);
}

async function keepCheckpoint({ store, clock }: EnginePorts, watch: RunWatch, checkpoint: Checkpoint): Promise<void> {
  if (watch.isOver) {
    throw new Failure('CANCELED');
  }
  watch.touch();
  if (!(await checkpointJob(store, checkpoint, clock.now()))) {
    watch.stopRun(new Failure('CANCELED'));
  }
}

/** Converts an error of a run to a failure for the row of its job. A defect is logged here, once. */
function toFailure(thrown: unknown): Failure {
  if (!(thrown instanceof Failure)) {
    // oxlint-disable-next-line no-console -- the only trace of a defect in a run
    console.error(thrown);
  }
  return Failure.from(thrown);
}
