import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBuild } from '#test/support/build-server.ts';
import { once } from '#test/support/once.ts';
import { getData } from '#test/support/product.ts';
import { shippedModel } from '#test/support/shipped-model.ts';
import { sitePath, StaticSite } from '#test/support/static-site.ts';

let site: StaticSite;
/** The paths that the first visit has requested. */
let firstRequests: readonly string[];

beforeAll(async () => {
  site = await StaticSite.open(await getBuild('product'));
  await site.visit();
  firstRequests = [...site.host.requested];
  await site.makeKey();
});

afterAll(() => site.close());

/** Returns the cutout of the sample. */
const cutOutSample = once(async () => {
  const trim = { startSeconds: 0, endSeconds: 0.6 };
  return getData(await site.run({ material: `${site.host.baseUrl}sample/presenter.mp4`, quality: 'fast', trim }));
});

test('ends the first visit in an isolated and controlled page that has fetched no files of the engine', async () => {
  await site.page.goto(site.host.baseUrl);
  expect(await site.page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await site.page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(
    `${site.host.baseUrl}sw.js`,
  );
  // The files of the engine are fetched at the first run, or after the page has been at rest for a while. The cards
  // play immediately, and the worker that keeps the service worker alive belongs to the page.
  const early = firstRequests.filter((each) => !/sample\/cards\/|\/awake\.worker-/.test(each));
  expect(early.filter((each) => /\.(wasm|onnx|mp4)$|worker|aac|webgpu|relay|notices/.test(each))).toEqual([]);
});

test('cuts out the sample through both mounts, and plays the result', async () => {
  for (const mount of ['v1', 'api/mcp/v1']) {
    expect(getData((await site.send<{ plan: string }>(`${mount}/me`)).body)).toMatchObject({ plan: 'local' });
  }
  const result = await cutOutSample();
  expect(result).toMatchObject({ status: 'completed', cached: false });
  expect(result.processedVideoUrl).toMatch(`${site.host.baseUrl}media/`);
  expect(await site.play(result.processedVideoUrl)).toEqual({ width: 640, height: 360 });

  expect(result.editorPath.startsWith(`${sitePath}workspace/canvas/editor/`)).toBe(true);
  await site.page.goto(new URL(result.editorPath, site.host.baseUrl).href);
  await site.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await site.page.getByText('Page not found').count()).toBe(0);
});

test('describes the API with the addresses of this folder', async () => {
  const { body } = await site.send<never>('api-reference/openapi.json');
  const document = body as unknown as { servers: { url: string }[] };
  const root = site.host.baseUrl.replace(/\/$/, '');
  expect(document.servers.map(({ url }) => url)).toEqual([root, `${root}/api/mcp`]);
});

test('opens a deep link, and recovers after its hard reload', async () => {
  await cutOutSample();
  await site.page.goto(`${site.host.baseUrl}workspace/jobs`);
  await site.page.getByRole('link', { name: 'presenter.mp4' }).waitFor();
  site.host.requested.length = 0;
  const session = await site.context.newCDPSession(site.page);
  await session.send('Page.reload', { ignoreCache: true });
  await session.detach();
  // The host has no such file: it answered 404 with its page.
  await expect.poll(() => site.host.requested).toContain(`${sitePath}workspace/jobs`);
  await site.page.getByRole('link', { name: 'presenter.mp4' }).waitFor();
  expect(await site.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
});

test('does not let pages and workers connect to another host', async () => {
  await cutOutSample();
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
  // Includes the requests of the service worker itself.
  expect(site.asked.some((url) => url.endsWith('.wasm') && url.includes('/assets/'))).toBe(true);
  const others = new Set(site.asked.map((url) => new URL(url).origin).filter((origin) => origin !== 'null'));
  expect([...others]).toEqual([new URL(site.host.baseUrl).origin]);
});

test("includes zod's schema compiler in no script, because the policy would report its attempt", async () => {
  const distDir = await getBuild('product');
  const scripts = (await readdir(distDir, { recursive: true })).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(distDir, name), 'utf8')));
  // Text that only zod's error messages contain proves that its schemas are present.
  expect(texts.filter((text) => text.includes('unrecognized_keys')).length).toBeGreaterThan(2);
  expect(texts.filter((text) => text.includes('payload.value = newResult'))).toEqual([]);
});

test('opens a deep link to a canvas in a browser that has never opened this site', async () => {
  const askedCount = site.asked.length;
  // Another port is a site that the browser does not know.
  const other = await StaticSite.open(await getBuild('product'));
  const address = `${other.host.baseUrl}workspace/canvas/editor/none`;
  await other.page.goto(address);
  await other.page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => other.page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(other.page.url()).toBe(address);
  await other.close();
  site.asked.splice(askedCount);
});

test('serves the files next to the app with their types', async () => {
  const notices = await site.context.newPage();
  await notices.goto(`${site.host.baseUrl}notices.html`);
  await notices.getByText('onnxruntime-web').first().waitFor();
  await notices.getByText(`${shippedModel.name}: ${shippedModel.licence} (shipped).`).waitFor();
  await notices.close();
});

test('serves the documents for agents, and caches none of them', async () => {
  await site.page.goto(`${site.host.baseUrl}api-reference`);
  const links = site.page.getByRole('link', { name: /^(Postman|Bruno|llms\.txt)$/ });
  await links.nth(2).waitFor();
  const linked = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(linked).toHaveLength(3);
  const paths = [
    ...linked,
    ...['docs/operations.md', '.well-known/agent-skills/offcut/SKILL.md'].map((path) => site.host.baseUrl + path),
  ];
  const answers = await site.page.evaluate(
    (all) => Promise.all(all.map(async (path) => (await fetch(path)).status)),
    paths,
  );
  expect(answers).toEqual(paths.map(() => 200));
  const cached = await site.page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(opened.map((cache) => cache.keys()))).flat().map(({ url }) => url);
  });
  expect(cached.length).toBeGreaterThan(0);
  expect(cached.filter((url) => /llms|\.md$|agent-skills|api-reference/.test(url))).toEqual([]);
});

test('is installable', async () => {
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
