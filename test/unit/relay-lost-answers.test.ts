import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readText } from '#api/parse-request.ts';
import { startServer, type RunningServer } from '#bridge/server/server.ts';
import { openBrowserEnds, type Answer, type BrowserEnds } from '#test/support/relay-ends.ts';

let distDir = '';
let server: RunningServer;
let ends: BrowserEnds | undefined;

beforeEach(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'offcut-relay-'));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><head></head>');
  server = await startServer({ port: 0, distDir });
});

afterEach(async () => {
  ends?.close();
  await server.close();
  await rm(distDir, { recursive: true });
});

/** Opens a browser whose service worker returns these responses in turn, and repeats the last one. */
async function startPage(answers: readonly Answer[]): Promise<string[]> {
  const bodies: string[] = [];
  ends = openBrowserEnds(server.baseUrl, async (request) => {
    bodies.push(await readText(request, 1000));
    return (answers[Math.min(bodies.length, answers.length) - 1] ?? killed)(request);
  });
  expect(await server.waitForPage(20_000)).toBe(true);
  return bodies;
}

/** The end of a service worker before it answers. */
const killed: Answer = () => {
  ends?.killWorker();
  return new Promise(() => undefined);
};

/** The body of a streamed response whose service worker Firefox has killed: it ends as if it were complete. */
const cutOff: Answer = async () => new Response('   ', { headers: { 'Content-Type': 'application/json' } });

const whole: Answer = async () =>
  new Response('  {"success":true,"data":{"cached":true}}', { headers: { 'Content-Type': 'application/json' } });

const run = (init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.baseUrl}/v1/run/remove-background`, { method: 'POST', body: '{"material":"m"}', ...init });

it('repeats a run whose response is truncated, and returns one whole response', async () => {
  const bodies = await startPage([cutOff, killed, whole]);
  const response = await run();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ success: true, data: { cached: true } });
  expect(bodies).toEqual(Array.from({ length: 3 }, () => '{"material":"m"}'));
});

it('ends a run whose responses are all lost with an envelope that says what to do', async () => {
  const bodies = await startPage([cutOff]);
  const text = await (await run()).text();
  expect(JSON.parse(text)).toMatchObject({ success: false, errorCode: 'ENGINE_UNAVAILABLE', retryable: true });
  expect(text).toContain('Send the request again');
  expect(bodies).toHaveLength(3);
});

it('treats a response that is truncated within its JSON as lost', async () => {
  const half: Answer = async () =>
    new Response('  {"success":true,"da', { headers: { 'Content-Type': 'application/json' } });
  await startPage([half, whole]);
  expect(await (await run()).json()).toMatchObject({ success: true });
});

it('repeats a read request if the service worker ends before it answers', async () => {
  const bodies = await startPage([killed, whole]);
  expect(await (await fetch(`${server.baseUrl}/v1/jobs`)).json()).toMatchObject({ success: true });
  expect(bodies).toHaveLength(2);
});

it('does not repeat an unsafe request without an idempotency key', async () => {
  const bodies = await startPage([cutOff, whole]);
  const upload = (headers: Record<string, string>) =>
    fetch(`${server.baseUrl}/v1/uploads/t/file`, { method: 'POST', body: 'bytes', headers });
  expect(await (await upload({})).json()).toMatchObject({ success: false, errorCode: 'ENGINE_UNAVAILABLE' });
  expect(bodies).toHaveLength(1);
  expect(await (await upload({ 'Idempotency-Key': 'one' })).json()).toMatchObject({ success: true });
});

it('reports that a service worker ended before its response', async () => {
  await startPage([killed]);
  const response = await fetch(`${server.baseUrl}/v1/uploads`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    errorCode: 'ENGINE_UNAVAILABLE',
    message: expect.stringContaining('Send the request again'),
  });
});

it('closes the connection if a file is shorter than declared', async () => {
  await startPage([
    async () => new Response('half', { headers: { 'Content-Length': '800000', 'Content-Type': 'video/webm' } }),
  ]);
  await expect(fetch(`${server.baseUrl}/media/x.webm`).then((response) => response.text())).rejects.toThrow();
});

it('repeats a read request whose small response is shorter than declared', async () => {
  const half: Answer = () => new Response('half', { headers: { 'Content-Length': '8' } });
  await startPage([half, whole]);
  expect((await (await fetch(`${server.baseUrl}/v1/jobs`)).text()).trim()).toContain('"success":true');
});

it('keeps a response without a body', async () => {
  await startPage([async () => new Response(null, { status: 202, headers: { 'Content-Type': 'application/json' } })]);
  const response = await fetch(`${server.baseUrl}/api/mcp`, { method: 'POST', body: '{}' });
  expect([response.status, await response.text()]).toEqual([202, '']);
});

it('returns the status of the complete response', async () => {
  const lost: Answer = async () => new Response('', { status: 503, headers: { 'Content-Type': 'application/json' } });
  await startPage([lost, whole]);
  expect((await run()).status).toBe(200);
});

it('returns the whole response of a queued job, or repeats its request', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const half: Answer = async () => new Response('{"success":tr', { status: 202, headers });
  const queued: Answer = async () => new Response('{"success":true,"data":{"id":"job_1"}}', { status: 202, headers });
  await startPage([half, queued]);
  const response = await run({ headers: { Prefer: 'respond-async' } });
  expect([response.status, await response.json()]).toEqual([202, { success: true, data: { id: 'job_1' } }]);
});

it.each([
  ['DELETE', '/v1/canvases/canvas_1'],
  ['POST', '/api/mcp'],
  ['POST', '/sandbox/v1/keys'],
])('sends %s %s once, because the API stores no response to it by its key', async (method, path) => {
  const bodies = await startPage([killed, whole]);
  const response = await fetch(`${server.baseUrl}${path}`, { method, headers: { 'Idempotency-Key': 'k' } });
  expect(response.ok).toBe(false);
  expect(bodies.length).toBeLessThan(2);
});
