import { beforeEach, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { recentJobs } from '#ui/pages/jobs/jobs.ts';
import { getExports } from './exports.ts';

beforeEach(() => {
  recentJobs.value = null;
});

const job = (id: string, parts: Partial<JobView> = {}): JobView =>
  ({ id, recipeId: 'export', status: 'completed', input: { canvasId: 'cnv_1' }, ...parts }) as JobView;

test('the exports of a canvas are the open and the ended ones, except canceled exports', () => {
  expect(getExports('cnv_1')).toEqual([]);
  recentJobs.value = [
    job('going', { status: 'running' }),
    job('canceled', { status: 'canceled' }),
    job('failed', { status: 'failed' }),
    job('made'),
    job('of another', { input: { canvasId: 'cnv_2' } }),
    job('no export', { recipeId: 'tighten' }),
  ];
  expect(getExports('cnv_1').map(({ id }) => id)).toEqual(['going', 'failed', 'made']);
});
