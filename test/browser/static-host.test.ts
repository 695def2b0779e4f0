import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { launchChromium } from '../../src/bridge/chromium.ts';
import { getBuild } from '../support/build-server.ts';
import { dataOf, type RunData } from '../support/product.ts';
import { shippedModel } from '../support/shipped-model.ts';
import { startStaticHost, type StaticHost } from '../support/static-host.ts';

/** The tests follow one browser through its days with a site that lies in a folder of a plain static host. */
const path = '/some/folder/';
const clip = join(import.meta.dirname, '../fixtures/sample/short.mp4');
/** So long after its start a page at rest asks for what the engine needs. */
const warmMs = 8000;

type Envelope<T> = { success: true; data: T } | { success: false; errorCode: string; message: string };
type Call = { method?: string; headers?: Record<string, string>; body?: unknown; file?: string };

let host: StaticHost;
let profileDir: string;
let context: BrowserContext;
let page: Page;
let apiKey: string;
let material: string;
/** A result of the browser's, as a file here. */
let movFile: string;
/** Every address that pages, workers and the service worker asked for. */
const asked: string[] = [];

beforeAll(async () => {
  host = await startStaticHost({ folder: await getBuild('product'), path });
  profileDir = await mkdtemp(join(tmpdir(), 'offcut-test-'));
  context = await launchChromium({ profileDir });
  context.on('request', (request) => asked.push(request.url()));
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await context.close();
  await host.close();
  await rm(profileDir, { recursive: true, force: true });
});

test('the first visit ends in a page that is isolated and controlled, and has fetched nothing of the engine', async () => {
  await page.goto(host.baseUrl);
  await page.getByText('Your first API key').waitFor();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${host.baseUrl}sw.js`);
  // Those of the engine come at the first run, or when the page has been at rest for a while.
  expect(host.requested.filter((each) => /\.(wasm|onnx|mp4)$|worker|aac|webgpu|relay|notices/.test(each))).toEqual([]);
});

test('the sample is cut through both mounts, and the result plays', async () => {
  apiKey = dataOf((await send<{ apiKey: string }>('sandbox/v1/keys', { method: 'POST', body: {} })).body).apiKey;
  for (const mount of ['v1', 'api/mcp/v1']) {
    expect(dataOf((await send<{ plan: string }>(`${mount}/me`)).body)).toMatchObject({ plan: 'local' });
  }
  const result = dataOf(
    (await run({ material: `${host.baseUrl}sample/presenter.mp4`, quality: 'fast', trim: frames(20) })).body,
  );
  expect(result).toMatchObject({ status: 'completed', cached: false });
  expect(result.processedVideoUrl).toMatch(`${host.baseUrl}media/`);
  expect(await play(result.processedVideoUrl)).toEqual({ width: 640, height: 360 });

  expect(result.editorPath.startsWith(`${path}workspace/canvas/editor/`)).toBe(true);
  await page.goto(new URL(result.editorPath, host.baseUrl).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText('Nothing is here').count()).toBe(0);
});

test('the description of the API names the addresses of this folder', async () => {
  const { body } = await send<never>('api-reference/openapi.json');
  const document = body as unknown as { servers: { url: string }[] };
  const root = host.baseUrl.replace(/\/$/, '');
  expect(document.servers.map(({ url }) => url)).toEqual([root, `${root}/api/mcp`]);
});

test('a deep link opens, and a hard reload of it recovers by itself', async () => {
  await page.goto(`${host.baseUrl}workspace/jobs`);
  await page.getByRole('link', { name: 'presenter.mp4' }).waitFor();
  host.requested.length = 0;
  await hardReload();
  // The host has no such file: it answered 404 with its page for that.
  await expect.poll(() => host.requested).toContain(`${path}workspace/jobs`);
  await page.getByRole('link', { name: 'presenter.mp4' }).waitFor();
  expect(await isServed()).toBe(true);
});

test('a deep link to a canvas is the first thing a browser ever opens here', async () => {
  const otherDir = await mkdtemp(join(tmpdir(), 'offcut-test-'));
  const other = await launchChromium({ profileDir: otherDir });
  try {
    const visit = await other.newPage();
    await visit.goto(`${host.baseUrl}workspace/canvas/editor/none`);
    await visit.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => visit.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(visit.url()).toBe(`${host.baseUrl}workspace/canvas/editor/none`);
  } finally {
    await other.close();
    await rm(otherDir, { recursive: true, force: true });
  }
});

test('the files beside the app open as what they are', async () => {
  const notices = await context.newPage();
  await notices.goto(`${host.baseUrl}notices.html`);
  await notices.getByText('onnxruntime-web').first().waitFor();
  await notices.getByText(`${shippedModel.name}: ${shippedModel.licence} (shipped).`).waitFor();
  await notices.close();
});

test('it can be installed', async () => {
  await page.goto(`${host.baseUrl}workspace/jobs`);
  const session = await context.newCDPSession(page);
  const { url, errors, manifest } = await session.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${host.baseUrl}manifest.webmanifest`, []]);
  expect(manifest).toMatchObject({ id: host.baseUrl, startUrl: host.baseUrl, scope: host.baseUrl });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const icons = await page.evaluate<number[]>(`(async () => {
    const address = document.querySelector('link[rel="manifest"]').href;
    const { icons } = await (await fetch(address)).json();
    return Promise.all(icons.map(async ({ src }) => {
      const image = new Image();
      image.src = new URL(src, address).href;
      await image.decode();
      return image.naturalWidth;
    }));
  })()`);
  expect(icons).toHaveLength(4);
  expect(Math.min(...icons)).toBeGreaterThan(0);
});

