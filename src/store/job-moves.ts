import { Failure, type WireFailure } from '#core/lib/failure.ts';
import { bookings } from '#core/model/ledger.ts';
import { jobMoves, type JobStatus } from '#core/model/job-status.ts';
import type { Canvas } from '#core/model/canvas-rows.ts';
import type { Asset, Job } from '#core/model/records.ts';
import { noteBooking, readAccount } from './account.ts';
import type { Transaction } from './store.ts';

/** The tables that the end of a job reads and writes. */
export const jobTables = [
  'jobs',
  'checkpoints',
  'documents',
  'assets',
  'canvases',
  'account',
  'keys',
  'bookings',
] as const;
export type JobTransaction = Transaction<(typeof jobTables)[number]>;

/** The end of a job. The bytes of `assets` must be written before. `resultId` is the id of the requested result. */
export type JobEnd =
  | {
      readonly status: 'completed';
      readonly assets: readonly Asset[];
      readonly resultId: string;
      /** Null for a job without a canvas. */
      readonly canvas: Canvas | null;
      readonly warnings: string[];
    }
  | { readonly status: 'failed'; readonly error: WireFailure }
  | { readonly status: 'canceled'; readonly error?: WireFailure };

/** Writes a job with another status. Throws for a transition that `jobMoves` does not contain. */
export async function moveJob(
  transaction: Transaction<'jobs'>,
  job: Job,
  status: JobStatus,
  change: Partial<Job>,
): Promise<Job> {
  if (!jobMoves[job.status].includes(status)) {
    throw new Error(`a job cannot change from ${job.status} to ${status}`);
  }
  return putJob(transaction, job, { ...job, ...change, status });
}

/** The maximum number of entries in the log of a job. A run has few stages. */
const logMax = 100;

/** Writes a job and logs each change of status or stage. */
export async function putJob(transaction: Transaction<'jobs'>, before: Job, job: Job): Promise<Job> {
  const { status, stage, updatedAt: at, log } = job;
  const isNews = status !== before.status || stage !== before.stage;
  // Clients compare and sort the states of a job by `updatedAt`, so it must increase even within a millisecond or if the clock is
  // set back.
  const updatedAt = Math.max(at, before.updatedAt + 1);
  const noted = { ...job, updatedAt, ...(isNews && { log: [...log, { at, status, stage }].slice(-logMax) }) };
  await transaction.put('jobs', noted);
  return noted;
}

/** Ends a job: its rows, its credits, its status. The checkpoint of a lost run stays for the next identical call. */
export async function endJob(transaction: JobTransaction, job: Job, end: JobEnd, now: number): Promise<Job> {
  if (end.status !== 'failed' || end.error.code !== 'ENGINE_LOST') {
    await transaction.remove('checkpoints', job.id);
  }
  await transaction.remove('documents', job.id);
  await removePreviews(transaction, job);
  const common = {
    updatedAt: now,
    endedAt: now,
    etaSeconds: null,
    framesPerSecond: null,
    snapshot: null,
    previews: [],
    draft: null,
    reviewExpiresAt: null,
  };
  if (end.status !== 'completed') {
    await bookJob(transaction, job, 'release', now);
    const error = end.error ?? new Failure('CANCELED').toWire();
    return moveJob(transaction, job, end.status, {
      ...common,
      error,
      stage: end.status === 'failed' ? 'Failed' : 'Canceled',
    });
  }
  const { assets, canvas, resultId, warnings } = end;
  await bookJob(transaction, job, 'charge', now);
  await Promise.all([
    ...assets.map((asset) => transaction.put('assets', asset)),
    ...(canvas ? [transaction.put('canvases', canvas)] : []),
  ]);
  return moveJob(transaction, job, 'completed', {
    ...common,
    stage: 'Done',
    progress: 1,
    areCreditsCharged: true,
    warnings,
    resultId,
    proxyId: assets.find((asset) => asset.kind === 'proxy')?.id ?? null,
    canvasId: canvas?.id ?? null,
  });
}

/** The time for which a proposal waits for a review. */
export const reviewDays = 30;

/** Returns the fields of a job that begins to wait for review. */
export const waitingSince = (now: number) =>
  ({
    stage: 'Waiting for review',
    reviewExpiresAt: now + reviewDays * 24 * 3600 * 1000,
    decision: null,
    lastProposed: null,
    losses: { count: 0, atFrame: 0 },
    // The second half of a run counts its progress from zero.
    progress: 0,
    updatedAt: now,
    etaSeconds: null,
    framesPerSecond: null,
    snapshot: null,
  }) satisfies Partial<Job>;

/**
 * Ends a running job as failed. If it was to create another proposal, it waits for review again instead, with its last proposal,
 * its reserved credits, and the failure as its error.
 */
export async function failJob(transaction: JobTransaction, job: Job, error: WireFailure, now: number): Promise<Job> {
  if (job.status !== 'running' || !job.lastProposed) {
    return endJob(transaction, job, { status: 'failed', error }, now);
  }
  if (error.code === 'STORAGE_FULL') {
    // Its files were deleted to free storage.
    await transaction.remove('checkpoints', job.id);
  }
  return moveJob(transaction, job, 'awaiting_review', { ...waitingSince(now), ...job.lastProposed, error });
}

/** Removes the rows of the preview images and of the draft canvas of a proposal. */
export async function removePreviews(transaction: Transaction<'assets'>, { previews, draft }: Job): Promise<void> {
  const ofDraft = draft ? [draft.documentId, ...draft.partIds] : [];
  const ids = [...previews.map(({ assetId }) => assetId), ...ofDraft];
  await Promise.all(ids.map((id) => transaction.remove('assets', id)));
}

/**
 * Books the price of a job on the account and on its key, and writes an entry of the ledger. The key exists, because a key is never
 * deleted while one of its jobs is open. Throws the errors of `reserve`.
 */
export async function bookJob(
  transaction: Transaction<'account' | 'keys' | 'bookings'>,
  { id, recipeId, keyId, credits }: Job,
  kind: keyof typeof bookings,
  now: number,
): Promise<void> {
  if (credits === 0) {
    return;
  }
  const account = await readAccount(transaction);
  const key = await transaction.get('keys', keyId);
  if (!key) {
    throw new Error(`the key of job ${id} is missing`);
  }
  const books = bookings[kind]({ account, key }, credits);
  await Promise.all([transaction.put('account', books.account), transaction.put('keys', books.key)]);
  await noteBooking(transaction, books.account, { kind, credits, job: { id, recipeId, keyId } }, now);
}
