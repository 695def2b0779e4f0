import type { TestContext } from 'vitest';
import { getData, type Product } from './product.ts';

/** Whether a test is a retry: the state that the failed attempt left must not make it fail again. */
export const isAgain = ({ task }: TestContext): boolean => (task.result?.retryCount ?? 0) > 0;

/** Deletes all jobs, so that a repeated run is executed again. No job may be active. */
export async function forgetJobs({ api }: Pick<Product, 'api'>): Promise<void> {
  const jobs = getData((await api<{ id: string }[]>('GET', '/v1/jobs')).body);
  await Promise.all(jobs.map(({ id }) => api('DELETE', `/v1/jobs/${id}`)));
}
