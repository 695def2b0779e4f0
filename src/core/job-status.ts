/** The statuses of a job, from its first to its last. */
export const jobStatuses = ['queued', 'running', 'awaiting_review', 'completed', 'failed', 'canceled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The moves that a job may make; everything else is a defect. */
export const jobMoves: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  queued: ['running', 'canceled', 'failed'],
  running: ['queued', 'awaiting_review', 'completed', 'failed', 'canceled'],
  awaiting_review: ['queued', 'canceled', 'failed'],
  completed: [],
  failed: [],
  canceled: [],
};

/** True for a status that a job leaves again. */
export const isOpenStatus = (status: JobStatus): boolean => jobMoves[status].length > 0;

/** The statuses that a job leaves again. */
export const openStatuses: readonly JobStatus[] = jobStatuses.filter(isOpenStatus);
