/** The statuses of a job, from its first to its last. */
export const jobStatuses = ['queued', 'running', 'awaiting_review', 'completed', 'failed', 'canceled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The allowed status transitions of a job; any other transition is a defect. */
export const jobMoves: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  queued: ['running', 'canceled', 'failed'],
  running: ['queued', 'awaiting_review', 'completed', 'failed', 'canceled'],
  awaiting_review: ['queued', 'canceled', 'failed'],
  completed: [],
  failed: [],
  canceled: [],
};

/** True for a status that is not final. */
export const isOpenStatus = (status: JobStatus): boolean => jobMoves[status].length > 0;

/** The statuses that are not final. */
export const openStatuses: readonly JobStatus[] = jobStatuses.filter(isOpenStatus);
