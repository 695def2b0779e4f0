import type { JobStatus } from '../model/job-status.ts';

/** The event of each status that a job enters. */
const eventOf: Readonly<Record<JobStatus, `job.${string}`>> = {
  queued: 'job.queued',
  running: 'job.started',
  awaiting_review: 'job.awaiting_review',
  completed: 'job.completed',
  failed: 'job.failed',
  canceled: 'job.canceled',
};

/** Returns the name of the event of a job that enters a status. */
export const toEventName = (status: JobStatus): string => eventOf[status];

/** The names of all events, in the order in which a job has them. */
export const eventNames: readonly string[] = Object.values(eventOf);

/** The path at which the local server sends webhooks to this machine, below the site root. */
export const localWebhookPath = 'local-webhook';

/** Whether a URL is an address of this machine. */
export const isLoopback = ({ hostname }: { readonly hostname: string }): boolean =>
  /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(hostname);
