import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import type { Job } from '#core/model/records.ts';
import { readAccount } from '#store/account.ts';
import { freeIntermediates } from '#store/intermediates.ts';
import { cancelJob, deleteJob } from '#store/jobs.ts';
import { reviewJob, type Review } from '#store/reviews.ts';
import { createReviewRun } from '../../test/support/review-recipe/run.ts';
import { testJob, testMaterial } from '../../test/support/rows.ts';
import { TestEngine } from '../../test/support/test-engine.ts';

vi.mock('../recipes/list.ts', async (importReal) => {
  const { withCutBeginning } = await import('../../test/support/review-recipe/with-cut-beginning.ts');
  return withCutBeginning(await importReal<{ recipes: object }>());
});

let engine: TestEngine;
let run: ReturnType<typeof createReviewRun>;

beforeEach(async () => {
  engine = await TestEngine.open();
  run = createReviewRun(engine.store.bytes);
});

afterEach(() => engine.close());

const reviewed = (change: Partial<Job> = {}, input: object = {}): Job =>
  testJob({ recipeId: 'cut-beginning', modelIds: [], input: { material: testMaterial.id, ...input }, ...change });

function start(): void {
  const runs = { 'remove-background': { make: engine.makeFile }, 'cut-beginning': run };
  engine.startRuns(runs);
}

const waiting = (id = 'job_1'): Promise<Job> => engine.reached(id, (job) => job.status === 'awaiting_review');

async function review(job: Job, decision: Review): Promise<Job> {
  const changed = await reviewJob(engine.store, job.id, job.updatedAt, decision, 50_000);
  engine.bell.ring('jobs');
  return changed;
}

const approve = (job: Job): Promise<Job> =>
  review(job, { decision: 'approve', proposal: job.proposal, isEdited: false });

test('a run proposes, waits with its credits reserved, and creates the result from the approved proposal', async () => {
  await engine.enqueue(reviewed());
  start();
  const job = await waiting();
  expect(job).toMatchObject({
    proposal: { cuts: [{ id: 'first', startSeconds: 0, endSeconds: 1 }], beforeSeconds: 10, afterSeconds: 9 },
    previews: [{ atSeconds: 0 }],
    warnings: ['a note'],
    areCreditsCharged: false,
    endedAt: null,
  });
  expect(await readAccount(engine.store)).toMatchObject({ balance: 500, reserved: 10 });
  expect(await engine.store.get('assets', job.previews[0]?.assetId ?? '')).toMatchObject({ kind: 'preview' });
  await approve(job);
  const made = await engine.ended('job_1');
  expect(made).toMatchObject({ status: 'completed', areCreditsCharged: true, previews: [], warnings: ['a note'] });
  const canvas = await engine.store.get('canvases', made.canvasId ?? '');
  expect(canvas?.document.title).toBe('1 cuts, 9 s, analysed before');
  expect(await readAccount(engine.store)).toMatchObject({ balance: 490, reserved: 0 });
  await expect
    .poll(async () => (await engine.store.bytes.list()).toSorted())
    .toEqual([`${made.resultId}.mp4`, 'material.mp4'].toSorted());
});

test('other jobs run while a job waits for review, and several jobs may wait', async () => {
  await engine.enqueue(reviewed({ id: 'a', fingerprint: 'a', createdAt: 1 }));
  await engine.enqueue(reviewed({ id: 'b', fingerprint: 'b', createdAt: 2 }));
  await engine.enqueue(testJob({ id: 'c', fingerprint: 'c', createdAt: 3 }));
  start();
  expect(await engine.ended('c')).toMatchObject({ status: 'completed' });
  await approve(await waiting('b'));
  expect(await engine.ended('b')).toMatchObject({ status: 'completed' });
  expect((await waiting('a')).status).toBe('awaiting_review');
});

test('a run that was approved in advance does not wait', async () => {
  await engine.enqueue(reviewed({}, { autoApprove: true }));
  start();
  expect(await engine.ended('job_1')).toMatchObject({ status: 'completed', isProposalEdited: false });
});

test('a new engine resumes days later from the approved analysis', async () => {
  await engine.enqueue(reviewed());
  start();
  const job = await waiting();
  await engine.close();
  const files = (await engine.store.bytes.list()).toSorted();
  start();
  engine.pass(5 * 24 * 3600 * 1000);
  expect((await waiting()).proposal).toEqual(job.proposal);
  expect((await engine.store.bytes.list()).toSorted()).toEqual(files);
});

test('another proposal starts from the stored analysis, and replaces the preview images', async () => {
  await engine.enqueue(reviewed());
  start();
  const first = await waiting();
  const input = { ...first.input, cutSeconds: 3 };
  const change = { input, fingerprint: 'changed', modelIds: [] };
  await review(first, { decision: 'regenerate', proposal: first.proposal, isEdited: false, change });
  const second = await engine.reached(
    'job_1',
    (job) => job.status === 'awaiting_review' && job.fingerprint === 'changed',
  );
  expect(second.proposal).toMatchObject({ afterSeconds: 7 });
  expect(second.previews).not.toEqual(first.previews);
  expect(await engine.store.get('assets', first.previews[0]?.assetId ?? '')).toBeUndefined();
  const again = {
    decision: 'regenerate',
    proposal: second.proposal,
    isEdited: false,
    change: { ...change, fingerprint: 'again' },
  } as const;
  await review(second, again);
  await engine.reached('job_1', (job) => job.status === 'awaiting_review' && job.fingerprint === 'again');
  expect(run.analysed).toEqual([1, 3]);
});

