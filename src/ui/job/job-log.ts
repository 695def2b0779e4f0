import { signal } from '@preact/signals';
import type { JobView } from '#operations/jobs.ts';
import { toPercent } from '../format.ts';

/** Something that happened to a job, and when this page heard of it, in milliseconds since 1970. */
export type LogEntry = { readonly atMs: number; readonly text: string };

type Known = Pick<JobView, 'id' | 'status' | 'stage' | 'progress' | 'warnings' | 'error'>;

/** The most that is kept of one job: stages are few, and progress is noted by tenths. */
const entriesMax = 200;

/** What this page has heard of each job since it was opened, the oldest first. */
export const jobLogs = signal<ReadonlyMap<string, readonly LogEntry[]>>(new Map());

/** Notes what is new of a job. `before` is undefined for one that was not known. */
export function logNews(before: Known | undefined, now: Known, atMs = Date.now()): void {
  const texts = toNews(before, now);
  if (texts.length > 0) {
    const entries = [...(jobLogs.value.get(now.id) ?? []), ...texts.map((text) => ({ atMs, text }))];
    jobLogs.value = new Map(jobLogs.value).set(now.id, entries.slice(-entriesMax));
  }
}

/** What a job has that it had not before, in words. Of one that was not known before, nothing is news. */
export function toNews(before: Known | undefined, now: Known): string[] {
  if (before === undefined) {
    return [];
  }
  const news: string[] = [];
  if (before.status !== now.status) {
    news.push(statusNews[now.status]);
  }
  if (now.status === 'running') {
    const isNewStage = before.stage !== now.stage;
    if (isNewStage || before.status !== 'running') {
      news.push(`${now.stage} begins`);
    } else if (toTenth(now.progress) > toTenth(before.progress)) {
      news.push(`${now.stage}, ${toPercent(now.progress)}`);
    }
  }
  news.push(...now.warnings.filter((warning) => !before.warnings.includes(warning)));
  if (now.error && !before.error) {
    news.push(`${now.error.errorCode}: ${now.error.message}`);
  }
  return news;
}

const statusNews: Readonly<Record<JobView['status'], string>> = {
  queued: 'Back in the queue',
  running: 'An engine takes it',
  awaiting_review: 'It waits for review',
  completed: 'It is done',
  failed: 'It failed',
  canceled: 'It was canceled',
};

const toTenth = (progress: number): number => Math.floor(progress * 10);
