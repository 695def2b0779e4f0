import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openStatuses } from '#core/model/job-status.ts';
import { toMeasurementId } from '#core/model/records.ts';
import type { JobView } from '#operations/jobs.ts';
import { operations } from '#operations/registry.ts';
import { openEngineApi } from '../support/engine-api.ts';
import { createReviewRun } from '../support/review-recipe/run.ts';
import { testJob, testMaterial } from '../support/rows.ts';
import { TestEngine } from '../support/test-engine.ts';
import { redactAddress } from '../../src/api/redact-address.ts';
import { recipes } from '../../src/recipes/catalog.ts';

vi.mock('../../src/recipes/list.ts', async (importReal) => {
  const { withCutBeginning } = await import('../support/review-recipe/with-cut-beginning.ts');
  return withCutBeginning(await importReal<{ recipes: object }>());
});

/** The response to a call, with the payload fields of every kind that these tests read. */
type Body = { success: boolean; data: JobView & { envelopeId: string }; errorCode: string; details: unknown };

let engine: TestEngine;
let api: (request: Request) => Promise<Response>;
let apiKey: string;

beforeEach(async () => {
  engine = await TestEngine.open();
  engine.startRuns({
    'remove-background': { make: engine.makeFile },
    'cut-beginning': createReviewRun(engine.store.bytes),
  });
  ({ api, apiKey } = await openEngineApi(engine));
});

