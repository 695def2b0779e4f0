import { effect } from '@preact/signals';
import { beforeEach, expect, it, vi } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { call } from '#ui/app/client.ts';
import { newestJobs, noteJob, onJobRest, recentJobs, refreshJobs } from './jobs.ts';

// No service worker answers in this test.
vi.mock('#ui/app/client.ts', () => ({ call: vi.fn() }));

const makeJob = (status: JobView['status'], updatedAt: string, id = 'job_1'): JobView =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a job only what is read here
  ({ id, status, updatedAt, stage: '', progress: 0, warnings: [] }) as unknown as JobView;

beforeEach(() => {
  recentJobs.value = null;
});

it('ignores an older state of a job, as in a list that was read during its review', () => {
  const rests: string[] = [];
  onJobRest(({ status }) => rests.push(status));
  noteJob(makeJob('queued', '2026-01-01T00:00:02.000Z'));
  noteJob(makeJob('awaiting_review', '2026-01-01T00:00:01.000Z'));
  expect(recentJobs.value?.[0]?.status).toBe('queued');
  expect(rests).toEqual([]);
  noteJob(makeJob('completed', '2026-01-01T00:00:03.000Z'));
  expect(rests).toEqual(['completed']);
});

it('notifies subscribers once per list, however many jobs it has', async () => {
  const list = ['job_3', 'job_2', 'job_1'].map((id) => makeJob('completed', '2026-01-01T00:00:04.000Z', id));
  vi.mocked(call).mockResolvedValue(list as never);
  noteJob(makeJob('queued', '2026-01-01T00:00:03.000Z'));
  const heard: (number | undefined)[] = [];
  const stop = effect(() => void heard.push(recentJobs.value?.length));
  await refreshJobs();
  stop();
  expect(heard).toEqual([1, 3]);
  expect([...(newestJobs.value?.ids ?? [])]).toEqual(['job_3', 'job_2', 'job_1']);
});

it('keeps a job that started during the request of a list, and drops one that the list lacks', async () => {
  const begun = {
    ...makeJob('running', '2026-01-01T00:00:05.000Z', 'job_5'),
    createdAt: new Date(Date.now() + 60_000).toISOString(),
  };
  const gone = { ...makeJob('completed', '2026-01-01T00:00:05.000Z', 'job_4'), createdAt: '2026-01-01T00:00:00.000Z' };
  recentJobs.value = [gone];
  vi.mocked(call).mockImplementation(() => {
    noteJob(begun);
    return Promise.resolve([]);
  });
  await refreshJobs();
  expect(recentJobs.value.map(({ id }) => id)).toEqual(['job_5']);
});

it('ignores a list that was requested before the last one', async () => {
  const answers: ((jobs: readonly JobView[]) => void)[] = [];
  vi.mocked(call).mockImplementation(() => new Promise((resolve) => answers.push(resolve as (jobs: unknown) => void)));
  recentJobs.value = [];
  const both = [refreshJobs(), refreshJobs()];
  const ended = { ...makeJob('completed', '2026-01-01T00:00:06.000Z', 'job_6'), createdAt: '2026-01-01T00:00:00.000Z' };
  answers[1]?.([]);
  await both[1];
  answers[0]?.([ended]);
  await both[0];
  expect(recentJobs.value).toEqual([]);
  expect(newestJobs.value?.ids.size).toBe(0);
});
