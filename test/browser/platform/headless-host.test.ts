import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HeadlessHost } from '#bridge/cli/headless.ts';
import { startServer, type RunningServer } from '#bridge/server/server.ts';
import { findBrowser } from '#test/support/browser.ts';

/**
 * A page that connects as the workspace and its service worker do, answers every request, and records in its storage
 * that it was closed in an orderly way.
 */
const script = `
  for (const part of ['page', 'worker']) {
    const socket = new WebSocket(document.querySelector('meta[name="offcut-bridge"]').content);
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', part, browser: 'one' }));
    socket.onmessage = ({ data }) => {
      const { type, id } = JSON.parse(data);
      if (type === 'request') {
        socket.send(JSON.stringify({ type: 'response', id, status: 200, headers: [] }));
        socket.send(JSON.stringify({ type: 'end', id }));
      } else if (type === 'ping') {
        socket.send(JSON.stringify({ type: 'pong' }));
      }
    };
  }
  addEventListener('pagehide', () => localStorage.setItem('left', 'in good order'));
`;

let folder: string;
let profileDir: string;
let server: RunningServer;
let host: HeadlessHost;
let lines: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-host-'));
  profileDir = join(folder, 'profile');
  await mkdir(join(folder, 'site'));
  await writeFile(join(folder, 'site', 'index.html'), '<!doctype html><head></head><script src="./page.js"></script>');
  await writeFile(join(folder, 'site', 'page.js'), script);
  server = await startServer({ port: 0, distDir: join(folder, 'site') });
  lines = [];
  host = makeHost();
});

afterEach(async () => {
  await host.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const makeHost = (): HeadlessHost => new HeadlessHost({ server, profileDir, log: (line) => lines.push(line) });

const getStatus = async (): Promise<number> => (await fetch(`${server.baseUrl}/v1/me`)).status;

test('answers after any kill of the browser, any number of times, and restarts the browser', async () => {
  await host.start();
  for (const _ of [1, 2, 3]) {
    const before = lines.length;
    process.kill(await findBrowser(profileDir), 'SIGKILL');
    // On a busy machine the first start after it may fail, which logs more lines.
    await expect.poll(() => lines.slice(before).join('\n')).toContain('The headless browser ended unexpectedly');
    // Meanwhile a caller waits, or receives the time at which to retry.
    const answer = await fetch(`${server.baseUrl}/v1/me`);
    expect(answer.status === 200 || answer.headers.has('retry-after')).toBe(true);
    await expect.poll(getStatus).toBe(200);
  }
  expect(lines[0]).toBe('The headless browser ended unexpectedly. Restarting it now.');
});

test('reopens a crashed page in the same browser', async () => {
  await host.start();
  const browser = await findBrowser(profileDir);
  const { page } = host;
  await page.goto('chrome://crash').catch(() => undefined);
  await expect.poll(() => host.page !== page && host.page.context().pages().length === 1).toBe(true);
  await expect.poll(getStatus).toBe(200);
  expect(await findBrowser(profileDir)).toBe(browser);
});

test('logs the errors of the headless browser', async () => {
  await host.start();
  await host.page.evaluate(async () => {
    await fetch('/no-such-file.js');
    console.error(new Error('a defect'));
  });
  await expect.poll(() => lines).toContainEqual(expect.stringMatching(/^The browser logged an error: Error: a defect/));
  expect(lines.join('\n')).not.toContain('Failed to load resource');
});

test('lets the page finish before the browser is closed', async () => {
  await host.start();
  await host.close();
  host = makeHost();
  await host.start();
  expect(await host.page.evaluate(`localStorage.getItem('left')`)).toBe('in good order');
});

test('leaves nothing behind if a host is closed while it starts', async () => {
  const starting = host.start().then(
    () => 'started',
    () => 'given up',
  );
  await host.close();
  expect(await starting).toBe('given up');
  await expect(findBrowser(profileDir)).rejects.toThrow('ENOENT');
});

test('refuses a profile that another Chromium uses, with a reason', async () => {
  await host.start();
  await expect(makeHost().start()).rejects.toThrow(
    `The profile ${profileDir} is in use by another Chromium. Close that browser, or give another folder.`,
  );
  expect(await getStatus()).toBe(200);
});
