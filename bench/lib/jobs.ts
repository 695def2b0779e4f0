import type { JobView } from '#operations/jobs.ts';
import { watchJob } from '#client/watch-job.ts';
import { getData, type Product } from '#test/support/product.ts';

type Served = Pick<Product, 'connection'>;

/**
 * Waits until a job is completed, and reports each change on the way. It follows the job's events, as pages do, because polling
 * would take a part of the measured time. Throws an Error for a job with another end.
 */
export async function reach(
  product: Served,
  id: string,
  status: JobView['status'],
  onLook: (job: JobView) => void = () => undefined,
): Promise<JobView> {
  for await (const event of watchJob(product.connection, id)) {
    if (event.type === 'preview') {
      continue;
    }
    const { job } = event;
    onLook(job);
    if (job.status === status) {
      return job;
    }
    if (['failed', 'canceled', 'completed'].includes(job.status) || job.error) {
      throw new Error(`${job.recipeId} is ${job.status}: ${job.error?.errorCode} ${job.error?.message}`);
    }
  }
  throw new Error(`nothing more is told of ${id}, which is not ${status}`);
}

/**
 * Runs a recipe from its call over the unchanged approval of the proposal to the file. Returns the seconds from the call, and from
 * the approval.
 */
export async function timeReviewedRun(
  product: Served & Pick<Product, 'api'>,
  recipeId: string,
  input: object,
): Promise<{ readonly waiting: JobView; readonly proposal: number; readonly video: number }> {
  const startedAt = performance.now();
  const { id } = getData((await product.api<JobView>('POST', `/v1/run/${recipeId}`, input)).body);
  const waiting = await reach(product, id, 'awaiting_review');
  const proposedAt = performance.now();
  getData((await product.api('POST', `/v1/jobs/${id}/review`, { decision: 'approve' })).body);
  await reach(product, id, 'completed');
  return { waiting, proposal: (proposedAt - startedAt) / 1000, video: (performance.now() - proposedAt) / 1000 };
}
