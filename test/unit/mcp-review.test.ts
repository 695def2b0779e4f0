import { readFile } from 'node:fs/promises';
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { Lab } from '#store/lab.ts';
import { createApi } from '../../src/api/api.ts';
import type { ApiPorts } from '../../src/api/ports.ts';
import { connectClient, connectOldClient, type FillForm, type McpTarget } from '../support/mcp-clients.ts';
import { openRelay, relayClients } from '../support/relay-clients.ts';
import { createReviewRun } from '../support/review-recipe/run.ts';
import { testMaterial } from '../support/rows.ts';
import { TestEngine } from '../support/test-engine.ts';
import { readContent, catchFailure } from '../conformance/mcp.suite.ts';

vi.mock('../../src/recipes/list.ts', async (importReal) => {
  const { withCutBeginning } = await import('../support/review-recipe/with-cut-beginning.ts');
  return withCutBeginning(await importReal<{ recipes: object }>());
});

type Job = { id: string; status: string; updatedAt: string; proposal?: { cuts: object[]; afterSeconds: number } };

let engine: TestEngine;
let target: McpTarget;

beforeEach(async () => {
  engine = await TestEngine.open();
  engine.startRuns({ 'cut-beginning': createReviewRun(engine.store.bytes) });
  target = await openTarget();
});

/** The connector of an API over the engine's store. */
async function openTarget(ports: Partial<ApiPorts> = {}): Promise<McpTarget> {
  const baseUrl = 'https://offcut.test/';
  const api = createApi({
    store: engine.store,
    bell: engine.bell,
    lab: new Lab({ store: engine.store, bell: engine.bell, thread: 'api' }),
    base: new URL(baseUrl),
    manifest: [],
    deployedFiles: async () => [],
    hasEngine: async () => true,
    fetchOutside: (input, init) => fetch(input, init),
    ...ports,
  });
  const fetchApi = (url: string, init?: RequestInit): Promise<Response> => api(new Request(url, init));
  const made = await fetchApi(`${baseUrl}sandbox/v1/keys`, { method: 'POST' });
  const { data } = (await made.json()) as { data: { apiKey: string } };
  return { baseUrl, apiKey: data.apiKey, fetch: fetchApi };
}

afterEach(() => engine.close());

const run = { recipeId: 'cut-beginning', input: { material: testMaterial.id } };
const credits = async (): Promise<unknown> =>
  readContent<{ creditsRemaining: number }>(await (await connectClient(target)).call('get_account')).creditsRemaining;

test.each([
  ['current', connectClient],
  ['old', connectOldClient],
] as const)(
  'gives the %s client that cannot show a form the proposal, its images and the next call',
  async (_, connect) => {
    const client = await connect(target);
    const { id } = readContent<Job>(await client.call('run_recipe', run));
    const waiting = await client.call('wait_for_job', { envelopeId: id, timeoutSeconds: 10 });
    expect(readContent<Job>(waiting)).toMatchObject({ status: 'awaiting_review', proposal: { afterSeconds: 9 } });
    expect(waiting.content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
    expect(waiting.content[1]).toMatchObject({ mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) });
    const { updatedAt } = readContent<Job>(waiting);
    const seen = { envelopeId: id, decision: 'approve', updatedAt };
    expect(waiting.content[2]?.text).toContain(`review_job with ${JSON.stringify(seen)}`);

    const cuts = [{ id: 'late', startSeconds: 8, endSeconds: 11 }];
    const refused = await client.call('review_job', {
      envelopeId: id,
      decision: 'approve',
      proposal: { cuts, beforeSeconds: 10, afterSeconds: 0 },
    });
    expect(catchFailure(refused)).toMatchObject({
      errorCode: 'VALIDATION_FAILED',
      details: [{ path: 'proposal.cuts.0.endSeconds' }],
    });
    const again = await client.call('review_job', {
      envelopeId: id,
      decision: 'regenerate',
      parameters: { cutSeconds: 2 },
    });
    expect(readContent<Job>(again).status).toBe('queued');
    expect(readContent<Job>(await client.call('wait_for_job', { envelopeId: id }))).toMatchObject({
      status: 'awaiting_review',
      proposal: { afterSeconds: 8 },
    });
    expect(catchFailure(await client.call('review_job', seen))).toMatchObject({ errorCode: 'NOT_REVIEWABLE' });
    await client.call('review_job', { envelopeId: id, decision: 'regenerate', parameters: { cutSeconds: 11 } });
    const kept = await client.call('wait_for_job', { envelopeId: id });
    expect(readContent<Job>(kept)).toMatchObject({ status: 'awaiting_review', proposal: { afterSeconds: 8 } });
    expect(kept.content.at(-1)?.text).toMatch(
      /^A new proposal could not be created: No subject to cut out.* The job waits with its last proposal again/,
    );
    await client.call('review_job', { envelopeId: id, decision: 'approve' });
    const done = await client.call('wait_for_job', { envelopeId: id });
    expect(readContent<Job>(done).status).toBe('completed');
    expect(done.content.at(-1)).toMatchObject({ type: 'resource_link', mimeType: 'video/mp4', name: 'cut.mp4' });
    expect(await credits()).toBe(495);
  },
);

