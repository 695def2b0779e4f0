import type { JobView } from '#operations/jobs.ts';

/** Something that happened to a job, and when, in milliseconds since 1970. */
export type LogEntry = { readonly atMs: number; readonly text: string };

type Logged = Pick<JobView, 'createdAt' | 'updatedAt' | 'status' | 'warnings' | 'error' | 'log'>;

/** What has happened to a job, the oldest first. Of one without a log, as lists have it, no more than its dates tell. */
export function toLog({ createdAt, updatedAt, status, warnings, error, log = [] }: Logged): LogEntry[] {
  const ended = status === 'queued' ? [] : [{ at: updatedAt, status, stage: '' }];
  const known: readonly Entry[] = log.length > 0 ? log : [{ at: createdAt, status: 'queued', stage: '' }, ...ended];
  const entries = known.map((entry, index) => ({
    atMs: Date.parse(entry.at),
    // The beginning of a long log is not kept.
    text: entry.at === createdAt && index === 0 ? 'It enters the queue' : toText(entry, known[index - 1]),
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
  running: 'An engine takes it',
  awaiting_review: 'It waits for review',
  completed: 'It is done',
  failed: 'It failed',
  canceled: 'It was canceled',
};
