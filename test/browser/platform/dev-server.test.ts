import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { DevelopmentSite } from '#bridge/server/development-site.ts';
import { startServer, type RunningServer } from '#bridge/server/server.ts';
import { getSharedBrowser, takeDefects, type TestBrowser } from '../../support/browser.ts';

const root = resolve(import.meta.dirname, '../../..');

/** A copy of the files that the dev server reads, which the tests change. */
let folder: string;
let server: RunningServer;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-dev-test-'));
  const copied = [
    'docs',
    'examples',
    'index.html',
    'LICENSE',
    'models',
    'packages',
    'package.json',
    'public',
    'src',
    'tsconfig.json',
    'test/tsconfig.json',
  ];
  await Promise.all(copied.map((name) => cp(join(root, name), join(folder, name), { recursive: true })));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const files = await DevelopmentSite.open({ root: folder, cacheDir: join(folder, '.vite'), logLevel: 'warn' });
  server = await startServer({ port: 0, distDir: files.distDir, files, isSandboxOpen: true });
  browser = await getSharedBrowser();
  takeDefects();
  page = await browser.context.newPage();
  await page.goto(server.baseUrl);
});

afterAll(async () => {
  await browser.clear(server.baseUrl);
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

// An earlier test may have reloaded the page.
beforeEach(async () => expect(await server.waitForPage(60_000)).toBe(true));

// No test violates the security policy or logs another error.
afterEach(() => expect(takeDefects()).toEqual([]));

/** Changes a file of the copy as an editor does. */
async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, path), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(folder, path), text.replace(from, to));
}

/** Marks the open document, so that a reload is detectable. */
const mark = (): Promise<void> => page.evaluate(`window.isMarked = true`);
const isReloaded = (): Promise<boolean> => page.evaluate(`window.isMarked !== true`);

type Envelope = { readonly success: boolean; readonly data?: Readonly<Record<string, string>> };

/** Calls the API from outside the browser. */
async function call(path: string, init?: RequestInit): Promise<Envelope> {
  const answer = await fetch(server.baseUrl + path, init);
  return (await answer.json()) as Envelope;
}

const json = { 'Content-Type': 'application/json' };

async function authorize(): Promise<Record<string, string>> {
  const created = await call('/sandbox/v1/keys', { method: 'POST', headers: json, body: '{"name":"dev"}' });
  return { Authorization: `Bearer ${created.data?.['apiKey']}` };
}

const callMe = async (): Promise<Envelope> => call('/v1/me', { headers: await authorize() });

test('answers a call from outside the browser, and applies a changed handler without a restart', async () => {
  expect(await callMe()).toMatchObject({ success: true, data: { projectName: 'Local project' } });
  await mark();
  await edit('src/api/handlers/account.ts', 'projectName: account.projectName', "projectName: 'Changed project'");
  await expect.poll(callMe).toMatchObject({ success: true, data: { projectName: 'Changed project' } });
  await expect.poll(isReloaded).toBe(true);
});

test('reads an upload in a worker that the engine starts', async () => {
  const headers = await authorize();
  const ticket = (await call('/v1/uploads', { method: 'POST', headers })).data?.['ticket'];
  const form = new FormData();
  form.append('file', await openAsBlob(join(root, 'test/fixtures/sample/short.mp4')), 'short.mp4');
  const material = (await call(`/v1/uploads/${ticket}/file`, { method: 'POST', body: form })).data?.['material'];
  const thumbnail = await fetch(`${server.baseUrl}/v1/materials/${material}/thumbnail`, { headers });
  expect(thumbnail.headers.get('Content-Type')).toMatch(/^image\//);
});

test('shows a changed component and a changed style without a reload', async () => {
  await page.waitForSelector('h1');
  const heading = (await page.textContent('h1')) ?? '';
  await mark();
  await edit('src/ui/pages/home/home-page.tsx', heading, 'Changed heading');
  await expect.poll(() => page.textContent('h1')).toBe('Changed heading');
  await writeFile(join(folder, 'src/ui/app/styles/pages.css'), 'h1 { letter-spacing: 7px; }');
  await expect.poll(() => page.evaluate(`getComputedStyle(document.querySelector('h1')).letterSpacing`)).toBe('7px');
  expect(await isReloaded()).toBe(false);
});

test('reloads the page after a worker has changed', async () => {
  await mark();
  await edit('src/engine/main.ts', '\n', '\n\n');
  await expect.poll(isReloaded).toBe(true);
});

test.each(['/', '/src/ui/app/main.tsx', '/@vite/client'])(
  'does not let a page of another site read %s',
  async (path) => {
    const answer = await fetch(server.baseUrl + path, { headers: { Origin: 'http://other.example' } });
    expect(answer.status).toBe(403);
  },
);

test('does not let a page of another site open files in an editor', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' };
  const answer = await fetch(`${server.baseUrl}/__open-in-editor?file=package.json`, { headers });
  expect(answer.status).toBe(403);
});

test('sends no hot updates to a page of another site', async () => {
  const socket = new WebSocket(`${server.baseUrl}/hot-updates`, 'vite-hmr', { origin: 'http://other.example' });
  const [error] = await once(socket, 'error');
  expect(String(error)).toContain('403');
});
