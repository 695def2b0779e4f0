import { expect, it } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { anyJob, findStale, mergeJobs, siftJobs, withoutDeleted } from './sift.ts';

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
const getIds = (sieve: Partial<Parameters<typeof siftJobs>[1]>): string[] =>
  siftJobs(jobs, { ...anyJob, ...sieve }, ({ id }) => [names[id] ?? '']).map(({ id }) => id);

it('sorts jobs that need review first, then jobs at work, then the newest', () => {
  expect(getIds({})).toEqual(['b', 'd', 'c', 'a']);
});

it('filters by status and recipe, and searches names and ids', () => {
  expect(getIds({ status: 'failed' })).toEqual(['c']);
  expect(getIds({ recipeId: 'tighten' })).toEqual(['b', 'a']);
  expect(getIds({ words: 'may TALK' })).toEqual(['a']);
  expect(getIds({ words: 'd' })).toEqual(['d']);
  expect(getIds({ words: 'nothing' })).toEqual([]);
});

it('shows each job once, in its newest state', () => {
  const [first] = jobs;
  const merged = mergeJobs(jobs, first ? [{ ...first, status: 'canceled' }] : []);
  expect(merged).toHaveLength(4);
  expect(merged[0]?.status).toBe('canceled');
});

it('does not replace a newer answer with an older one', () => {
  const [first] = jobs;
  const old = first ? [{ ...first, status: 'running' as const, updatedAt: '2026-05-03T10:30:00Z' }] : [];
  expect(mergeJobs(jobs, old)[0]?.status).toBe('completed');
});

it('drops jobs deleted elsewhere, and finds open jobs that the newest list lacks', () => {
  const untilMs = Date.parse('2026-05-03T10:30:00Z');
  const newest = { ids: new Set(['d']), sinceMs: Date.parse('2026-05-03T10:02:30Z'), untilMs };
  expect(withoutDeleted(jobs, newest).map(({ id }) => id)).toEqual(['a', 'b', 'd']);
  expect(withoutDeleted(jobs, { ids: new Set(['a']), sinceMs: -Infinity, untilMs }).map(({ id }) => id)).toEqual(['a']);
  // If several jobs were created at the same moment, the list may end between them.
  expect(withoutDeleted(jobs, { ...newest, sinceMs: Date.parse('2026-05-03T10:03:00Z') })).toHaveLength(4);
  // A job that was created after the request is not in the list.
  const later = jobs.map((each) => ({ ...each, createdAt: '2026-05-03T10:31:00Z' }));
  expect(withoutDeleted(later, newest)).toHaveLength(4);
  expect(withoutDeleted(jobs, null)).toBe(jobs);
  expect(findStale(jobs, newest).map(({ id }) => id)).toEqual(['b']);
});
