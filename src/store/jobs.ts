import { Failure, type WireFailure } from '#core/failure.ts';
import { isOpenStatus, jobMoves, type JobStatus } from '#core/job-status.ts';
import { charge, release, reserve, type Books } from '#core/ledger.ts';
import type { Account, Asset, Canvas, Checkpoint, Job } from '#core/records.ts';
import type { Store, Transaction } from './store.ts';
import { sweepMade } from './sweep.ts';

/** How often a run may be lost at the same place before it counts as failed. */
const attemptsMax = 2;

/** What a new browser starts with. */
const newAccount: Account = {
  id: 'account',
  projectName: 'Local project',
  plan: 'local',
  balance: 500,
  reserved: 0,
  caps: { maxFileBytes: null, maxStorageBytes: null, requestsPerMinute: null, ticketSeconds: null },
};

/** The account; a new one where none has been written yet. */
export const readAccount = async (rows: Pick<Store, 'get'>): Promise<Account> =>
  (await rows.get('account', 'account')) ?? newAccount;

/** Writes a new job and reserves its credits. Throws what `reserve` throws. */
export async function enqueueJob(transaction: Transaction, job: Job): Promise<void> {
  await book(transaction, job, (books) => reserve(books, job.credits));
  await transaction.put('jobs', job);
}

/** Makes the oldest queued job running and gives it out, with its progress if it goes on from a checkpoint; undefined when nothing waits. Only the holder of the engine lock may. */
export const claimJob = (store: Store, now: number): Promise<Job | undefined> =>
  store.transact(async (transaction) => {
    const queued = await transaction.list('jobs', { index: 'status', value: 'queued' });
    const [oldest] = queued.toSorted((a, b) => a.createdAt - b.createdAt);
    if (!oldest) {
      return undefined;
    }
    const goesOn = (await transaction.get('checkpoints', oldest.id)) !== undefined;
    return move(transaction, oldest, 'running', {
      attempts: oldest.attempts + 1,
      startedAt: now,
      updatedAt: now,
      progress: goesOn ? oldest.progress : 0,
      stage: 'Starting',
    });
  });

/** Every running job of an engine that is gone is lost. */
export const recoverJobs = (store: Store, now: number): Promise<void> =>
  store.transact(async (transaction) => {
    for (const orphan of await transaction.list('jobs', { index: 'status', value: 'running' })) {
      await requeue(transaction, orphan, new Failure('ENGINE_LOST'), now);
    }
  });

/** A thread under a run has died, as `failure` tells. */
export const loseJob = (store: Store, id: string, failure: Failure, now: number): Promise<void> =>
  store.transact(async (transaction) => {
    const job = await transaction.get('jobs', id);
    if (job?.status === 'running') {
      await requeue(transaction, job, failure, now);
    }
  });

/** A lost run is queued once more, or failed when that was done at the same place before; canceled if that was asked for. */
async function requeue(transaction: Transaction, job: Job, failure: Failure, now: number): Promise<void> {
  if (job.isCancelRequested) {
    await endJob(transaction, job, { status: 'canceled' }, now);
  } else if (job.attempts >= attemptsMax) {
    await endJob(transaction, job, { status: 'failed', error: failure.toWire() }, now);
  } else {
    await move(transaction, job, 'queued', { updatedAt: now, stage: 'Waiting', etaSeconds: null });
  }
}

/** Notes how far a run is, if it still runs; answers whether it should go on. A run that got further may be lost again. */
export const checkpointJob = (store: Store, checkpoint: Checkpoint, now: number): Promise<boolean> =>
  store.transact(async (transaction) => {
    const job = await transaction.get('jobs', checkpoint.id);
    if (job?.status !== 'running' || job.isCancelRequested) {
      return false;
    }
    await transaction.put('checkpoints', checkpoint);
    await transaction.put('jobs', { ...job, attempts: 1, updatedAt: now });
    return true;
  });

/** Writes progress if the job still runs; answers whether it should go on. */
export const reportJob = (
  store: Store,
  id: string,
  progress: Partial<Pick<Job, 'stage' | 'progress' | 'etaSeconds' | 'framesPerSecond' | 'preview'>>,
  now: number,
): Promise<boolean> =>
  store.transact(async (transaction) => {
    const job = await transaction.get('jobs', id);
    if (job?.status !== 'running' || job.isCancelRequested) {
      return false;
    }
    await transaction.put('jobs', { ...job, ...progress, updatedAt: now });
    return true;
  });

/** How a job ends. The bytes of `assets` are written before. */
export type JobEnd =
  | {
      readonly status: 'completed';
      readonly assets: readonly Asset[];
      readonly canvas: Canvas;
      readonly warnings: string[];
    }
  | { readonly status: 'failed'; readonly error: WireFailure }
  | { readonly status: 'canceled' };