afterEach(() => engine.close());

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Body }> {
  const response = await api(
    new Request(`https://offcut.test/${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, body: (await response.json()) as Body };
}

const run = (parameters: object = {}) =>
  call('POST', 'v1/run/cut-beginning', { material: testMaterial.id, ...parameters });
const review = (id: string, body: object) => call('POST', `v1/jobs/${id}/review`, body);

async function reach(id: string, status: JobView['status']): Promise<JobView> {
  const find = async (): Promise<JobView> => (await call('GET', `v1/jobs/${id}`)).body.data;
  await expect.poll(async () => (await find()).status).toBe(status);
  return find();
}

async function waiting(parameters: object = {}): Promise<JobView> {
  const { status, body } = await run(parameters);
  expect(status).toBe(202);
  expect(body.data.envelopeId).toBe(body.data.id);
  return reach(body.data.id, 'awaiting_review');
}

test('returns the proposal of a waiting job, its images and its deadline, and omits the proposal in lists', async () => {
  const job = await waiting();
  expect(job).toMatchObject({
    materials: [testMaterial.id],
    models: [],
    proposal: { cuts: [{ id: 'first' }], afterSeconds: 9 },
    previews: [{ atSeconds: 0, url: job.previewUrl }],
    creditsCharged: false,
  });
  expect(Date.parse(job.reviewExpiresAt ?? '')).toBeGreaterThan(Date.parse(job.updatedAt));
  const picture = await api(new Request(job.previewUrl ?? ''));
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  const list = await call('GET', 'v1/jobs?status=awaiting_review');
  expect(list.body.data).not.toHaveProperty('0.proposal');
  expect(list.body.data).toHaveProperty('0.previewUrl');
});

test('returns the canvas of a proposal while the job waits, and another one for another proposal', async () => {
  const job = await waiting();
  const draft = job.draftCanvas;
  expect(draft?.assets).toEqual({
    [testMaterial.id]: {
      name: testMaterial.name,
      url: expect.stringContaining(testMaterial.id),
      mimeType: testMaterial.mimeType,
    },
  });
  const readTitle = async (url = ''): Promise<[number, string]> => {
    const response = await api(new Request(url));
    return [response.status, ((await response.json()) as { title?: string }).title ?? ''];
  };
  expect(await readTitle(draft?.documentUrl)).toEqual([200, '1 s are cut']);
  expect((await call('GET', 'v1/jobs')).body.data).not.toHaveProperty('0.draftCanvas');
  await review(job.id, { decision: 'regenerate', parameters: { cutSeconds: 2 } });
  const again = await reach(job.id, 'awaiting_review');
  expect(await readTitle(again.draftCanvas?.documentUrl)).toEqual([200, '2 s are cut']);
  expect((await readTitle(draft?.documentUrl))[0]).toBe(404);
  await review(job.id, { decision: 'approve' });
  expect(await reach(job.id, 'completed')).not.toHaveProperty('draftCanvas');
  expect((await readTitle(again.draftCanvas?.documentUrl))[0]).toBe(404);
});

test('accepts an unchanged proposal, and then answers identical calls with its result', async () => {
  const job = await waiting();
  const approved = await review(job.id, { decision: 'approve', proposal: job.proposal });
  expect(approved.body.data).toMatchObject({ id: job.id, status: 'queued' });
  expect(await reach(job.id, 'completed')).toMatchObject({ creditsCharged: true });
  expect((await run()).body.data.id).toBe(job.id);
  expect((await run({ autoApprove: true })).body.data.id).not.toBe(job.id);
});

test('validates and computes an edited proposal again, and answers no other call with it', async () => {
  const job = await waiting();
  const edit = (endSeconds: number) => ({
    decision: 'approve',
    proposal: { cuts: [{ id: 'first', startSeconds: 0, endSeconds }], beforeSeconds: 10, afterSeconds: 0 },
  });
  const outside = await review(job.id, edit(11));
  expect(outside).toMatchObject({ status: 400, body: { errorCode: 'VALIDATION_FAILED' } });
  expect(outside.body.details).toEqual([{ path: 'proposal.cuts.0.endSeconds', message: 'the clip lasts 10 s' }]);
  const misfit = await review(job.id, { decision: 'approve', proposal: { cut: [] } });
  expect(misfit.body).toMatchObject({ errorCode: 'VALIDATION_FAILED' });
  expect(misfit.body.details).toContainEqual({ path: 'proposal.cut', message: 'unknown field; did you mean cuts?' });
  expect((await reach(job.id, 'awaiting_review')).proposal).toEqual(job.proposal);
  await review(job.id, edit(4));
  const { canvasId } = await reach(job.id, 'completed');
  const canvas = await call('GET', `v1/canvases/${canvasId}`);
  expect(canvas.body.data).toMatchObject({ document: { title: '1 cuts, 6 s, analysed before' } });
  expect((await run()).body.data.id).not.toBe(job.id);
});

test('accepts a proposal that is larger than other bodies, such as one of every frame', async () => {
  const job = await waiting();
  const cuts = [{ id: 'x'.repeat(2 * 1024 * 1024), startSeconds: 0, endSeconds: 4 }];
  const approved = await review(job.id, {
    decision: 'approve',
    proposal: { cuts, beforeSeconds: 10, afterSeconds: 0 },
  });
  expect(approved.body.data).toMatchObject({ id: job.id, status: 'queued' });
  await reach(job.id, 'completed');
});

test('omits a parameter that is null when it regenerates, so that its default applies', async () => {
  const job = await waiting({ cutSeconds: 2 });
  const { body } = await review(job.id, { decision: 'regenerate', parameters: { cutSeconds: null } });
  expect(body.data.input).toMatchObject({ cutSeconds: 1 });
});

test('accepts other parameters when it regenerates, validated like those of a run call, but no other materials', async () => {
  const job = await waiting();
  const regenerate = (parameters: object) => review(job.id, { decision: 'regenerate', parameters });
  expect((await regenerate({ cutSecond: 2 })).body.details).toContainEqual({
    path: 'parameters.cutSecond',
    message: 'unknown field; did you mean cutSeconds?',
  });
  expect((await regenerate({ cutSeconds: -1 })).body.details).toContainEqual({
    path: 'parameters.cutSeconds',
    message: 'must be more than 0',
  });
  expect((await regenerate({ material: null })).body.details).toMatchObject([{ path: 'parameters.material' }]);
  expect((await regenerate({ material: 'mat_2' })).body.details).toMatchObject([{ path: 'parameters.material' }]);
  expect((await review(job.id, { decision: 'approve', parameters: {} })).status).toBe(400);
  expect((await regenerate({ cutSeconds: 2 })).body.data.status).toBe('queued');
  expect(await reach(job.id, 'awaiting_review')).toMatchObject({
    input: { cutSeconds: 2 },
    proposal: { afterSeconds: 8 },
  });
  expect((await run({ cutSeconds: 2 })).body.data.id).toBe(job.id);
});

test('recognises a material whose URL is sent again with the secrets that were not stored', async () => {
  const material = 'https://media.test/clip.mp4?token=s3cret';
  const kept = { ...testMaterial, id: 'mat_2', sourceUrl: await redactAddress(new URL(material)) };
  await engine.store.transact(['assets'], (transaction) => transaction.put('assets', kept));
  const job = await waiting({ material });
  expect(job.input).toMatchObject({ material: kept.sourceUrl });
  const again = { decision: 'regenerate', parameters: { material: `${material}#t=1`, cutSeconds: 2 } };
  expect((await review(job.id, again)).body.data.input).toEqual({ ...job.input, cutSeconds: 2 });
  await reach(job.id, 'awaiting_review');
  const other = { decision: 'regenerate', parameters: { material: material.replace('s3cret', 'other') } };
  expect(await review(job.id, other)).toMatchObject({ status: 400, body: { errorCode: 'VALIDATION_FAILED' } });
});

test('refuses a proposal with the whole URL of an image, and neither stores nor shows its secrets', async () => {
  const imageMaterial = 'https://media.test/picture.png?token=s3cret';
  const kept = await redactAddress(new URL(imageMaterial));
  const from = 'me' as const;
  const proposal = {
    messages: [{ from, text: '', atSeconds: 0, typingSeconds: 0, readSeconds: 1.2, imageMaterial: kept }],
    durationSeconds: 4,
  };
  const input = recipes['message-bubbles'].input.parse({ messages: [{ from, imageMaterial: kept }] });
  const job = testJob({ recipeId: 'message-bubbles', input, proposal, status: 'awaiting_review' });
  await engine.store.transact(['jobs'], (transaction) => transaction.put('jobs', job));
  const sent = { ...proposal, messages: [{ ...proposal.messages[0], imageMaterial }] };
  for (const decision of ['approve', 'regenerate']) {
    const refused = await review(job.id, { decision, proposal: sent });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 'VALIDATION_FAILED' } });
    expect(JSON.stringify(refused.body)).not.toContain('s3cret');
  }
  const row = await engine.store.get('jobs', job.id);
  expect(row).toMatchObject({ status: 'awaiting_review', proposal });
});

