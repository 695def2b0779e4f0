import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator, type RunningEmulator } from '#emulator/testing.ts';

let emulator: RunningEmulator;
let folder: string;

beforeAll(async () => {
  // Long enough for a test that cancels a run.
  emulator = await startEmulator({ runs: { 'remove-background': { seconds: 0.15 } } });
  folder = await mkdtemp(join(tmpdir(), 'offcut-conformance-'));
});

afterAll(async () => {
  await emulator.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command in a process of its own, because its test functions must not be those of this run. */
const conform = (...args: string[]): Promise<{ code: number; lines: Record<string, unknown>[]; stderr: string }> =>
  new Promise((resolve) => {
    const { VITEST: _, ...env } = process.env;
    execFile(
      process.execPath,
      ['src/bridge/bootstrap.mjs', 'conformance', ...args, '--json'],
      { env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => {
        const lines = stdout.split('\n').filter((line) => line !== '');
        resolve({
          code: Number(error?.code ?? 0),
          lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
          stderr,
        });
      },
    );
  });

/** Serves the emulator, with one change to its responses. */
async function serveChanged(change: (text: string, path: string) => string, refuses = ''): Promise<string> {
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const path = request.url ?? '/';
    if (refuses !== '' && path.startsWith(refuses)) {
      response.writeHead(403, { 'Content-Type': 'application/json' });
      response.end('{"success":false,"errorCode":"FORBIDDEN","message":"Not for programs.","retryable":false}');
      return;
    }
    const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = request.headers;
    const method = request.method ?? 'GET';
    const origin = await fetch(emulator.baseUrl + path, {
      method,
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      redirect: 'manual',
    });
    const bytes = Buffer.from(await origin.arrayBuffer());
    const isText = (origin.headers.get('Content-Type') ?? '').includes('json');
    const { 'content-length': ____, 'content-encoding': _____, ...kept } = Object.fromEntries(origin.headers);
    response.writeHead(origin.status, kept);
    response.end(isText ? change(bytes.toString('utf8'), path) : bytes);
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the emulator passes, with a report for CI', { timeout: 120_000 }, async () => {
  const junit = join(folder, 'report.xml');
  const { code, lines, stderr } = await conform(emulator.baseUrl, '--junit', junit);
  expect(lines.filter(({ state }) => state === 'failed')).toEqual([]);
  expect([code, stderr]).toEqual([0, '']);
  expect(lines.at(-1)).toMatchObject({ type: 'totals', failed: 0, skipped: 0 });
  expect(Number(lines.at(-1)?.['passed'])).toBeGreaterThan(100);
  const xml = await readFile(junit, 'utf8');
  expect(xml.match(/<testcase/g)).toHaveLength(lines.length - 1);
  expect(xml).toContain('failures="0"');
});

test('an implementation that breaks the contract fails', { timeout: 60_000 }, async () => {
  const url = await serveChanged((text, path) =>
    path.startsWith('/v1/me') ? text.replace('"creditsRemaining"', '"credits"') : text,
  );
  const { code, lines } = await conform(url, '--key', emulator.apiKey, '--filter', 'shapes');
  expect(code).toBe(3);
  expect(lines.filter(({ state }) => state === 'failed')).not.toEqual([]);
});

test('an implementation without a sandbox skips the tests that need it', { timeout: 60_000 }, async () => {
  const url = await serveChanged((text) => text, '/sandbox/');
  const { code, lines } = await conform(url, '--key', emulator.apiKey, '--filter', 'a key');
  expect(lines.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(code).toBe(0);
  expect(lines.filter(({ state }) => state === 'skipped').length).toBeGreaterThan(0);
});

test('a missing server, and a sandbox that needs a key, end with exit code 3', { timeout: 60_000 }, async () => {
  const gone = await conform('http://127.0.0.1:9');
  expect([gone.code, gone.stderr]).toEqual([3, expect.stringContaining('UNREACHABLE')]);
  const closed = await conform(await serveChanged((text) => text, '/sandbox/'));
  expect([closed.code, closed.stderr]).toEqual([3, expect.stringContaining('UNAUTHORIZED')]);
});
