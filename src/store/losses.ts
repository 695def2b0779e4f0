import { Failure } from '#core/lib/failure.ts';
import type { Job } from '#core/model/records.ts';
import { endJob, failJob, jobTables, moveJob, type JobTransaction } from './job-moves.ts';
import type { Store } from './store.ts';

/** The number of losses at the same place after which a run fails. */
const lossesMax = 2;

/** The distance within which losses count as the same place: a run reports frames a few times a second, not each. */
const sameFrames = 24;

/**
 * Queues the running jobs of an engine that is gone again: as lost, unless the engine is one of `endedEngines`, whose tab was
 * closed or reloaded by somebody.
 */
export const recoverJobs = (store: Store, endedEngines: readonly string[], now: number): Promise<void> =>
  store.transact(jobTables, async (transaction) => {
    for (const orphan of await transaction.list('jobs', { index: 'status', value: 'running' })) {
      const hasEnded = orphan.engineId !== null && endedEngines.includes(orphan.engineId);
      await requeue(transaction, hasEnded ? orphan : countLoss(orphan), new Failure('ENGINE_LOST'), now);
    }
  });

/** Records that a worker of a run died; `failure` contains the reason. */
export const loseJob = (store: Store, id: string, failure: Failure, now: number): Promise<void> =>
  store.transact(jobTables, async (transaction) => {
    const job = await transaction.get('jobs', id);
    if (job?.status === 'running') {
      await requeue(transaction, countLoss(job), failure, now);
    }
  });

/** A loss counts with those before it only where the run has got no further. */
function countLoss(job: Job): Job {
  const { losses, framesDone } = job;
  const isFurther = losses.count > 0 && framesDone > losses.atFrame + sameFrames;
  return {
    ...job,
    losses: { count: isFurther ? 1 : losses.count + 1, atFrame: Math.max(framesDone, losses.atFrame) },
  };
}

/** A lost run is queued once more, or failed when it was lost too often; canceled if that was asked for. */
async function requeue(transaction: JobTransaction, job: Job, failure: Failure, now: number): Promise<void> {
  if (job.isCancelRequested) {
    await endJob(transaction, job, { status: 'canceled' }, now);
  } else if (job.losses.count >= lossesMax) {
    await failJob(transaction, job, failure.toWire(), now);
  } else {
    await moveJob(transaction, job, 'queued', { updatedAt: now, stage: 'Waiting', etaSeconds: null });
  }
}
