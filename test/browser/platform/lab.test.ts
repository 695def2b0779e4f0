import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { isFirefox } from '#test/support/browser.ts';
import { getData, killServiceWorker, shareProduct, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');

let product: Product;
let material: string;

beforeAll(async () => {
  product = await shareProduct();
  material = await product.upload(clip);
});

afterAll(async () => {
  await product?.close();
});

afterEach(async () => {
  await lab('PUT', 'clock', { mode: 'real' });
  await lab('DELETE', 'faults');
  await lab('PUT', 'latency', { kind: 'none' });
  await lab('POST', 'engine', { action: 'slow', factor: 1 });
  await lab('POST', 'engine', { action: 'resume' });
});

async function lab<T>(method: string, path: string, body?: unknown): Promise<T> {
  return getData((await product.api<T>(method, `/sandbox/v1/${path}`, body)).body);
}

const body = { quality: 'best', trim: { startSeconds: 0, endSeconds: 0.3 } };

test('the service worker and the engine follow the clock', async () => {
  const ticket = await product.newTicket();
  const { body: started } = await product.api<JobView>('POST', '/v1/run/tighten', { material });
  const { id } = getData(started);
  await expect.poll(async () => (await product.job(id)).status).not.toMatch(/queued|running/);
  const { status } = await product.job(id);
  await lab('POST', 'clock/advance', { seconds: 31 * 86_400 });
  const upload = await product.api<{ status: string }>('GET', `/v1/uploads/${ticket}`);
  expect(getData(upload.body).status).toBe('expired');
  await expect
    .poll(async () => (await product.job(id)).status)
    .toBe(status === 'awaiting_review' ? 'canceled' : status);
  const job = await product.start({ material, ...body });
  await expect.poll(async () => (await product.job(job.id)).status).toBe('completed');
  const { updatedAt } = await product.job(job.id);
  expect(Date.parse(updatedAt) - Date.now()).toBeGreaterThan(30 * 86_400_000);
});

test('a slow engine that crashes leaves its run, and resumes it after a restart', async () => {
  await lab('POST', 'engine', { action: 'slow', factor: 100 });
  const job = await product.start({ material, ...body, trim: { startSeconds: 0, endSeconds: 0.4 } });
  await expect.poll(async () => (await product.job(job.id)).status).toBe('running');
  await lab('POST', 'engine', { action: 'crash' });
  const refused = await product.api('POST', '/v1/run/tighten', { material, paddingSeconds: 0.2 });
  expect([refused.status, refused.body]).toMatchObject([503, { errorCode: 'ENGINE_UNAVAILABLE' }]);
  expect((await product.job(job.id)).status).toBe('running');
  await lab('POST', 'engine', { action: 'slow', factor: 1 });
  await lab('POST', 'engine', { action: 'restart' });
  await expect.poll(async () => (await product.job(job.id)).status).toBe('completed');
});

test('a paused engine queues its run again', async () => {
  await lab('POST', 'engine', { action: 'slow', factor: 100 });
  const job = await product.start({ material, ...body, trim: { startSeconds: 0, endSeconds: 0.5 } });
  await expect.poll(async () => (await product.job(job.id)).status).toBe('running');
  await lab('POST', 'engine', { action: 'pause' });
  await expect.poll(async () => (await product.job(job.id)).status).toBe('queued');
  await lab('POST', 'engine', { action: 'slow', factor: 1 });
  await lab('POST', 'engine', { action: 'resume' });
  await expect.poll(async () => (await product.job(job.id)).status).toBe('completed');
});

test('a run survives a crash that a rule provokes, and a call is faked', async () => {
  await lab('POST', 'faults', { effect: { crashEngineAt: 0.5 }, times: 1 });
  const job = await product.start({ material, ...body, trim: { startSeconds: 0, endSeconds: 0.6 } });
  await expect.poll(async () => (await product.job(job.id)).status).toBe('completed');
  const { id } = await lab<{ id: string }>('POST', 'faults', { effect: { errorCode: 'RATE_LIMITED' }, times: 1 });
  const faked = await product.api('GET', '/v1/me');
  expect([faked.status, faked.headers.get('X-Offcut-Fault'), faked.headers.get('Retry-After')]).toEqual([429, id, '1']);
});

test('a caller outside the browser sees the connection break', async () => {
  await lab('POST', 'faults', { match: { operation: 'getMe' }, effect: { disconnectAfterBytes: 10 } });
  const read = async (): Promise<string> =>
    (await fetch(`${product.baseUrl}/v1/me`, { headers: product.authorized })).text();
  await expect(read()).rejects.toThrow();
});

test('agents get the tools of the lab from a server with an open sandbox', async () => {
  const { body: answer } = await product.api(
    'POST',
    '/api/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    {
      Accept: 'application/json',
    },
  );
  expect(JSON.stringify(answer)).toContain('lab_add_fault');
});

test.skipIf(isFirefox)('the log survives the end of the service worker', async () => {
  await lab('DELETE', 'requests');
  await product.api('GET', '/v1/me?before=the-end');
  const list = (): Promise<{ path: string }[]> => lab('GET', 'requests?operation=getMe');
  expect(await list()).toHaveLength(1);
  await killServiceWorker(product.context, product.page);
  await product.api('GET', '/v1/me?after=the-end');
  expect((await list()).map(({ path }) => path)).toEqual(['/v1/me?after=the-end', '/v1/me?before=the-end']);
});
