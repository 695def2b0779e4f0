import { batch, computed, signal } from '@preact/signals';
import { isOpenStatus } from '#core/model/job-status.ts';
import type { JobView } from '#operations/jobs.ts';
import { call, connection } from '#ui/app/client.ts';
import { watchJob } from '#client/watch-job.ts';
import { takeLatest } from '#ui/kit/take-latest.ts';

/** The newest jobs, newest first; null before the first answer. */
export const recentJobs = signal<readonly JobView[] | null>(null);

/** The ids of the last list of the newest jobs, and the time since which it is complete, in milliseconds since 1970. */
export type NewestJobs = { readonly ids: ReadonlySet<string>; readonly sinceMs: number; readonly untilMs: number };
export const newestJobs = signal<NewestJobs | null>(null);

const newestMax = 50;

/** True for a job that has not ended. */
export const isOpen = ({ status }: Pick<JobView, 'status'>): boolean => isOpenStatus(status);

/** True for a queued or running job; a job that waits for review is open but not at work. */
export const isAtWork = ({ status }: Pick<JobView, 'status'>): boolean => status === 'queued' || status === 'running';

/** The running job, else the next in the queue. */
export const activeJob = computed<JobView | null>(() => {
  const atWork = recentJobs.value?.filter(isAtWork) ?? [];
  return atWork.find(({ status }) => status === 'running') ?? atWork.at(-1) ?? null;
});

/** The job that has waited longest for review. */
export const waitingJob = computed<JobView | null>(
  () => recentJobs.value?.findLast(({ status }) => status === 'awaiting_review') ?? null,
);

const restListeners = new Set<(job: JobView) => void>();

/** Calls `hear` for each known job that ends or starts to wait for review. */
export function onJobRest(hear: (job: JobView) => void): void {
  restListeners.add(hear);
}

/** Updates one job in the list; an answer that is older than the known state is ignored. */
export function noteJob(job: JobView): void {
  const known = recentJobs.value ?? [];
  const before = known.find(({ id }) => id === job.id);
  if (before !== undefined && isOlder(job, before)) {
    return;
  }
  recentJobs.value = before === undefined ? [job, ...known] : known.map((each) => (each.id === job.id ? job : each));
  if (before !== undefined && before.status !== job.status && !isAtWork(job)) {
    for (const hear of restListeners) {
      hear(job);
    }
  }
}

/** Whether a job's state is older than another one: events may overtake an answer. */
export const isOlder = (one: JobView, other: JobView): boolean =>
  Date.parse(one.updatedAt) < Date.parse(other.updatedAt);

/** Polls the newest jobs while the page is open: every 2.5 seconds while one is at work, else every 15. */
export async function watchJobs(): Promise<void> {
  for (;;) {
    await refreshJobs().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, activeJob.value === null ? 15_000 : 2500));
  }
}

/** Cancels a job and updates the list. Throws OffcutError. */
export async function cancelJob(envelopeId: string): Promise<JobView> {
  const canceled = await call('cancelJob', { params: { envelopeId }, body: {} });
  noteJob(canceled);
  return canceled;
}

/** Reads the newest jobs. Throws OffcutError. */
export async function refreshJobs(): Promise<void> {
  const take = askForJobs();
  const untilMs = Date.now();
  take({ jobs: await call('listJobs', { query: { limit: newestMax } }), untilMs });
}

const askForJobs = takeLatest<{ readonly jobs: readonly JobView[]; readonly untilMs: number }>(({ jobs, untilMs }) => {
  const last = jobs.length < newestMax ? undefined : jobs.at(-1);
  const ids = new Set(jobs.map(({ id }) => id));
  // Notifies subscribers once per list: some read other jobs at every change.
  batch(() => {
    for (const job of jobs.toReversed()) {
      noteJob(job);
    }
    const known = new Map(recentJobs.value?.map((job) => [job.id, job]));
    // The list does not contain a job that started during the request.
    const begun = recentJobs.value?.filter(({ id, createdAt }) => !ids.has(id) && Date.parse(createdAt) >= untilMs);
    recentJobs.value = [...(begun ?? []), ...jobs.map((job) => known.get(job.id) ?? job)];
    const sinceMs = last ? Date.parse(last.createdAt) : -Infinity;
    newestJobs.value = { ids, sinceMs, untilMs };
  });
});

/** Receives a job at every change, and its newest frames as data URLs. */
export type JobNews = { onJob(job: JobView): void; onPreview(dataUrl: string): void };

/** Follows a job until it has ended, and reconnects when the connection is lost. Throws OffcutError, JOB_NOT_FOUND too. */
export async function followJob(id: string, news: JobNews, signal: AbortSignal): Promise<void> {
  for await (const event of watchJob(connection, id, { signal })) {
    if (event.type === 'job') {
      news.onJob(event.job);
    } else {
      news.onPreview(event.dataUrl);
    }
  }
}
