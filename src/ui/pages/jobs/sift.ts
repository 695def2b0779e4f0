import { isOpenStatus } from '#core/model/job-status.ts';
import type { JobView } from '#operations/jobs.ts';
import type { NewestJobs } from './jobs.ts';

/** The search and filters for jobs. Empty texts match any job. */
export type Sieve = { readonly status: JobView['status'] | ''; readonly recipeId: string; readonly words: string };

export const anyJob: Sieve = { status: '', recipeId: '', words: '' };

/** Merges lists of jobs: each job once, in its newest known state. */
export function mergeJobs(listed: readonly JobView[], newer: readonly JobView[]): readonly JobView[] {
  const jobs = new Map(listed.map((job) => [job.id, job]));
  for (const job of newer) {
    const known = jobs.get(job.id);
    if (!known || Date.parse(job.updatedAt) >= Date.parse(known.updatedAt)) {
      jobs.set(job.id, job);
    }
  }
  return [...jobs.values()];
}

/** Removes jobs that were deleted elsewhere: a recent job that the newest list does not contain. */
export const withoutDeleted = (jobs: readonly JobView[], newest: NewestJobs | null): readonly JobView[] =>
  newest ? jobs.filter((job) => newest.ids.has(job.id) || !isWithin(Date.parse(job.createdAt), newest)) : jobs;

/** Jobs created at the same moment as the list's last one may be on the next page. */
const isWithin = (createdMs: number, { sinceMs, untilMs }: NewestJobs): boolean =>
  createdMs > sinceMs && createdMs < untilMs;

/** Returns jobs that may have changed and that the newest list does not contain. */
export const findStale = (jobs: readonly JobView[], newest: NewestJobs | null): readonly JobView[] =>
  newest ? jobs.filter((job) => isOpenStatus(job.status) && !newest.ids.has(job.id)) : [];

/**
 * Returns the matching jobs by priority: jobs that wait for the user, jobs at work, then the others; each group newest
 * first. `toTexts` returns the searched texts of a job in addition to its id.
 */
export function siftJobs(
  jobs: readonly JobView[],
  { status, recipeId, words }: Sieve,
  toTexts: (job: JobView) => readonly string[],
): JobView[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return jobs
    .filter((job) => {
      const text = [job.id, ...toTexts(job)].join(' ').toLowerCase();
      return (
        (status === '' || job.status === status) &&
        (recipeId === '' || job.recipeId === recipeId) &&
        wanted.every((word) => text.includes(word))
      );
    })
    .toSorted((one, other) => getRank(one) - getRank(other) || other.createdAt.localeCompare(one.createdAt));
}

const getRank = ({ status }: JobView): number =>
  status === 'awaiting_review' ? 0 : status === 'running' ? 1 : status === 'queued' ? 2 : 3;
