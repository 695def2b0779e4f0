import { Failure } from '#core/lib/failure.ts';
import { isOpenStatus } from '#core/model/job-status.ts';
import type { Job, RowOf, TableName } from '#core/model/records.ts';
import { changes } from '#wire/bell.ts';
import type { ApiContext } from './ports.ts';

/**
 * Yields the row of a job now, after each notification of the bell, and every `pollMs`. The caller stops it by leaving the loop.
 */
export async function* followJob(context: ApiContext, id: string): AsyncGenerator<Job> {
  for await (const job of followRow(context, 'jobs', id)) {
    if (!job) {
      throw new Failure('JOB_NOT_FOUND');
    }
    yield job;
  }
}

/** Does the same as `followJob` for a row of any table; undefined if there is no such row. */
export async function* followRow<T extends TableName>(
  { store, bell, timing }: ApiContext,
  table: T,
  id: string,
): AsyncGenerator<RowOf<T> | undefined> {
  for await (const _ of changes(bell, table, timing.pollMs)) {
    yield await store.get(table, id);
  }
}

/**
 * Returns the job when it has completed. Throws the failure of the job, or CANCELED. Throws ENGINE_UNAVAILABLE if no tab has been
 * open for a while; the job then stays in the queue.
 */
export async function waitForJob(context: ApiContext, id: string): Promise<Job> {
  let engineSeenAt = performance.now();
  for await (const job of followJob(context, id)) {
    if (job.status === 'completed') {
      return job;
    }
    if (!isOpenStatus(job.status)) {
      throw job.error ? Failure.fromWire(job.error) : new Failure('INTERNAL');
    }
    if (await context.hasEngine()) {
      engineSeenAt = performance.now();
    } else if (performance.now() - engineSeenAt > context.timing.engineGraceMs) {
      throw new Failure('ENGINE_UNAVAILABLE', {
        message: `No tab is open to process runs. Run ${id} stays in the queue; open the workspace in a browser to continue it, and repeat the same call to join it.`,
        details: { envelopeId: id, retryAfterSeconds: 5 },
      });
    }
  }
  throw new Failure('JOB_NOT_FOUND');
}
