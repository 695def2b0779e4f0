import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import { startServer, type RunningServer } from '#bridge/server/server.ts';
import { startRelay } from '#ui/app/relay.ts';

type Answer = (request: Request) => Promise<Response>;

let distDir = '';
let server: RunningServer;
let relay: { close(): void } | undefined;

beforeEach(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'offcut-relay-'));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><head></head>');
  server = await startServer({ port: 0, distDir });
});

afterEach(async () => {
  relay?.close();
  await server.close();
  await rm(distDir, { recursive: true });
});

/** The page's own end, whose service worker gives these answers in turn, and the last one again. */
async function startPage(answers: readonly Answer[]): Promise<string[]> {
  const bodies: string[] = [];
  relay = startRelay({
    url: `${server.baseUrl.replace('http', 'ws')}/bridge`,
    isReady: () => true,
    browser: 'one',
    canStream: true,
    fetch: async (request) => {
      bodies.push(await request.text());
      return (answers[Math.min(bodies.length, answers.length) - 1] ?? killed)(request);
    },
    openSocket: (url) => new NodeSocket(url, { origin: server.baseUrl }),
  });
  expect(await server.waitForPage(20_000)).toBe(true);
  return bodies;
}

/** What a fetch of a page does when the service worker ends before it has answered. */
const killed: Answer = () => Promise.reject(new TypeError('NetworkError when attempting to fetch resource.'));

/** How Firefox ends the body of a streamed answer whose service worker it has killed: as if that were all. */
const cutOff: Answer = async () => new Response('   ', { headers: { 'Content-Type': 'application/json' } });

const whole: Answer = async () =>
  new Response('  {"success":true,"data":{"cached":true}}', { headers: { 'Content-Type': 'application/json' } });

const run = (init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.baseUrl}/v1/run/remove-background`, { method: 'POST', body: '{"material":"m"}', ...init });

it('a run whose answer is cut off is asked for again, and its caller gets one whole answer', async () => {
  const bodies = await startPage([cutOff, killed, whole]);
  const response = await run();
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ success: true, data: { cached: true } });
  expect(bodies).toEqual(Array.from({ length: 3 }, () => '{"material":"m"}'));
});

it('a run whose answers are all lost ends with an envelope that says what to do', async () => {
  const bodies = await startPage([cutOff]);
  const text = await (await run()).text();
  expect(JSON.parse(text)).toMatchObject({ success: false, errorCode: 'ENGINE_UNAVAILABLE', retryable: true });
  expect(text).toContain('Send the request again');
  expect(bodies).toHaveLength(3);
});

it('an answer that is cut off within its JSON is lost too', async () => {
  const half: Answer = async () =>
    new Response('  {"success":true,"da', { headers: { 'Content-Type': 'application/json' } });
  await startPage([half, whole]);
  expect(await (await run()).json()).toMatchObject({ success: true });
});

it('a request that only reads is sent again when the service worker ends before it answers', async () => {
  const bodies = await startPage([killed, whole]);
  expect(await (await fetch(`${server.baseUrl}/v1/jobs`)).json()).toMatchObject({ success: true });
  expect(bodies).toHaveLength(2);
});

it('a request that may not be done twice is not, without an idempotency key', async () => {
  const bodies = await startPage([cutOff, whole]);
  const upload = (headers: Record<string, string>) =>
    fetch(`${server.baseUrl}/v1/uploads/t/file`, { method: 'POST', body: 'bytes', headers });
  expect(await (await upload({})).json()).toMatchObject({ success: false, errorCode: 'ENGINE_UNAVAILABLE' });
  expect(bodies).toHaveLength(1);
  expect(await (await upload({ 'Idempotency-Key': 'one' })).json()).toMatchObject({ success: true });
});

it('a service worker that ends before its answer is reported in a sentence', async () => {
  await startPage([killed]);
  const response = await fetch(`${server.baseUrl}/v1/uploads`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    errorCode: 'ENGINE_UNAVAILABLE',
    message: expect.stringContaining('Send the request again'),
  });
});

it('a file that is shorter than it was said to be closes the connection', async () => {
  await startPage([
    async () => new Response('half', { headers: { 'Content-Length': '8', 'Content-Type': 'video/webm' } }),
  ]);
  await expect(fetch(`${server.baseUrl}/media/x.webm`).then((response) => response.text())).rejects.toThrow();
});

it('an answer without a body stays one', async () => {
  await startPage([async () => new Response(null, { status: 202, headers: { 'Content-Type': 'application/json' } })]);
  const response = await fetch(`${server.baseUrl}/api/mcp`, { method: 'POST', body: '{}' });
  expect([response.status, await response.text()]).toEqual([202, '']);
});

it('the status is that of the answer that is whole', async () => {
  const lost: Answer = async () => new Response('', { status: 503, headers: { 'Content-Type': 'application/json' } });
  await startPage([lost, whole]);
  expect((await run()).status).toBe(200);
});

it('a job that is queued is answered whole, or asked for again', async () => {
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
])('%s %s is sent once, as the API keeps no answer to it by its key', async (method, path) => {
  const bodies = await startPage([killed, whole]);
  const response = await fetch(`${server.baseUrl}${path}`, { method, headers: { 'Idempotency-Key': 'k' } });
  expect(response.ok).toBe(false);
  expect(bodies.length).toBeLessThan(2);
});
