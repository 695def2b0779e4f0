import type { JobView } from '#operations/jobs.ts';

type Worked = Pick<JobView, 'input' | 'log' | 'createdAt' | 'updatedAt'>;

/** Whether the proposal of a job is approved by a call of its own: every recipe with a review can go on without one. */
export const hasReview = ({ input }: Pick<JobView, 'input'>): boolean =>
  'autoApprove' in input && input['autoApprove'] !== true;

/**
 * How long a job that has ended was worked on, without the time in which its proposal waited for somebody; null where that is not
 * known, as of a reviewed job in a list, which has no log.
 */
export function workedSeconds({ input, log, createdAt, updatedAt }: Worked): number | null {
  if (!hasReview({ input })) {
    return (Date.parse(updatedAt) - Date.parse(createdAt)) / 1000;
  }
  // The beginning of a long log is not kept.
  if (log?.[0]?.at !== createdAt) {
    return null;
  }
  const worked = log.map(({ at, status }, index) =>
    status === 'running' ? Date.parse(log[index + 1]?.at ?? updatedAt) - Date.parse(at) : 0,
  );
  return worked.reduce((sum, each) => sum + each, 0) / 1000;
}