/** Rows, credits and status of an ended job in one transaction. Nothing happens when the job has ended before. */
export const settleJob = (store: Store, id: string, end: JobEnd, now: number): Promise<void> =>
  store.transact(async (transaction) => {
    const job = await transaction.get('jobs', id);
    if (job && isOpenStatus(job.status)) {
      // Who asked to cancel was told so: a result that comes a moment later is not charged for.
      await endJob(transaction, job, job.isCancelRequested ? { status: 'canceled' } : end, now);
    }
  });

/** Asks a running job to stop, or ends one that waits. Throws JOB_NOT_FOUND and NOT_CANCELABLE. */
export async function cancelJob(store: Store, id: string, now: number): Promise<Job> {
  const begun = await store.get('checkpoints', id);
  const job = await cancelRow(store, id, now);
  if (begun && !isOpenStatus(job.status)) {
    await sweepMade(
      store,
      begun.files.map(({ file }) => file),
    );
  }
  return job;
}

const cancelRow = (store: Store, id: string, now: number): Promise<Job> =>
  store.transact(async (transaction) => {
    const job = await transaction.get('jobs', id);
    if (!job) {
      throw new Failure('JOB_NOT_FOUND');
    }
    if (!isOpenStatus(job.status)) {
      throw new Failure('NOT_CANCELABLE', { message: `This job is ${job.status} already.` });
    }
    if (job.status !== 'running') {
      return endJob(transaction, job, { status: 'canceled' }, now);
    }
    const asked: Job = { ...job, isCancelRequested: true, stage: 'Canceling', updatedAt: now };
    await transaction.put('jobs', asked);
    return asked;
  });

/** Deletes an ended job with its result, its proxy and its canvas. Throws JOB_NOT_FOUND, and IN_FLIGHT before its end. */
export async function deleteJob(store: Store, id: string): Promise<void> {
  const files = await store.transact(async (transaction) => {
    const job = await transaction.get('jobs', id);
    if (!job) {
      throw new Failure('JOB_NOT_FOUND');
    }
    if (isOpenStatus(job.status)) {
      throw new Failure('IN_FLIGHT', { message: `This job is ${job.status}; cancel it first, or wait for it to end.` });
    }
    const made = [job.resultId, job.proxyId].filter((assetId) => assetId !== null);
    const assets = await Promise.all(made.map((assetId) => transaction.get('assets', assetId)));
    await Promise.all([
      ...made.map((assetId) => transaction.remove('assets', assetId)),
      ...(job.canvasId === null ? [] : [transaction.remove('canvases', job.canvasId)]),
      transaction.remove('jobs', id),
    ]);
    return assets.flatMap((asset) => (asset ? [asset.file] : []));
  });
  await Promise.all(files.map((file) => store.bytes.remove(file)));
}

async function endJob(transaction: Transaction, job: Job, end: JobEnd, now: number): Promise<Job> {
  await transaction.remove('checkpoints', job.id);
  const common = { updatedAt: now, endedAt: now, etaSeconds: null, framesPerSecond: null, preview: null };
  if (end.status !== 'completed') {
    await book(transaction, job, (books) => release(books, job.credits));
    const error = end.status === 'failed' ? end.error : new Failure('CANCELED').toWire();
    return move(transaction, job, end.status, {
      ...common,
      error,
      stage: end.status === 'failed' ? 'Failed' : 'Canceled',
    });
  }
  await book(transaction, job, (books) => charge(books, job.credits));
  await Promise.all([
    ...end.assets.map((asset) => transaction.put('assets', asset)),
    transaction.put('canvases', end.canvas),
  ]);
  return move(transaction, job, 'completed', {
    ...common,
    stage: 'Done',
    progress: 1,
    areCreditsCharged: true,
    warnings: end.warnings,
    resultId: end.assets.find((asset) => asset.kind === 'result')?.id ?? null,
    proxyId: end.assets.find((asset) => asset.kind === 'proxy')?.id ?? null,
    canvasId: end.canvas.id,
  });
}

async function move(transaction: Transaction, job: Job, status: JobStatus, change: Partial<Job>): Promise<Job> {
  if (!jobMoves[job.status].includes(status)) {
    throw new Error(`a job cannot go from ${job.status} to ${status}`);
  }
  const moved: Job = { ...job, ...change, status };
  await transaction.put('jobs', moved);
  return moved;
}

/** Books on the account and on the key of a job. A key is never deleted while a job of it is open, so it is there. */
async function book(transaction: Transaction, job: Job, change: (books: Books) => Books): Promise<void> {
  const account = await readAccount(transaction);
  const key = await transaction.get('keys', job.keyId);
  if (!key) {
    throw new Error(`the key of job ${job.id} is gone`);
  }
  const books = change({ account, key });
  await Promise.all([transaction.put('account', books.account), transaction.put('keys', books.key)]);
}
