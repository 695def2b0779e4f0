import { expect, it } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { noteJob, onJobRest, recentJobs } from './jobs.ts';

const jobOf = (status: JobView['status'], updatedAt: string): JobView =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a job only what is read here
  ({ id: 'job_1', status, updatedAt, stage: '', progress: 0, warnings: [] }) as unknown as JobView;

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
