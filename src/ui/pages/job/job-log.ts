import type { JobView } from '#operations/jobs.ts';

/** An event of a job, and its time in milliseconds since 1970. */
export type LogEntry = { readonly atMs: number; readonly text: string };

type Logged = Pick<JobView, 'createdAt' | 'updatedAt' | 'status' | 'warnings' | 'error' | 'log'>;

/** Returns the log of a job, oldest entry first. For a job without a log, as in lists, the entries derive from its dates. */
export function toLog({ createdAt, updatedAt, status, warnings, error, log = [] }: Logged): LogEntry[] {
  const ended = status === 'queued' ? [] : [{ at: updatedAt, status, stage: '' }];
  const known: readonly Entry[] = log.length > 0 ? log : [{ at: createdAt, status: 'queued', stage: '' }, ...ended];
  const entries = known.map((entry, index) => ({
    atMs: Date.parse(entry.at),
    // The beginning of a long log is dropped.
    text: entry.at === createdAt && index === 0 ? 'Added to the queue' : toText(entry, known[index - 1]),
  }));
  const atMs = entries.at(-1)?.atMs ?? 0;
  const ends = [...warnings, ...(error ? [`${error.errorCode}: ${error.message}`] : [])];
  return [...entries, ...ends.map((text) => ({ atMs, text }))];
}

type Entry = NonNullable<JobView['log']>[number];

const toText = ({ status, stage }: Entry, before: Entry | undefined): string =>
  status === before?.status ? stage : statusTexts[status];

const statusTexts: Readonly<Record<JobView['status'], string>> = {
  queued: 'Back in the queue',
  running: 'Started',
  awaiting_review: 'Waiting for review',
  completed: 'Completed',
  failed: 'Failed',
  canceled: 'Canceled',
};
