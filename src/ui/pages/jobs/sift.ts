import { isOpenStatus } from '#core/model/job-status.ts';
import type { JobView } from '#operations/jobs.ts';
import type { NewestJobs } from './jobs.ts';

/** What is looked for among the jobs. Empty texts mean any. */
export type Sieve = { readonly status: JobView['status'] | ''; readonly recipeId: string; readonly words: string };

export const anyJob: Sieve = { status: '', recipeId: '', words: '' };

/** Each job once, in the newest state that is known of it. */
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

/** The jobs without those that were deleted elsewhere: the newest would be among the newest. */
export const withoutDeleted = (jobs: readonly JobView[], newest: NewestJobs | null): readonly JobView[] =>
  newest ? jobs.filter((job) => newest.ids.has(job.id) || !isWithin(Date.parse(job.createdAt), newest)) : jobs;

/** Of jobs that were made at the same moment as the last of the list, some may be behind it. */
const isWithin = (createdMs: number, { sinceMs, untilMs }: NewestJobs): boolean =>
  createdMs > sinceMs && createdMs < untilMs;

/** Jobs that may have gone on, of which the list of the newest does not tell. */
export const findStale = (jobs: readonly JobView[], newest: NewestJobs | null): readonly JobView[] =>
  newest ? jobs.filter((job) => isOpenStatus(job.status) && !newest.ids.has(job.id)) : [];

/**
 * The jobs that pass, in the order in which they matter: those that wait for the person, those at work, then the others;
 * each the newest first. `toTexts` gives what is searched of a job besides its id.
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
    .toSorted((one, other) => rankOf(one) - rankOf(other) || other.createdAt.localeCompare(one.createdAt));
}

const rankOf = ({ status }: JobView): number =>
  status === 'awaiting_review' ? 0 : status === 'running' ? 1 : status === 'queued' ? 2 : 3;
