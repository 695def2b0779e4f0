import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { siteHeaders } from '#core/protocol/security-headers.ts';
import { launchChromium } from '#bridge/browser/chromium.ts';
import { getBuild } from '#test/support/build-server.ts';
import { startStaticHost, type StaticHost } from '#test/support/static-host.ts';

/** The responses of the service worker on a host that sends none of our headers. */
const path = '/some/folder/';
const sample = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let host: StaticHost;
let framer: Server;
let profileDir: string;
let context: BrowserContext;
let page: Page;
let video: string;
let picture: string;

beforeAll(async () => {
  host = await startStaticHost({ folder: await getBuild('product'), path });
  // Another origin of the same site: pages of another site do not even reach the service worker.
  framer = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://host.invalid');
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<!doctype html><iframe src="${searchParams.get('src')}"></iframe>`);
  });
  await new Promise<void>((resolve) => framer.listen(0, '127.0.0.1', resolve));
  profileDir = await mkdtemp(join(tmpdir(), 'offcut-test-'));
  context = await launchChromium({ profileDir });
  page = await context.newPage();
  await page.goto(host.baseUrl);
  await page.getByText(/^Ready/).waitFor();
  video = await upload((await readFile(sample)).toString('base64'), 'mp4');
  picture = await upload(dot, 'png');
});

afterAll(async () => {
  await context.close();
  await host.close();
  framer.close();
  await rm(profileDir, { recursive: true, force: true });
});

test('sends the headers of the site with pages and files', async () => {
  const scripts = await page.evaluate<string[]>('Array.from(document.scripts, (script) => script.src)');
  const paths = ['', 'workspace/jobs', 'notices.html', 'manifest.webmanifest', 'models/installed.json', 'none.js'];
  for (const each of [...scripts, ...paths]) {
    const headers = await readHeaders(each);
    for (const [name, value] of Object.entries(siteHeaders)) {
      expect([each, name, headers[name.toLowerCase()]]).toEqual([each, name, value]);
    }
  }
});

test('shows a video and an image in our page, and saves them', async () => {
  expect(await show('video', video)).toBe(320);
  expect(await show('img', picture)).toBe(1);
  const download = page.waitForEvent('download');
  // Without the attribute `download`: such requests bypass the service worker in Chromium.
  await page.evaluate(`{
    const link = document.createElement('a');
    link.href = ${JSON.stringify(`${video}?download`)};
    document.body.append(link);
    link.click();
  }`);
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('file.mp4');
  expect(await readFile(await saved.path())).toEqual(await readFile(sample));
});

test('opens a video and an image in a tab of their own', async () => {
  const tab = await context.newPage();
  await tab.goto(video);
  await expect.poll(() => tab.evaluate('document.querySelector("video")?.videoWidth')).toBe(320);
  await tab.goto(picture);
  await expect.poll(() => tab.evaluate('document.querySelector("img")?.naturalWidth')).toBe(1);
  await tab.close();
});

test('refuses to be framed', async () => {
  const address = framer.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const tab = await context.newPage();
  for (const target of [video, picture, `${host.baseUrl}v1/me`, `${host.baseUrl}workspace/jobs`, host.baseUrl]) {
    await tab.goto(`http://localhost:${port}/?src=${encodeURIComponent(target)}`);
    expect([target, tab.frames()[1]?.url()]).toEqual([target, 'chrome-error://chromewebdata/']);
  }
  await tab.close();
});

/** Stores a file, given in base64. Returns its URL. */
function upload(base64: string, extension: string): Promise<string> {
  return page.evaluate(
    async ({ base64, extension, base }) => {
      const call = async (path: string, init: RequestInit): Promise<Record<string, string>> => {
        const answer = (await (await fetch(base + path, { method: 'POST', ...init })).json()) as {
          data: Record<string, string>;
        };
        return answer.data;
      };
      const { apiKey } = await call('sandbox/v1/session', {});
      const { ticket } = await call('v1/uploads', { headers: { Authorization: `Bearer ${apiKey}` } });
      const form = new FormData();
      form.append('file', new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]), 'file');
      const { material } = await call(`v1/uploads/${ticket}/file`, { body: form });
      return `${base}media/${material}.${extension}`;
    },
    { base64, extension, base: host.baseUrl },
  );
}

const readHeaders = (address: string): Promise<Record<string, string>> =>
  page.evaluate(
    async (url) => Object.fromEntries((await fetch(url, { cache: 'no-store' })).headers),
    new URL(address, host.baseUrl).href,
  );

/** Returns the width in pixels after the file is loaded. */
const show = (tag: 'video' | 'img', address: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const element = document.createElement('${tag}');
    const read = () => resolve(element.videoWidth ?? element.naturalWidth);
    element.addEventListener('${tag === 'video' ? 'loadeddata' : 'load'}', read);
    element.addEventListener('error', () => reject(new Error('the file cannot be shown')));
    element.src = ${JSON.stringify(address)};
  })`);