test('with no network: the site opens and cuts an upload to all formats', async () => {
  await rested();
  await host.close();
  await page.reload();
  await page.getByRole('link', { name: 'presenter.mp4' }).waitFor();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);

  material = await upload();
  for (const outputFormat of ['webm', 'mp4']) {
    const result = dataOf((await run({ material, outputFormat, quality: 'best' })).body);
    expect(result).toMatchObject({ status: 'completed', model: shippedModel.id, warnings: [] });
    expect(await play(result.processedVideoUrl)).toEqual({ width: 320, height: 180 });
  }
  expect(await statusOf('sample/presenter.mp4')).toBe(200);
  const { processedVideoUrl } = dataOf((await run({ material, outputFormat: 'mov', quality: 'fast' })).body);
  movFile = join(profileDir, 'cut-out.mov');
  await writeFile(movFile, Buffer.from(await download(processedVideoUrl), 'base64'));
});

test('with no network: what ffmpeg has to decode says what is missing until it was used once, and then works', async () => {
  // No browser decodes ProRes.
  const ownResult = await upload(movFile);
  const refused = (await run({ material: ownResult, quality: 'fast' })).body;
  expect(refused).toMatchObject({ success: false, retryable: true });
  expect('message' in refused && refused.message).toMatch(/ffmpeg.*network/);
  await host.open();
  expect(dataOf((await run({ material: ownResult, quality: 'fast' })).body).status).toBe('completed');
  await host.close();
  expect(dataOf((await run({ material: ownResult, quality: 'best' })).body).status).toBe('completed');
  await host.open();
});

