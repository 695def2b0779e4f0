import { expect, it } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { jobLogs, logNews, toNews } from './job-log.ts';

const job: Pick<JobView, 'id' | 'status' | 'stage' | 'progress' | 'warnings' | 'error'> = {
  id: 'j',
  status: 'running',
  stage: 'Cutting',
  progress: 0.11,
  warnings: [],
};

it('says what a job does next, and how far it is by tenths', () => {
  expect(toNews({ ...job, status: 'queued', stage: 'Waiting' }, job)).toEqual(['An engine takes it', 'Cutting begins']);
  expect(toNews(job, { ...job, progress: 0.19 })).toEqual([]);
  expect(toNews(job, { ...job, progress: 0.21 })).toEqual(['Cutting, 21 %']);
  expect(toNews(job, { ...job, stage: 'Writing', progress: 0.5 })).toEqual(['Writing begins']);
});

it('says why a job failed, and what is worth knowing of a result', () => {
  const error = { errorCode: 'NO_SUBJECT', message: 'Nothing was found.' };
  expect(toNews(job, { ...job, status: 'failed', error })).toEqual(['It failed', 'NO_SUBJECT: Nothing was found.']);
  const warnings = ['One track was dropped.'];
  expect(toNews(job, { ...job, status: 'completed', warnings })).toEqual(['It is done', ...warnings]);
});

it('keeps what was heard, and holds nothing for news that was there before', () => {
  logNews(undefined, job, 1);
  logNews(job, { ...job, progress: 0.4 }, 2);
  logNews({ ...job, progress: 0.4 }, { ...job, progress: 0.4 }, 3);
  expect(jobLogs.value.get('j')).toEqual([{ atMs: 2, text: 'Cutting, 40 %' }]);
});
