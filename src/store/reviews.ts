import { Failure } from '#core/lib/failure.ts';
import { isOpenStatus } from '#core/model/job-status.ts';
import type { Asset, Checkpoint, Job } from '#core/model/records.ts';
import {
  endJob,
  jobTables,
  moveJob,
  removePreviews,
  reviewDays,
  waitingSince,
  type JobTransaction,
} from './job-moves.ts';
import { getJob, listJobFiles } from './jobs.ts';
import type { Store } from './store.ts';
import { sweepMade } from './sweep.ts';

/** A proposal to be written. The bytes of `assets`, its preview images and the files of its canvas, must be written before. */
export type Proposed = {
  readonly proposal: unknown;
  readonly previews: Job['previews'];
  readonly draft: Job['draft'];
  readonly assets: readonly Asset[];
  readonly warnings: string[];
  /** The state from which the second half of the run resumes. */
  readonly checkpoint: Checkpoint;
  /** True if the run continues without a review. */
  readonly isApproved: boolean;
};

/** Writes a proposal. The job then waits for review, its credits stay reserved, and its losses are reset. */
export const proposeJob = (store: Store, id: string, proposed: Proposed, now: number): Promise<void> =>
  store.transact(jobTables, async (transaction) => {
    const job = await transaction.get('jobs', id);
    if (job?.status !== 'running') {
      return;
    }
    if (job.isCancelRequested) {
      await endJob(transaction, job, { status: 'canceled' }, now);
      return;
    }
    const { proposal, previews, draft, assets, warnings, checkpoint, isApproved } = proposed;
    await removePreviews(transaction, job);
    await Promise.all([
      ...assets.map((asset) => transaction.put('assets', asset)),
      transaction.put('checkpoints', checkpoint),
    ]);
    const approved = { stage: 'Waiting', decision: 'approve', reviewExpiresAt: null } as const;
    await moveJob(transaction, job, isApproved ? 'queued' : 'awaiting_review', {
      ...waitingSince(now),
      ...(isApproved && approved),
      proposal,
      previews,
      draft,
      warnings,
    });
  });

/** The decision of the user on a proposal. */
export type Review =
  | { readonly decision: 'reject' }
  | { readonly decision: 'approve'; readonly proposal: unknown; readonly isEdited: boolean }
  | {
      readonly decision: 'regenerate';
      readonly proposal: unknown;
      readonly isEdited: boolean;
      readonly change: Pick<Job, 'input' | 'fingerprint' | 'modelIds'>;
    };

/**
 * Queues a job that waits for review again, or ends it. Throws JOB_NOT_FOUND. Throws NOT_REVIEWABLE if the job is not waiting, or
 * if its proposal is not the one at `seen`, the `updatedAt` of the reviewed row.
 */
export async function reviewJob(store: Store, id: string, seen: number, review: Review, now: number): Promise<Job> {
  const files = await listJobFiles(store, id);
  const job = await store.transact(jobTables, async (transaction) => {
    const waiting = await getJob(transaction, id);
    refuseUnlessWaiting(waiting);
    if (waiting.updatedAt !== seen) {
      throw anotherProposal();
    }
    return decide(transaction, waiting, review, now);
  });
  // A run that continues may be writing its files already.
  if (!isOpenStatus(job.status)) {
    await sweepMade(store, files);
  }
  return job;
}

/** The failure of a review of an outdated proposal. */
export const anotherProposal = (): Failure =>
  new Failure('NOT_REVIEWABLE', { message: 'Another review of this job was faster; read the job again.' });

/** Throws NOT_REVIEWABLE. */
export function refuseUnlessWaiting({ status }: Job): void {
  if (status !== 'awaiting_review') {
    throw new Failure('NOT_REVIEWABLE', { message: `This job is ${status}, so it is not waiting for review.` });
  }
}

async function decide(transaction: JobTransaction, job: Job, review: Review, now: number): Promise<Job> {
  const queued = { stage: 'Waiting', updatedAt: now, reviewExpiresAt: null, error: null } as const;
  if (review.decision === 'reject') {
    return endJob(transaction, job, { status: 'canceled' }, now);
  }
  const { decision, proposal, isEdited } = review;
  const { input, fingerprint, modelIds } = job;
  const change = decision === 'approve' ? {} : { ...review.change, lastProposed: { input, fingerprint, modelIds } };
  // A proposal from an edited proposal differs from the proposal for the original input.
  const isProposalEdited = isEdited || job.isProposalEdited;
  return moveJob(transaction, job, 'queued', { ...queued, ...change, decision, proposal, isProposalEdited });
}

/** Cancels the jobs whose review time has expired, with a failure that explains it. Returns their number. */
export async function expireReviews(store: Store, now: number): Promise<number> {
  const waiting = await store.list('jobs', { index: 'status', value: 'awaiting_review' });
  const late = waiting.filter((job) => (job.reviewExpiresAt ?? now) < now);
  for (const { id } of late) {
    const files = await listJobFiles(store, id);
    await store.transact(jobTables, async (transaction) => {
      const job = await transaction.get('jobs', id);
      if (job?.status === 'awaiting_review') {
        await endJob(transaction, job, { status: 'canceled', error: toExpired().toWire() }, now);
      }
    });
    await sweepMade(store, files);
  }
  return late.length;
}

/**
 * Creates the failure only when it is needed. An error that is created while a module is evaluated makes V8 read the whole module
 * again for its stack.
 */
const toExpired = (): Failure =>
  new Failure('CANCELED', {
    message: `The run was canceled because its proposal was not reviewed within ${reviewDays} days; start the run again.`,
  });
