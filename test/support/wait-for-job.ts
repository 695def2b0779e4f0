import type { JobView } from '#operations/jobs.ts';
import type { Product } from './product.ts';

/** Returns the job after it has reached this status. Throws its error if it fails instead. */
export async function waitForJob(product: Product, id: string, status: JobView['status']): Promise<JobView> {
  for (;;) {
    const job = await product.job(id);
    if (job.status === status) {
      return job;
    }
    if (job.status === 'failed' || job.status === 'canceled') {
      throw new Error(`${job.error?.errorCode ?? job.status}: ${job.error?.message ?? ''}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