test('a run that is lost while it creates another proposal waits with its last one, and so does one that fails with a full disk', async () => {
  await engine.enqueue(reviewed());
  start();
  const first = await waiting();
  const regenerate = async (): Promise<Job> => {
    const job = await waiting();
    const change = { input: { ...first.input, cutSeconds: 3 }, fingerprint: 'changed', modelIds: ['m'] };
    await review(job, { decision: 'regenerate', proposal: job.proposal, isEdited: false, change });
    return engine.reached('job_1', ({ status, error }) => status === 'awaiting_review' && error !== null);
  };
  const propose = vi.spyOn(run, 'propose');
  propose.mockRejectedValue(new Failure('ENGINE_LOST'));
  const { input, fingerprint, modelIds, proposal, previews } = first;
  const same = { input, fingerprint, modelIds, proposal, previews };
  expect(await regenerate()).toMatchObject({ ...same, error: { code: 'ENGINE_LOST' }, losses: { count: 0 } });
  expect(propose).toHaveBeenCalledTimes(2);
  propose.mockRejectedValue(new Failure('STORAGE_FULL'));
  expect(await regenerate()).toMatchObject({ ...same, error: { code: 'STORAGE_FULL' } });
  expect(await engine.store.list('checkpoints')).toEqual([]);
  expect(await engine.store.bytes.list()).toContain(
    (await engine.store.get('assets', previews[0]?.assetId ?? ''))?.file,
  );
  expect(await readAccount(engine.store)).toMatchObject({ balance: 500, reserved: 10 });
  propose.mockRestore();
  await approve(await waiting());
  expect(await engine.ended('job_1')).toMatchObject({ status: 'completed', error: null });
  expect(await readAccount(engine.store)).toMatchObject({ balance: 490, reserved: 0 });
});

test('a run that is canceled while it creates another proposal ends', async () => {
  await engine.enqueue(reviewed());
  start();
  const first = await waiting();
  await engine.close();
  const change = { input: { ...first.input, cutSeconds: 11 }, fingerprint: 'changed', modelIds: [] };
  await review(first, { decision: 'regenerate', proposal: first.proposal, isEdited: false, change });
  await cancelJob(engine.store, 'job_1', 60_000);
  start();
  expect(await engine.ended('job_1')).toMatchObject({ status: 'canceled', error: { code: 'CANCELED' } });
  expect(await readAccount(engine.store)).toMatchObject({ balance: 500, reserved: 0 });
});

test('the preview images are deleted with their proposal, even if its checkpoint was deleted to free storage', async () => {
  await engine.enqueue(reviewed());
  start();
  const job = await waiting();
  await freeIntermediates(engine.store, 1);
  await approve(job);
  const { resultId } = await engine.ended('job_1');
  await expect
    .poll(async () => (await engine.store.bytes.list()).toSorted())
    .toEqual([`${resultId}.mp4`, 'material.mp4'].toSorted());
});

test('a rejected job ends as canceled, releases its credits and leaves no file', async () => {
  await engine.enqueue(reviewed());
  start();
  await review(await waiting(), { decision: 'reject' });
  expect(await engine.ended('job_1')).toMatchObject({ status: 'canceled', error: { code: 'CANCELED' } });
  expect(await readAccount(engine.store)).toMatchObject({ balance: 500, reserved: 0 });
  await expect.poll(() => engine.store.bytes.list()).toEqual(['material.mp4']);
});

test('a job that waits for review can be canceled, and deleted after that', async () => {
  await engine.enqueue(reviewed());
  start();
  await waiting();
  await expect(deleteJob(engine.store, 'job_1')).rejects.toMatchObject({ code: 'IN_FLIGHT' });
  expect(await cancelJob(engine.store, 'job_1', 5)).toMatchObject({ status: 'canceled' });
  expect(await engine.store.bytes.list()).toEqual(['material.mp4']);
  await deleteJob(engine.store, 'job_1');
  expect(await engine.store.list('jobs')).toEqual([]);
});

test('of two reviews at the same time the first one counts', async () => {
  await engine.enqueue(reviewed());
  start();
  const job = await waiting();
  const both = await Promise.allSettled([approve(job), review(job, { decision: 'reject' })]);
  expect(both[0].status).toBe('fulfilled');
  expect(both[1]).toMatchObject({ reason: { code: 'NOT_REVIEWABLE' } });
  expect(await engine.ended('job_1')).toMatchObject({ status: 'completed' });
});

test('a job that is never reviewed ends by itself', async () => {
  await engine.enqueue(reviewed());
  start();
  const job = await waiting();
  const rung: string[] = [];
  engine.bell.listen((table) => rung.push(table));
  engine.pass((job.reviewExpiresAt ?? 0) + 1);
  const ended = await engine.ended('job_1');
  expect(ended).toMatchObject({ status: 'canceled', error: { code: 'CANCELED' } });
  expect(ended.error?.message).toContain('was not reviewed within 30 days');
  await expect.poll(() => rung).toEqual(['jobs', 'jobs', 'account']);
  expect(await readAccount(engine.store)).toMatchObject({ balance: 500, reserved: 0 });
});

test('a proposal that cannot be created fails the job with its code', async () => {
  await engine.enqueue(reviewed({}, { cutSeconds: 11 }));
  start();
  expect(await engine.ended('job_1')).toMatchObject({ status: 'failed' });
  expect(await readAccount(engine.store)).toMatchObject({ balance: 500, reserved: 0 });
});
