import type { JobView } from '#operations/jobs.ts';

type Worked = Pick<JobView, 'input' | 'log' | 'createdAt' | 'updatedAt'>;

/** Whether a separate call approved the job's proposal: every recipe with a review can also run without one. */
export const hasReview = ({ input }: Pick<JobView, 'input'>): boolean =>
  'autoApprove' in input && input['autoApprove'] !== true;

/**
 * Returns the processing time of an ended job in seconds, without the time in which its proposal waited for review; null
 * if unknown, as for a reviewed job in a list, which has no log.
 */
export function workedSeconds({ input, log, createdAt, updatedAt }: Worked): number | null {
  if (!hasReview({ input })) {
    return (Date.parse(updatedAt) - Date.parse(createdAt)) / 1000;
  }
  // The beginning of a long log is dropped.
  if (log?.[0]?.at !== createdAt) {
    return null;
  }
  const worked = log.map(({ at, status }, index) =>
    status === 'running' ? Date.parse(log[index + 1]?.at ?? updatedAt) - Date.parse(at) : 0,
  );
  return worked.reduce((sum, each) => sum + each, 0) / 1000;
}
