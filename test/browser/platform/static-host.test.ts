import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBuild } from '#test/support/build-server.ts';
import { getData } from '#test/support/product.ts';
import { shippedModel } from '#test/support/shipped-model.ts';
import { sitePath, StaticSite } from '#test/support/static-site.ts';

let site: StaticSite;

beforeAll(async () => {
  site = await StaticSite.open(await getBuild('product'));
});

afterAll(() => site.close());

test('the first visit ends in a page that is isolated and controlled, and has fetched nothing of the engine', async () => {
  await site.visit();
  const requested = [...site.host.requested];
  expect(await site.page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await site.page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(
    `${site.host.baseUrl}sw.js`,
  );
  // Those of the engine come at the first run, or when the page has been at rest for a while. The cards move at once, and the worker
  // that keeps the service worker alive is one of the page.
  const early = requested.filter((each) => !/sample\/cards\/|\/awake\.worker-/.test(each));
  expect(early.filter((each) => /\.(wasm|onnx|mp4)$|worker|aac|webgpu|relay|notices/.test(each))).toEqual([]);
});

test('the sample is cut through both mounts, and the result plays', async () => {
  await site.makeKey();
  for (const mount of ['v1', 'api/mcp/v1']) {
    expect(getData((await site.send<{ plan: string }>(`${mount}/me`)).body)).toMatchObject({ plan: 'local' });
  }
  const result = getData(
    await site.run({
      material: `${site.host.baseUrl}sample/presenter.mp4`,
      quality: 'fast',
      trim: { startSeconds: 0, endSeconds: 0.6 },
    }),
  );
  expect(result).toMatchObject({ status: 'completed', cached: false });
  expect(result.processedVideoUrl).toMatch(`${site.host.baseUrl}media/`);
  expect(await site.play(result.processedVideoUrl)).toEqual({ width: 640, height: 360 });

  expect(result.editorPath.startsWith(`${sitePath}workspace/canvas/editor/`)).toBe(true);
  await site.page.goto(new URL(result.editorPath, site.host.baseUrl).href);
  await site.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await site.page.getByText('Page not found').count()).toBe(0);
});

test('the description of the API names the addresses of this folder', async () => {
  const { body } = await site.send<never>('api-reference/openapi.json');
  const document = body as unknown as { servers: { url: string }[] };
  const root = site.host.baseUrl.replace(/\/$/, '');
  expect(document.servers.map(({ url }) => url)).toEqual([root, `${root}/api/mcp`]);
});

test('a deep link opens, and a hard reload of it recovers by itself', async () => {
  await site.page.goto(`${site.host.baseUrl}workspace/jobs`);
  await site.page.getByRole('link', { name: 'presenter.mp4' }).waitFor();
  site.host.requested.length = 0;
  const session = await site.context.newCDPSession(site.page);
  await session.send('Page.reload', { ignoreCache: true });
  await session.detach();
  // The host has no such file: it answered 404 with its page for that.
  await expect.poll(() => site.host.requested).toContain(`${sitePath}workspace/jobs`);
  await site.page.getByRole('link', { name: 'presenter.mp4' }).waitFor();
  expect(await site.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
});

test('pages and workers cannot talk to another host', async () => {
  const reach = (): Promise<string> => fetch('https://example.com/').then(() => 'reached', String);
  expect(await site.page.evaluate(reach)).toContain('Failed to fetch');
  const directive = await site.page.evaluate<string>(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
    fetch('https://example.com/').catch(() => undefined);
  })`);
  expect(directive).toBe('connect-src');
  const engine = () => site.page.workers().find((worker) => worker.url().includes('/assets/main-'));
  await expect.poll(() => engine() !== undefined).toBe(true);
  expect(await engine()?.evaluate(reach)).toContain('Failed to fetch');
  // What the service worker fetched by itself is among them.
  expect(site.asked.some((url) => url.endsWith('.wasm') && url.includes('/assets/'))).toBe(true);
  const others = new Set(site.asked.map((url) => new URL(url).origin).filter((origin) => origin !== 'null'));
  expect([...others]).toEqual([new URL(site.host.baseUrl).origin]);
});

test("no script brings zod's compiler of schemas along, whose try the policy would report", async () => {
  const distDir = await getBuild('product');
  const scripts = (await readdir(distDir, { recursive: true })).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(distDir, name), 'utf8')));
  // What is in error messages of zod alone tells that its schemas are there at all.
  expect(texts.filter((text) => text.includes('unrecognized_keys')).length).toBeGreaterThan(2);
  expect(texts.filter((text) => text.includes('payload.value = newResult'))).toEqual([]);
});

test('a deep link to a canvas is the first thing a browser ever opens here', async () => {
  // Another port is a site of which the browser knows nothing.
  const other = await StaticSite.open(await getBuild('product'));
  const address = `${other.host.baseUrl}workspace/canvas/editor/none`;
  await other.page.goto(address);
  await other.page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => other.page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(other.page.url()).toBe(address);
  await other.close();
});

test('the files beside the app open as what they are', async () => {
  const notices = await site.context.newPage();
  await notices.goto(`${site.host.baseUrl}notices.html`);
  await notices.getByText('onnxruntime-web').first().waitFor();
  await notices.getByText(`${shippedModel.name}: ${shippedModel.licence} (shipped).`).waitFor();
  await notices.close();
});

test('it can be installed', async () => {
  await site.page.goto(`${site.host.baseUrl}workspace/jobs`);
  const session = await site.context.newCDPSession(site.page);
  const { url, errors, manifest } = await session.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${site.host.baseUrl}manifest.webmanifest`, []]);
  expect(manifest).toMatchObject({ id: site.host.baseUrl, startUrl: site.host.baseUrl, scope: site.host.baseUrl });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const icons = await site.page.evaluate<number[]>(`(async () => {
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
