import { Failure } from '#core/lib/failure.ts';
import type { Job } from '#core/model/records.ts';
import { endJob, failJob, jobTables, moveJob, type JobTransaction } from './job-moves.ts';
import type { Store } from './store.ts';

/** The number of losses at the same position after which a run fails. */
const lossesMax = 2;

/** The number of frames within which losses are at the same position. A run reports its frames a few times per second, not each. */
const sameFrames = 24;

/**
 * Queues the running jobs of an ended engine again. They count as lost, unless the engine is one of `endedEngines`, whose tab the
 * user closed or reloaded.
 */
export const recoverJobs = (store: Store, endedEngines: readonly string[], now: number): Promise<void> =>
  store.transact(jobTables, (transaction) =>
    requeueRunning(transaction, ({ engineId }) => engineId !== null && endedEngines.includes(engineId), now),
  );

/** Queues the running jobs again. They count as lost, except those that `isPlanned` accepts. */
export async function requeueRunning(
  transaction: JobTransaction,
  isPlanned: (job: Job) => boolean,
  now: number,
): Promise<void> {
  for (const orphan of await transaction.list('jobs', { index: 'status', value: 'running' })) {
    await requeue(transaction, isPlanned(orphan) ? orphan : countLoss(orphan), new Failure('ENGINE_LOST'), now);
  }
}

/** Queues a run again whose worker died, or fails it. `failure` contains the reason. */
export const loseJob = (store: Store, id: string, failure: Failure, now: number): Promise<void> =>
  store.transact(jobTables, async (transaction) => {
    const job = await transaction.get('jobs', id);
    if (job?.status === 'running') {
      await requeue(transaction, countLoss(job), failure, now);
    }
  });

/** Counts a loss. The count starts again if the run has progressed since the last loss. */
function countLoss(job: Job): Job {
  const { losses, framesDone } = job;
  const isFurther = losses.count > 0 && framesDone > losses.atFrame + sameFrames;
  return {
    ...job,
    losses: { count: isFurther ? 1 : losses.count + 1, atFrame: Math.max(framesDone, losses.atFrame) },
  };
}

/** Queues a lost run again. Fails it instead if it was lost too often, and cancels it if a cancellation was requested. */
async function requeue(transaction: JobTransaction, job: Job, failure: Failure, now: number): Promise<void> {
  if (job.isCancelRequested) {
    await endJob(transaction, job, { status: 'canceled' }, now);
  } else if (job.losses.count >= lossesMax) {
    await failJob(transaction, job, failure.toWire(), now);
  } else {
    await moveJob(transaction, job, 'queued', { updatedAt: now, stage: 'Waiting', etaSeconds: null });
  }
}
