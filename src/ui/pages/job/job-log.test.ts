import { expect, it } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { toLog } from './job-log.ts';

const job: Pick<JobView, 'createdAt' | 'updatedAt' | 'status' | 'warnings'> = {
  createdAt: '2026-05-03T10:00:00Z',
  updatedAt: '2026-05-03T10:05:00Z',
  status: 'running',
  warnings: [],
};
const at = (second: number): string => `2026-05-03T10:00:0${second}Z`;
const begun: NonNullable<JobView['log']> = [
  { at: at(0), status: 'queued', stage: 'Waiting' },
  { at: at(1), status: 'running', stage: 'Starting' },
  { at: at(2), status: 'running', stage: 'Cutting out' },
];
const getTexts = (logged: Parameters<typeof toLog>[0]): string[] => toLog(logged).map(({ text }) => text);

it('lists the states of a job with their times', () => {
  const log = toLog({ ...job, log: begun });
  expect(log.map(({ text }) => text)).toEqual(['Added to the queue', 'Started', 'Cutting out']);
  expect(log.at(-1)?.atMs).toBe(Date.parse(at(2)));
});

it('lists that a lost run was queued again, why it failed, and its notes', () => {
  const error = { errorCode: 'NO_SUBJECT', message: 'Nothing was found.' };
  const log: typeof begun = [
    ...begun,
    { at: at(3), status: 'queued', stage: 'Waiting' },
    { at: at(4), status: 'failed', stage: 'Failed' },
  ];
  expect(getTexts({ ...job, status: 'failed', warnings: ['One track was dropped.'], error, log }).slice(3)).toEqual([
    'Back in the queue',
    'Failed',
    'One track was dropped.',
    'NO_SUBJECT: Nothing was found.',
  ]);
});

it('derives the start and end of a job without a log', () => {
  expect(getTexts({ ...job, status: 'completed' })).toEqual(['Added to the queue', 'Completed']);
  expect(getTexts({ ...job, status: 'queued' })).toEqual(['Added to the queue']);
});

it('does not list the queued state if the beginning of the log was dropped', () => {
  expect(getTexts({ ...job, log: begun.slice(1) })).toEqual(['Started', 'Cutting out']);
});
