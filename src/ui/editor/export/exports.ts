import type { JobView } from '#operations/jobs.ts';
import { isAtWork, recentJobs } from '#ui/pages/jobs/jobs.ts';

/** Returns the open and recently ended exports of a canvas, the newest first. Canceled exports are left out. */
export const getExports = (canvasId: string): JobView[] =>
  recentJobs.value?.filter(
    ({ recipeId, input, status }) => recipeId === 'export' && input['canvasId'] === canvasId && status !== 'canceled',
  ) ?? [];

/** Returns the average progress of the open jobs, 0..1; null if there are no open jobs. */
export function getShare(jobs: readonly Pick<JobView, 'status' | 'progress'>[]): number | null {
  const open = jobs.filter(isAtWork);
  return open.length === 0 ? null : open.reduce((sum, { progress }) => sum + progress, 0) / open.length;
}