test('keeps the last proposal with its images if a regenerate fails, and gives the reason', async () => {
  const job = await waiting();
  const events = await api(
    new Request(`https://offcut.test/v1/jobs/${job.id}/events`, { headers: { Authorization: `Bearer ${apiKey}` } }),
  );
  const told = events.text();
  const failing = { decision: 'regenerate', parameters: { cutSeconds: 11 } };
  const { body } = await review(job.id, failing);
  expect(body.data).toMatchObject({ status: 'queued', input: { cutSeconds: 11 } });
  expect(body.data).not.toHaveProperty('error');
  const kept = await reach(job.id, 'awaiting_review');
  expect(kept).toMatchObject({
    proposal: job.proposal,
    previews: job.previews,
    input: job.input,
    draftCanvas: job.draftCanvas,
    error: { errorCode: 'NO_SUBJECT' },
    creditsCharged: false,
  });
  expect((await api(new Request(job.previewUrl ?? ''))).status).toBe(200);
  expect((await call('GET', 'v1/me')).body.data).toMatchObject({ creditsRemaining: 495 });
  // The job equals its earlier state: an equal call is answered with it.
  expect((await run()).body.data.id).toBe(job.id);
  await review(job.id, failing);
  await reach(job.id, 'awaiting_review');
  const approved = await review(job.id, { decision: 'approve' });
  expect(approved.body.data).not.toHaveProperty('error');
  const made = await reach(job.id, 'completed');
  expect(made).not.toHaveProperty('error');
  const canvas = await call('GET', `v1/canvases/${made.canvasId}`);
  expect(canvas.body.data).toMatchObject({ document: { title: '1 cuts, 9 s, analysed before' } });
  const ledger = (await call('GET', 'v1/ledger')).body.data as unknown as { kind: string; credits: number }[];
  expect(ledger.map(({ kind, credits }) => `${kind} ${credits}`).toSorted()).toEqual(['charge 5', 'reserve 5']);
  expect(await told).toMatch(/"status":"awaiting_review".*"error":\{"errorCode":"NO_SUBJECT".*"status":"completed"/s);
});

test('keeps the edits of a regenerate that fails, and lets a job that waits again be rejected', async () => {
  const job = await waiting();
  const mine = { cuts: [{ id: 'first', startSeconds: 0, endSeconds: 4 }], beforeSeconds: 10, afterSeconds: 0 };
  await review(job.id, { decision: 'regenerate', proposal: mine, parameters: { cutSeconds: 11 } });
  const kept = await reach(job.id, 'awaiting_review');
  expect(kept).toMatchObject({ proposal: { cuts: mine.cuts, afterSeconds: 6 }, error: { errorCode: 'NO_SUBJECT' } });
  expect((await run()).body.data.id).not.toBe(job.id);
  await review(job.id, { decision: 'reject' });
  expect(await reach(job.id, 'canceled')).toMatchObject({ error: { errorCode: 'CANCELED' } });
});

test('does not apply a decision on an earlier proposal to another one', async () => {
  const job = await waiting();
  const seen = { decision: 'approve', updatedAt: job.updatedAt };
  await review(job.id, { decision: 'regenerate', parameters: { cutSeconds: 2 }, updatedAt: job.updatedAt });
  const again = await reach(job.id, 'awaiting_review');
  for (const decision of ['approve', 'regenerate', 'reject']) {
    expect(await review(job.id, { ...seen, decision })).toMatchObject({
      status: 409,
      body: { errorCode: 'NOT_REVIEWABLE', message: 'Another review of this job was faster; read the job again.' },
    });
  }
  expect((await review(job.id, { ...seen, updatedAt: 'now' })).body.details).toMatchObject([{ path: 'updatedAt' }]);
  expect(await reach(job.id, 'awaiting_review')).toEqual(again);
  expect((await review(job.id, { ...seen, updatedAt: again.updatedAt })).body.data.status).toBe('queued');
  await reach(job.id, 'completed');
});

test('answers no other call with the result of a proposal that was edited', async () => {
  const job = await waiting();
  const mine = { id: 'mine', startSeconds: 5, endSeconds: 6 };
  const proposal = {
    cuts: [{ id: 'first', startSeconds: 0, endSeconds: 1 }, mine],
    beforeSeconds: 10,
    afterSeconds: 0,
  };
  await review(job.id, { decision: 'regenerate', proposal });
  const find = async () => (await call('GET', `v1/jobs/${job.id}`)).body.data;
  await expect.poll(async () => (await find()).proposal).toMatchObject({ cuts: [{ id: 'first' }, mine] });
  await review(job.id, { decision: 'approve' });
  await reach(job.id, 'completed');
  expect((await run()).body.data.id).not.toBe(job.id);
});

test('cancels a rejected job and refuses another review', async () => {
  const job = await waiting();
  const rejected = await review(job.id, { decision: 'reject' });
  expect(rejected.body.data).toMatchObject({ status: 'canceled', error: { errorCode: 'CANCELED' } });
  expect(await review(job.id, { decision: 'approve' })).toMatchObject({
    status: 409,
    body: { errorCode: 'NOT_REVIEWABLE' },
  });
  expect((await call('GET', 'v1/me')).body.data).toMatchObject({ creditsRemaining: 500 });
});

test('refuses a material of the wrong kind, and names the kind that the recipe needs', async () => {
  const picture = { ...testMaterial, id: 'mat_png', mimeType: 'image/png', extension: 'png', sha256: 'y' };
  await engine.store.transact(['assets'], (transaction) => transaction.put('assets', picture));
  expect(await run({ material: 'mat_png' })).toMatchObject({
    status: 415,
    body: {
      errorCode: 'UNSUPPORTED_MEDIA',
      message:
        'Cut the beginning needs a video as material, but this material is an image (image/png); send another material.',
      details: [{ path: 'material', message: 'must be a video' }],
    },
  });
  expect(operations).toHaveProperty(['run:cut-beginning', 'failures'], expect.arrayContaining(['UNSUPPORTED_MEDIA']));
});

test('adds the time of earlier jobs to the estimate of a queued job', async () => {
  await engine.close();
  const first = (await run()).body.data;
  // Two jobs of one millisecond have no order.
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(first.createdAt)), { interval: 1 });
  const second = (await run({ cutSeconds: 2 })).body.data;
  expect([first.etaSeconds, second.etaSeconds]).toEqual([4, 8]);
  const list = vi.spyOn(engine.store, 'list');
  const both = await call('GET', 'v1/jobs');
  expect(both.body.data).toMatchObject([{ etaSeconds: 8 }, { etaSeconds: 4 }]);
  // The page itself, and one request for each open status, for any number of waiting jobs.
  expect(list).toHaveBeenCalledTimes(1 + openStatuses.length);
});

