import { isOpenStatus } from '#core/model/job-status.ts';
import type { JobView } from '#operations/jobs.ts';
import { getJob } from '#store/jobs.ts';
import { changes } from '#wire/bell.ts';
import type { ApiContext } from '../ports.ts';
import { toJobView } from '../views.ts';

/** Yields a job after every change until it has ended, waits for review, or `signal` is aborted. Throws JOB_NOT_FOUND. */
export async function* followUntilDue(
  context: ApiContext,
  envelopeId: string,
  signal: AbortSignal,
): AsyncGenerator<JobView, void> {
  for await (const _ of changes(context.bell, 'jobs', context.timing.pollMs, signal)) {
    const job = await toJobView(context, await getJob(context.store, envelopeId));
    yield job;
    if (job.status === 'awaiting_review' || !isOpenStatus(job.status)) {
      return;
    }
  }
}