test('only omits an image of a proposal that cannot be reduced', async () => {
  const client = await connectClient(target);
  const { id } = readContent<Job>(await client.call('run_recipe', run));
  vi.stubGlobal('OffscreenCanvas', Blob);
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no such picture')));
  const waiting = await client.call('wait_for_job', { envelopeId: id, timeoutSeconds: 10 });
  vi.unstubAllGlobals();
  expect(readContent<Job>(waiting).status).toBe('awaiting_review');
  expect(waiting.content.map(({ type }) => type)).toEqual(['text', 'text']);
});

test('continues a run whose material takes long to fetch with a second call', async () => {
  let answer: (response: Response) => void = () => undefined;
  let fetches = 0;
  const fetchOutside = (): Promise<Response> => {
    fetches++;
    return new Promise((resolve) => (answer = resolve));
  };
  const timing = { agentMs: 300, heartbeatMs: 20 };
  const client = await connectClient(await openTarget({ fetchOutside, timing }));
  const far = { ...run, input: { material: 'https://elsewhere.test/clip.mp4' } };
  const told: number[] = [];
  const early = await client.call('run_recipe', far, ({ progress }) => told.push(progress));
  expect(catchFailure(early)).toMatchObject({
    errorCode: 'IN_FLIGHT',
    retryable: true,
    message: expect.stringContaining('repeat the same call of run_recipe'),
  });
  expect(told.length).toBeGreaterThan(0);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  answer(new Response(await readFile(new URL('../fixtures/sample/short.mp4', import.meta.url))));
  await expect
    .poll(() => client.call('run_recipe', far))
    .toMatchObject({ structuredContent: { recipeId: 'cut-beginning' } });
  expect(fetches).toBe(1);
});

/** Waits like an agent whose client shows forms. Returns the messages that the user has read. */
async function ask(...answers: ReturnType<FillForm>[]) {
  const read: string[] = [];
  const client = await connectClient(target, (message) => {
    read.push(message);
    return answers[read.length - 1] ?? { action: 'cancel' };
  });
  const { id } = readContent<Job>(await client.call('run_recipe', run));
  const answer = await client.call('wait_for_job', { envelopeId: id, timeoutSeconds: 10 });
  return { read, answer, job: readContent<Job>(answer) };
}

const accept = (content: Record<string, string>): ReturnType<FillForm> => ({ action: 'accept', content });

