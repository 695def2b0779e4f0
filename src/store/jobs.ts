import { Failure } from '#core/lib/failure.ts';
import { isOpenStatus } from '#core/model/job-status.ts';
import type { JobProgress } from '#core/protocol/run.ts';
import type { Checkpoint, Job } from '#core/model/records.ts';
import { dropUnused, removeAssets, useTables } from './asset-uses.ts';
import { removeCanvas } from './canvases.ts';
import { bookJob, endJob, failJob, jobTables, moveJob, putJob, type JobEnd, type JobTransaction } from './job-moves.ts';
import type { Rows, Store, Transaction } from './store.ts';
import { listStepFiles, sweepMade } from './sweep.ts';

/** Writes a new job and reserves its credits. Resumes an identical lost run from its checkpoint. Throws the errors of `reserve`. */
export async function enqueueJob(transaction: JobTransaction, job: Job): Promise<void> {
  await bookJob(transaction, job, 'reserve', job.createdAt);
  await transaction.put('jobs', { ...job, ...(await inheritCheckpoint(transaction, job)) });
}

/** Takes over the checkpoint and the progress of an identical lost run. */
async function inheritCheckpoint(
  transaction: Transaction<'jobs' | 'checkpoints'>,
  { id, fingerprint }: Job,
): Promise<Partial<Job>> {
  for (const lost of await transaction.list('jobs', { index: 'fingerprint', value: fingerprint })) {
    const checkpoint = lost.status === 'failed' ? await transaction.get('checkpoints', lost.id) : undefined;
    if (checkpoint) {
      await transaction.remove('checkpoints', lost.id);
      await transaction.put('checkpoints', { ...checkpoint, id });
      return { progress: lost.progress };
    }
  }
  return {};
}

/**
 * Sets the oldest queued job to running and returns it, with its progress if it resumes from a checkpoint; undefined if no job is
 * queued. Only the holder of the engine lock may call this, under its `engineId`.
 */
export const claimJob = (store: Store, engineId: string, now: number): Promise<Job | undefined> =>
  store.transact(['jobs', 'checkpoints'], async (transaction) => {
    const queued = await transaction.list('jobs', { index: 'status', value: 'queued' });
    const [oldest] = queued.toSorted((a, b) => a.createdAt - b.createdAt);
    if (!oldest) {
      return undefined;
    }
    const goesOn = (await transaction.get('checkpoints', oldest.id)) !== undefined;
    return moveJob(transaction, oldest, 'running', {
      engineId,
      startedAt: now,
      updatedAt: now,
      progress: goesOn ? oldest.progress : 0,
      framesDone: 0,
      stage: 'Starting',
    });
  });

/** Stores the progress of a running job. Returns whether the run should continue. A run that progressed may be lost again. */
export const checkpointJob = (store: Store, checkpoint: Checkpoint, now: number): Promise<boolean> =>
  store.transact(['jobs', 'checkpoints'], async (transaction) => {
    const job = await transaction.get('jobs', checkpoint.id);
    if (job?.status !== 'running' || job.isCancelRequested) {
      return false;
    }
    await transaction.put('checkpoints', checkpoint);
    await putJob(transaction, job, { ...job, losses: { count: 0, atFrame: 0 }, updatedAt: now });
    return true;
  });

/** Writes the progress of a running job. Returns whether the run should continue. */
export const reportJob = (store: Store, id: string, progress: JobProgress, now: number): Promise<boolean> =>
  store.transact(['jobs'], async (transaction) => {
    const job = await transaction.get('jobs', id);
    if (job?.status !== 'running' || job.isCancelRequested) {
      return false;
    }
    await putJob(transaction, job, { ...job, ...progress, updatedAt: now });
    return true;
  });

/**
 * Writes the rows, credits and status of a job whose run has ended, in one transaction. Does nothing if the job is not running any
 * more: another thread has ended it, or a snapshot was restored.
 */
export const settleJob = (store: Store, id: string, end: JobEnd, now: number): Promise<void> =>
  store.transact(jobTables, async (transaction) => {
    const job = await transaction.get('jobs', id);
    if (job?.status !== 'running') {
      return;
    }
    // The caller of cancel received a confirmation, so a result that arrives a moment later is not charged.
    const due: JobEnd = job.isCancelRequested ? { status: 'canceled' } : end;
    await (due.status === 'failed' ? failJob(transaction, job, due.error, now) : endJob(transaction, job, due, now));
  });

/** Requests a running job to stop, or ends a waiting one. Throws JOB_NOT_FOUND and NOT_CANCELABLE. */
export async function cancelJob(store: Store, id: string, now: number): Promise<Job> {
  const files = await listJobFiles(store, id);
  const job = await cancelRow(store, id, now);
  if (!isOpenStatus(job.status)) {
    await sweepMade(store, files);
  }
  return job;
}

const cancelRow = (store: Store, id: string, now: number): Promise<Job> =>
  store.transact(jobTables, async (transaction) => {
    const job = await getJob(transaction, id);
    if (!isOpenStatus(job.status)) {
      throw new Failure('NOT_CANCELABLE', { message: `This job is ${job.status} already, so it cannot be canceled.` });
    }
    if (job.status !== 'running') {
      return endJob(transaction, job, { status: 'canceled' }, now);
    }
    return putJob(transaction, job, {
      ...job,
      isCancelRequested: true,
      stage: 'Canceling',
      etaSeconds: null,
      updatedAt: now,
    });
  });

/**
 * Deletes an ended job and its results, except those that other canvases use. Throws JOB_NOT_FOUND, and IN_FLIGHT for an open job.
 */
export async function deleteJob(store: Store, id: string): Promise<void> {
  const held = await store.bytes.held();
  const files = await store.transact([...useTables, 'assets', 'checkpoints'], async (transaction) => {
    const job = await getJob(transaction, id);
    if (isOpenStatus(job.status)) {
      throw new Failure('IN_FLIGHT', { message: `This job is ${job.status}; cancel it first, or wait for it to end.` });
    }
    // Read within the transaction, because another run may have taken over the checkpoint of this one before.
    const left = await listJobFiles(transaction, id);
    const made = await transaction.list('assets', { index: 'jobId', value: id });
    await Promise.all([
      ...(job.canvasId === null ? [] : [removeCanvas(transaction, job.canvasId)]),
      transaction.remove('checkpoints', id),
      transaction.remove('jobs', id),
    ]);
    await removeAssets(transaction, made, held);
    return left;
  });
  await sweepMade(store, files);
  await dropUnused(store);
}

/** Lists the files of a job: its assets, and the files of its checkpoint. */
export async function listJobFiles(rows: Rows<'assets' | 'checkpoints'>, id: string): Promise<string[]> {
  const [made, checkpoint] = await Promise.all([
    rows.list('assets', { index: 'jobId', value: id }),
    rows.get('checkpoints', id),
  ]);
  return [...made.map(({ file }) => file), ...(checkpoint ? listStepFiles(checkpoint) : [])];
}

/** Returns a job. Throws JOB_NOT_FOUND. */
export async function getJob(rows: Pick<Rows<'jobs'>, 'get'>, id: string): Promise<Job> {
  const job = await rows.get('jobs', id);
  if (!job) {
    throw new Failure('JOB_NOT_FOUND');
  }
  return job;
}
