import type { JobView } from '#operations/jobs.ts';
import { isAtWork, recentJobs } from '../../jobs.ts';

/** The exports of a canvas that are at work or have ended lately, the newest first; who has canceled one has done with it. */
export const exportsOf = (canvasId: string): JobView[] =>
  recentJobs.value?.filter(
    ({ recipeId, input, status }) => recipeId === 'export' && input['canvasId'] === canvasId && status !== 'canceled',
  ) ?? [];

/** The share of all that is at work, 0..1; null when nothing is. */
export function shareOf(jobs: readonly Pick<JobView, 'status' | 'progress'>[]): number | null {
  const open = jobs.filter(isAtWork);
  return open.length === 0 ? null : open.reduce((sum, { progress }) => sum + progress, 0) / open.length;
}
