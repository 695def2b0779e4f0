import { expect, it } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { anyJob, mergeJobs, siftJobs } from './sift.ts';

const job = (id: string, status: JobView['status'], recipeId: string, minute: number): JobView => ({
  id,
  recipeId,
  status,
  stage: '',
  progress: 0,
  etaSeconds: null,
  framesPerSecond: null,
  createdAt: `2026-05-03T10:${String(minute).padStart(2, '0')}:00Z`,
  updatedAt: '2026-05-03T11:00:00Z',
  credits: 0,
  creditsCharged: false,
  watermarked: false,
  materials: [],
  models: [],
  input: {},
  warnings: [],
});

const jobs = [
  job('a', 'completed', 'tighten', 1),
  job('b', 'awaiting_review', 'tighten', 2),
  job('c', 'failed', 'remove-background', 3),
  job('d', 'running', 'export', 4),
];
const names: Readonly<Record<string, string>> = { a: 'Talk in May.mp4', c: 'Presenter.mp4' };
const idsOf = (sieve: Partial<Parameters<typeof siftJobs>[1]>): string[] =>
  siftJobs(jobs, { ...anyJob, ...sieve }, ({ id }) => [names[id] ?? '']).map(({ id }) => id);

it('puts first what needs the person, then what is at work, then the newest', () => {
  expect(idsOf({})).toEqual(['b', 'd', 'c', 'a']);
});

it('filters by status and recipe, and finds by words of the name and by id', () => {
  expect(idsOf({ status: 'failed' })).toEqual(['c']);
  expect(idsOf({ recipeId: 'tighten' })).toEqual(['b', 'a']);
  expect(idsOf({ words: 'may TALK' })).toEqual(['a']);
  expect(idsOf({ words: 'd' })).toEqual(['d']);
  expect(idsOf({ words: 'nothing' })).toEqual([]);
});

it('shows each job once, in its newest state', () => {
  const [first] = jobs;
  const merged = mergeJobs(jobs, first ? [{ ...first, status: 'canceled' }] : []);
  expect(merged).toHaveLength(4);
  expect(merged[0]?.status).toBe('canceled');
});