test('estimates earlier jobs without an estimate by the duration of such a run', async () => {
  await engine.close();
  const queued = { status: 'queued' as const, etaSeconds: null, recipeId: 'cut-beginning', input: {}, modelIds: [] };
  const measured = { id: toMeasurementId('cut-beginning', ''), secondsPerSecond: 1, secondsPerRun: 6, runs: 1 };
  await engine.store.transact(['jobs', 'measurements'], async (transaction) => {
    await transaction.put('measurements', measured);
    await transaction.put('jobs', testJob({ ...queued, id: 'job_1', fingerprint: 'f1', createdAt: 1 }));
    await transaction.put('jobs', testJob({ ...queued, id: 'job_2', fingerprint: 'f2', createdAt: 2 }));
    await transaction.put('jobs', testJob({ ...queued, id: 'job_3', fingerprint: 'f3', createdAt: 3, etaSeconds: 4 }));
  });
  const waits = await Promise.all(['job_1', 'job_2', 'job_3'].map((id) => call('GET', `v1/jobs/${id}`)));
  expect(waits.map(({ body }) => body.data.etaSeconds)).toEqual([6, 12, 16]);
});

test('counts reserved credits of all open runs against the cap of a key, and returns those of failed ones', async () => {
  const made = await call('POST', 'sandbox/v1/keys', { spendCapCredits: 10 });
  const { apiKey: capped } = made.body.data as unknown as { apiKey: string };
  const start = async (cutSeconds: number) => {
    const response = await api(
      new Request('https://offcut.test/v1/run/cut-beginning', {
        method: 'POST',
        headers: { Authorization: `Bearer ${capped}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ material: testMaterial.id, cutSeconds }),
      }),
    );
    return { status: response.status, body: (await response.json()) as Body };
  };
  const replies = await Promise.all([1, 2, 3, 4].map(start));
  const started = replies.filter(({ status }) => status === 202);
  expect(replies.filter(({ body }) => body.errorCode === 'SPEND_CAP_REACHED')).toHaveLength(4 - started.length);
  expect(started).toHaveLength(2);
  const credits = async () => {
    const keys = (await call('GET', 'sandbox/v1/keys')).body.data as unknown as readonly { spendCapCredits: number }[];
    return keys.find(({ spendCapCredits }) => spendCapCredits === 10);
  };
  expect(await credits()).toMatchObject({ spentCredits: 0, reservedCredits: 10 });
  for (const { body } of started) {
    await call('POST', `v1/jobs/${body.data.id}/cancel`);
  }
  await expect.poll(credits).toMatchObject({ spentCredits: 0, reservedCredits: 0 });
});