test('shows a form to the user through a client that supports it, and continues to wait', async () => {
  const { read, job } = await ask(accept({ decision: 'approve' }));
  expect(read).toHaveLength(1);
  expect(read[0]).toMatch(/proposes: \{"cuts":\[.*Preview images: https:\/\/offcut\.test\/media\/.*for 5 credits/s);
  expect(job.status).toBe('completed');
});

test('creates the changes that the user makes in the form, and shows the form again with the reason of a refusal', async () => {
  const late = { cuts: [{ id: 'late', startSeconds: 8, endSeconds: 11 }], beforeSeconds: 10, afterSeconds: 0 };
  const mine = { cuts: [], beforeSeconds: 10, afterSeconds: 0 };
  const { read, answer, job } = await ask(
    accept({ decision: 'approve', proposal: '{' }),
    accept({ decision: 'approve', proposal: JSON.stringify(late) }),
    accept({ decision: 'perhaps' }),
    accept({ decision: 'regenerate', parameters: '{"cutSeconds":3}' }),
    accept({ decision: 'approve', proposal: JSON.stringify(mine) }),
  );
  expect(read[1]).toContain('Your last decision was refused: proposal: is not valid JSON');
  expect(read[2]).toContain('Your last decision was refused: the clip lasts 10 s');
  expect(read[3]).toContain('one of approve, reject and regenerate');
  expect(read[4]).toContain('"afterSeconds":7');
  expect(job.status, answer.content[0]?.text).toBe('completed');
});

test('ends the job without a charge if the user rejects', async () => {
  const { job } = await ask(accept({ decision: 'reject' }));
  expect(job.status).toBe('canceled');
  expect(await credits()).toBe(500);
});

test('keeps the job waiting if the user closes the form', async () => {
  const { read, answer, job } = await ask({ action: 'decline' });
  expect(read).toHaveLength(1);
  expect(job.status).toBe('awaiting_review');
  expect(answer.content.at(-1)?.text).toContain('review_job');
});

test('shows the form in an older client with a connection to the relay', async () => {
  const client = await relayClients['2025-11-25'](await openRelay(target), () => accept({ decision: 'approve' }));
  const { id } = readContent<Job>(await client.call('run_recipe', run));
  expect(readContent<Job>(await client.call('wait_for_job', { envelopeId: id })).status).toBe('completed');
});

type Task = {
  resultType: string;
  taskId: string;
  status: string;
  inputRequests: Record<string, { method: string }>;
  result: { structuredContent: Job; isError?: boolean; content: { type: string; text: string }[] };
};

/** Sends a request of the current revision, as it is transferred. */
async function rpc(
  method: string,
  params: { taskId?: string; name?: string } & Record<string, unknown>,
  capabilities: object = withTasks,
) {
  const response = await target.fetch(`${target.baseUrl}api/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${target.apiKey}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      'Mcp-Name': params.taskId ?? params.name ?? '',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    }),
  });
  return (await response.json()) as { result: Task; error?: { code: number; message: string } };
}

const withTasks = { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } };
const start = (input: object = {}, capabilities?: object) =>
  rpc('tools/call', { name: 'run_recipe', arguments: { ...run, input: { ...run.input, ...input } } }, capabilities);
const get = async (taskId: string): Promise<Task> => (await rpc('tasks/get', { taskId })).result;

test('shows the form through the task to a client that supports tasks, and returns the result in the task', async () => {
  const created = (await start()).result;
  expect(created).toMatchObject({ resultType: 'task', status: 'working' });
  const { taskId } = created;
  await expect.poll(async () => (await get(taskId)).status).toBe('input_required');
  const [name = '', form] = Object.entries((await get(taskId)).inputRequests)[0] ?? [];
  expect(form?.method).toBe('elicitation/create');
  const answer = (content: object) =>
    rpc('tasks/update', { taskId, inputResponses: { [name]: { action: 'accept', content } } });
  expect((await answer({ decision: 'approve', proposal: '[]' })).error).toMatchObject({ code: -32602 });
  expect((await get(taskId)).status).toBe('input_required');
  expect(await answer({ decision: 'approve' })).toMatchObject({ result: { resultType: 'complete' } });
  await expect.poll(async () => (await get(taskId)).status).toBe('completed');
  const { result } = await get(taskId);
  expect(result.structuredContent).toMatchObject({ id: taskId, envelopeId: taskId, status: 'completed' });
  expect(result.content.map(({ type }) => type)).toEqual(['text', 'resource_link']);
  // An identical run already exists, and needs no task.
  expect((await start()).result).toMatchObject({ resultType: 'complete', structuredContent: { id: taskId } });
});

test('ends a task like its job: canceled, or completed with the failure', async () => {
  const { taskId } = (await start({ cutSeconds: 3 })).result;
  expect((await rpc('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
  await expect.poll(async () => (await get(taskId)).status).toBe('cancelled');
  expect((await rpc('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
  const failing = (await start({ cutSeconds: 99 })).result;
  await expect.poll(async () => (await get(failing.taskId)).status).toBe('completed');
  const { result } = await get(failing.taskId);
  expect(result.isError).toBe(true);
  expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject({ success: false, errorCode: 'NO_SUBJECT' });
});

test('creates tasks only for clients that support them, and reviews in tasks only for those that show forms', async () => {
  expect((await start({}, {})).result).toMatchObject({ resultType: 'complete', structuredContent: {} });
  const { extensions } = withTasks;
  expect((await start({ cutSeconds: 4 }, { extensions })).result).toMatchObject({ resultType: 'complete' });
  expect((await start({ cutSeconds: 5, autoApprove: true }, { extensions })).result).toMatchObject({
    resultType: 'task',
  });
  expect((await rpc('tasks/get', { taskId: 'x' }, {})).error).toMatchObject({ code: -32021 });
  expect((await rpc('tasks/get', { taskId: 'job_none' })).error).toMatchObject({ code: -32602 });
  expect((await rpc('tasks/update', { taskId: 'job_none', inputResponses: {} })).error).toMatchObject({ code: -32602 });
});