test('pages and workers cannot talk to another host', async () => {
  const reach = (): Promise<string> => fetch('https://example.com/').then(() => 'reached', String);
  expect(await page.evaluate(reach)).toContain('Failed to fetch');
  const directive = await page.evaluate<string>(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
    fetch('https://example.com/').catch(() => undefined);
  })`);
  expect(directive).toBe('connect-src');
  const engine = () => page.workers().find((worker) => worker.url().includes('/assets/main-'));
  await expect.poll(() => engine() !== undefined).toBe(true);
  expect(await engine()?.evaluate(reach)).toContain('Failed to fetch');
  // What the service worker fetched by itself is among them.
  expect(asked.some((url) => url.endsWith('.wasm') && url.includes('/assets/'))).toBe(true);
  const others = new Set(asked.map((url) => new URL(url).origin).filter((origin) => origin !== 'null'));
  expect([...others]).toEqual([new URL(host.baseUrl).origin]);
});

test('a new version takes over when nothing runs, and the files of the old one go', async () => {
  const [before] = await cacheNames();
  host.publish(await getBuild('slow'));
  await page.goto(host.baseUrl);
  await expect.poll(async () => (await cacheNames()).filter((name) => name === before)).toEqual([]);
  expect(await cacheNames()).toHaveLength(1);
  await page.reload();
  await rested();
});

test('a new version does not take over in the middle of a job, and does afterwards', async () => {
  // A frame takes three seconds in this build.
  const [before] = await cacheNames();
  const runnerOfOld = (await kept()).find((file) => file.includes('slow-matting')) ?? '';
  const job = dataOf(
    (
      await send<JobView>('v1/run/remove-background', {
        method: 'POST',
        body: { material, quality: 'fast', trim: frames(3) },
        headers: { Prefer: 'respond-async' },
      })
    ).body,
  );
  await expect.poll(async () => (await getJob(job.id)).progress).toBeGreaterThan(0);
  host.publish(await getBuild('product'));
  const second = await context.newPage();
  await second.goto(`${host.baseUrl}workspace/jobs`);
  const isWaiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (registration?.waiting ?? null) !== null;
    });
  await expect.poll(isWaiting).toBe(true);
  expect((await getJob(job.id)).status).toBe('running');
  expect(await cacheNames()).toContain(before);
  await expect.poll(async () => (await getJob(job.id)).status).toBe('completed');
  await expect.poll(isWaiting, { timeout: 40_000 }).toBe(false);
  await page.getByText('A new version has taken over').waitFor();
  // A page is told before the new version has done what it does when it begins.
  const activeState = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? 'none');
  await expect.poll(activeState).toBe('activated');
  expect(await second.getByText('A new version has taken over').count()).toBe(0);
  // The engine of the older tab starts its workers late, and the host has their files no more.
  expect(await statusOf(runnerOfOld)).toBe(200);
  await page.close();
  page = second;
  expect(dataOf((await run({ material, quality: 'fast', trim: frames(1) })).body).status).toBe('completed');
  await page.reload();
  await expect.poll(cacheNames).not.toContain(before);
  expect(await statusOf(runnerOfOld)).toBe(404);
});

const frames = (count: number) => ({ startSeconds: 0, endSeconds: count / 30 - 0.01 });

/** A call as the page itself makes it. */
async function send<T>(address: string, call: Call = {}): Promise<{ status: number; body: Envelope<T> }> {
  const url = new URL(address, host.baseUrl).href;
  const file = call.file === undefined ? null : (await readFile(call.file)).toString('base64');
  const authorization = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  const headers = { ...authorization, ...call.headers };
  const answer = await page.evaluate(
    async ({ url, method, headers, body, file }) => {
      const form = new FormData();
      if (file !== null) {
        form.append('file', new Blob([Uint8Array.from(atob(file), (each) => each.charCodeAt(0))]), 'clip.mp4');
      }
      const json = body === null ? null : { 'Content-Type': 'application/json' };
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...json },
        body: file === null ? body : form,
      });
      return { status: response.status, text: await response.text() };
    },
    {
      url,
      method: call.method ?? 'GET',
      headers,
      body: call.body === undefined ? null : JSON.stringify(call.body),
      file,
    },
  );
  return { status: answer.status, body: JSON.parse(answer.text) as Envelope<T> };
}

const run = (body: unknown) => send<RunData>('v1/run/remove-background', { method: 'POST', body });

const getJob = async (id: string): Promise<JobView> => dataOf((await send<JobView>(`v1/jobs/${id}`)).body);

async function upload(file = clip): Promise<string> {
  const { ticket } = dataOf((await send<{ ticket: string }>('v1/uploads', { method: 'POST', body: {} })).body);
  const sent = await send<{ material: string }>(`v1/uploads/${ticket}/file`, { method: 'POST', file });
  return dataOf(sent.body).material;
}

/** What lies at an address, in base64. */
const download = (url: string): Promise<string> =>
  page.evaluate<string>(`(async () => {
    const bytes = new Uint8Array(await (await fetch(${JSON.stringify(url)})).arrayBuffer());
    return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(''));
  })()`);

/** Plays a result in the page, from the middle on; its size in pixels. */
const play = (url: string): Promise<{ width: number; height: number }> =>
  page.evaluate<{ width: number; height: number }>(`(async () => {
    const video = document.createElement('video');
    video.muted = true;
    video.src = ${JSON.stringify(url)};
    await new Promise((resolve, reject) => {
      video.addEventListener('seeked', resolve, { once: true });
      video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
      video.addEventListener('loadedmetadata', () => (video.currentTime = video.duration / 2), { once: true });
    });
    await video.play();
    return { width: video.videoWidth, height: video.videoHeight };
  })()`);

const isServed = (): Promise<boolean> => page.evaluate(() => navigator.serviceWorker.controller !== null);

async function hardReload(): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Page.reload', { ignoreCache: true });
  await session.detach();
}

/** What a page gets for a file of the site: from the service worker or the host, and not from the browser's own cache. */
const statusOf = (file: string): Promise<number> =>
  page.evaluate(async (url) => (await fetch(url, { cache: 'no-store' })).status, host.baseUrl + file);

const cacheNames = (): Promise<string[]> => page.evaluate(() => caches.keys());

/** What the last of the versions that are there has kept, as paths in its folder. */
const kept = (): Promise<string[]> =>
  page.evaluate(async (baseUrl) => {
    const name = (await caches.keys()).at(-1) ?? '';
    return (await (await caches.open(name)).keys()).map(({ url }) => url.slice(baseUrl.length));
  }, host.baseUrl);

/** Resolves when all that the engine needs is kept. */
async function rested(): Promise<void> {
  const needed = [
    /^assets\/ort-.*\.wasm$/,
    /256x144.*\.onnx$/,
    /256x256.*\.onnx$/,
    /^sample\//,
    /aac/,
    /installed\.json$/,
  ];
  await expect
    .poll(
      async () => {
        const files = await kept();
        return needed.filter((each) => !files.some((file) => each.test(file)));
      },
      { timeout: warmMs + 20_000 },
    )
    .toEqual([]);
}
