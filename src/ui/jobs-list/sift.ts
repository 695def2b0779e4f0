import type { JobView } from '#operations/jobs.ts';

/** What is looked for among the jobs. Empty texts mean any. */
export type Sieve = { readonly status: JobView['status'] | ''; readonly recipeId: string; readonly words: string };

export const anyJob: Sieve = { status: '', recipeId: '', words: '' };

/** Newest states of the listed jobs and of those that are newer. */
export function mergeJobs(listed: readonly JobView[], newer: readonly JobView[]): readonly JobView[] {
  return [...new Map([...listed, ...newer].map((job) => [job.id, job])).values()];
}

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
