import { effect } from '@preact/signals';
import { expect, it, vi } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { call } from './client.ts';
import { newestJobs, noteJob, onJobRest, recentJobs, refreshJobs } from './jobs.ts';

// The service worker that would answer is not here.
vi.mock('./client.ts', () => ({ call: vi.fn() }));

const jobOf = (status: JobView['status'], updatedAt: string, id = 'job_1'): JobView =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a job only what is read here
  ({ id, status, updatedAt, stage: '', progress: 0, warnings: [] }) as unknown as JobView;

it('takes no older state of a job, as of a list that was read while the job was decided on', () => {
  const rests: string[] = [];
  onJobRest(({ status }) => rests.push(status));
  noteJob(jobOf('queued', '2026-01-01T00:00:02.000Z'));
  noteJob(jobOf('awaiting_review', '2026-01-01T00:00:01.000Z'));
  expect(recentJobs.value?.[0]?.status).toBe('queued');
  expect(rests).toEqual([]);
  noteJob(jobOf('completed', '2026-01-01T00:00:03.000Z'));
  expect(rests).toEqual(['completed']);
});

it('tells of a new list once, however many jobs are in it', async () => {
  const list = ['job_3', 'job_2', 'job_1'].map((id) => jobOf('completed', '2026-01-01T00:00:04.000Z', id));
  vi.mocked(call).mockResolvedValue(list);
  const heard: (number | undefined)[] = [];
  const stop = effect(() => void heard.push(recentJobs.value?.length));
  await refreshJobs();
  stop();
  expect(heard).toEqual([1, 3]);
  expect([...(newestJobs.value?.ids ?? [])]).toEqual(['job_3', 'job_2', 'job_1']);
});
