import type { TestContext } from 'vitest';
import { getData, type Product } from './product.ts';

/** Whether a test is run again as it has failed: what it has left half done must not fail it once more. */
export const isAgain = ({ task }: TestContext): boolean => (task.result?.retryCount ?? 0) > 0;

/** Deletes all jobs: a run that is asked for again is made again. None may be at work. */
export async function forgetJobs({ api }: Pick<Product, 'api'>): Promise<void> {
  const jobs = getData((await api<{ id: string }[]>('GET', '/v1/jobs')).body);
  await Promise.all(jobs.map(({ id }) => api('DELETE', `/v1/jobs/${id}`)));
}
