import type { JobView } from '#operations/jobs.ts';
import { dataOf, type Product } from '../../test/support/product.ts';

const pollMs = 100;

/** Waits until a job is there, and tells of each look at it on the way. Throws an Error for one that ends otherwise. */
export async function reach(
  product: Pick<Product, 'job'>,
  id: string,
  status: JobView['status'],
  onLook: (job: JobView) => void = () => undefined,
): Promise<JobView> {
  for (;;) {
    const job = await product.job(id);
    onLook(job);
    if (job.status === status) {
      return job;
    }
    if (['failed', 'canceled', 'completed'].includes(job.status) || job.error) {
      throw new Error(`${job.recipeId} is ${job.status}: ${job.error?.errorCode} ${job.error?.message}`);
    }
    await new Promise((resolved) => setTimeout(resolved, pollMs));
  }
}

/** A run from its call over the proposal, which is approved as it is, to the file; seconds from the call, and from the approval. */
export async function timeReviewedRun(
  product: Pick<Product, 'job' | 'api'>,
  recipeId: string,
  input: object,
): Promise<{ readonly waiting: JobView; readonly proposal: number; readonly video: number }> {
  const startedAt = performance.now();
  const { id } = dataOf((await product.api<JobView>('POST', `/v1/run/${recipeId}`, input)).body);
  const waiting = await reach(product, id, 'awaiting_review');
  const proposedAt = performance.now();
  dataOf((await product.api('POST', `/v1/jobs/${id}/review`, { decision: 'approve' })).body);
  await reach(product, id, 'completed');
  return { waiting, proposal: (proposedAt - startedAt) / 1000, video: (performance.now() - proposedAt) / 1000 };
}
