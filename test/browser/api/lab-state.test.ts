import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import {
  getData,
  killServiceWorker,
  shareProduct,
  startProduct,
  storedFiles,
  type Product,
  type RunData,
} from '#test/support/product.ts';
import { isFirefox } from '#test/support/browser.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const talk = join(import.meta.dirname, '../../../public/sample/talk.mp4');

let product: Product;

beforeAll(async () => {
  product = await shareProduct();
});

afterAll(() => product.close());

const getHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const lab = async <T>(method: string, path: string, body?: unknown, from = product): Promise<T> => {
  const answer = await from.api<T>(method, `/sandbox/v1${path}`, body);
  expect(answer.body).toMatchObject({ success: true });
  return getData(answer.body);
};

const download = async (from: Product, url: string): Promise<string> => {
  const { pathname, search } = new URL(url);
  const response = await fetch(from.server.baseUrl + pathname + search);
  expect(response.status).toBe(200);
  return getHash(await response.bytes());
};

const getStatus = async (id: string): Promise<string | undefined> =>
  (await product.api<JobView>('GET', `/v1/jobs/${id}`)).body.success ? (await product.job(id)).status : undefined;

test('a restore ends the run of the engine, and a running job of the snapshot runs again to its end', async () => {
  const material = await product.upload(talk);
  const body = { material, quality: 'fast', trim: { startSeconds: 0, endSeconds: 2 } };
  const headers = { Prefer: 'respond-async' };
  await lab('POST', '/snapshots', { name: 'before' });
  const { id } = getData((await product.api<JobView>('POST', '/v1/run/remove-background', body, headers)).body);
  await expect.poll(() => getStatus(id)).toBe('running');
  await lab('POST', '/snapshots', { name: 'running' });
  await lab('POST', '/snapshots/before/restore');
  expect(await getStatus(id)).toBeUndefined();
  await lab('POST', '/snapshots/running/restore');
  await expect.poll(() => getStatus(id), { timeout: 120_000 }).toBe('completed');
  expect((await product.job(id)).error ?? null).toBeNull();
  await lab('POST', '/snapshots/before/restore');
  await lab('DELETE', '/snapshots/running');
  await lab('DELETE', '/snapshots/before');
});

test('the workspace stays usable after a restore', async () => {
  const { page } = product;
  await lab('POST', '/snapshots', { name: 'page' });
  await page.goto(`${product.server.baseUrl}/materials`);
  await lab('POST', '/snapshots/page/restore');
  const status = await page.evaluate(async () => (await fetch('/sandbox/v1/account')).status);
  expect(status).toBe(200);
  await lab('DELETE', '/snapshots/page');
});

test('a world is restored in another browser with the same bytes', async () => {
  const material = await product.upload(clip);
  const run = await product.api<RunData>('POST', '/v1/run/remove-background', { material, quality: 'fast' });
  const { processedVideoUrl, canvasId, envelopeId } = getData(run.body);
  const world = await fetch(`${product.server.baseUrl}/sandbox/v1/world?secrets=include`);
  expect(world.headers.get('Content-Type')).toBe('application/zip');
  const zip = await world.blob();
  const other = await startProduct();
  try {
    const answer = await fetch(`${other.server.baseUrl}/sandbox/v1/world`, { method: 'PUT', body: zip });
    expect(await answer.json()).toMatchObject({ success: true, data: { restored: true } });
    // The keys of the world are valid there, and the former ones are not.
    const call = async <T>(method: string, path: string, body?: unknown) =>
      getData((await other.api<T>(method, path, body, product.authorized)).body);
    expect((await other.api('GET', '/v1/me')).status).toBe(401);
    expect(await call<JobView>('GET', `/v1/jobs/${envelopeId}`)).toMatchObject({
      id: envelopeId,
      status: 'completed',
      canvasId,
    });
    expect(await download(other, processedVideoUrl)).toBe(await download(product, processedVideoUrl));
    expect(await download(other, `${other.server.baseUrl}/media/${material}.mp4`)).toBe(getHash(await readFile(clip)));
    // The ZIP itself, whose name has no number, is deleted.
    expect((await storedFiles(other.page)).every((name) => /^world_[\w-]+\.\d/.test(name))).toBe(true);
    const again = await call<RunData>('POST', '/v1/run/remove-background', { material, quality: 'fast' });
    expect(again).toMatchObject({ cached: true, envelopeId });
  } finally {
    await other.close();
  }
});

test.skipIf(isFirefox)(
  'the local server sends the webhooks of the service worker to a program on this machine',
  async () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    const receiver = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ headers: request.headers, body });
        response.end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const bound = receiver.address();
    const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/hooks`;
    try {
      const { id, secret } = await lab<{ id: string; secret: string }>('POST', '/webhooks', { url });
      const material = await product.upload(clip);
      await product.run({ material, quality: 'fast', smoothing: 0.31 });
      const types = ['job.queued', 'job.started', 'job.completed'];
      await expect.poll(() => received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(types);
      for (const { headers, body } of received) {
        new Webhook(secret).verify(body, headers as Record<string, string>);
      }
      expect(await lab('GET', '/outside-requests')).toMatchObject(types.map(() => ({ method: 'POST', address: url })));
      // The next service worker has the same deliveries, and sends one again.
      const [delivery] = await lab<{ id: string }[]>('GET', '/webhooks/deliveries');
      await killServiceWorker(product.context, product.page);
      await lab('POST', `/webhooks/deliveries/${delivery?.id}/resend`);
      await expect.poll(() => received.length).toBe(4);
      expect(received[3]?.headers['webhook-id']).toBe(delivery?.id);
      await lab('DELETE', `/webhooks/${id}`);
    } finally {
      receiver.close();
      receiver.closeAllConnections();
    }
  },
);
