import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '#bridge/cli/cli.ts';
import { createReplacer } from '#bridge/cli/recording/replace-text.ts';
import { Offcut } from '#client/offcut.ts';
import { startEmulator, type RunningEmulator } from '#emulator/testing.ts';

let emulator: RunningEmulator;
let folder: string;
let written: string[];
let noted: string[];
let running: Promise<number> | undefined;

beforeAll(async () => {
  emulator = await startEmulator();
});

afterAll(() => emulator.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-record-'));
  [written, noted, running] = [[], [], undefined];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => written.push(String(line)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => noted.push(String(line)) > 0);
});

afterEach(async () => {
  await stop();
  vi.restoreAllMocks();
  process.exitCode = 0;
  await rm(folder, { recursive: true, force: true });
});

const getEvents = () =>
  written
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Starts a command that serves until it is stopped. Returns its address. */
async function serve(name: 'record' | 'replay', ...args: string[]): Promise<string> {
  await stop();
  written.length = 0;
  running = runCommand(name, [...args, '--port', '0', '--json']);
  await expect.poll(() => getEvents()[0]).toMatchObject({ type: 'ready' });
  return String(getEvents()[0]?.['baseUrl']);
}

/** Stops the running command as Ctrl+C does, and returns its exit code. */
async function stop(): Promise<number | undefined> {
  process.emit('SIGINT');
  const exitCode = await running;
  running = undefined;
  return exitCode;
}

/** A program that uses the API. Returns the results that it sees. */
async function useApi(baseUrl: string, apiKey: string) {
  const offcut = new Offcut({ baseUrl, apiKey });
  const material = await offcut.upload(new Blob([await readFile('public/sample/talk.mp4')]), { name: 'talk.mp4' });
  const job = await offcut.run('tighten', { material }, { review: () => ({ decision: 'approve' }) });
  const file = await fetch(job.finalUrl ?? '');
  return { job, isOwn: job.finalUrl?.startsWith(baseUrl), bytes: Buffer.from(await file.arrayBuffer()) };
}

test('a recording answers the same program with the same results', async () => {
  const file = join(folder, 'calls.har');
  const recorder = await serve('record', '--url', emulator.baseUrl, '--out', file);
  const first = await useApi(recorder, emulator.apiKey);
  expect(await stop()).toBe(0);
  expect(getEvents().at(-1)).toMatchObject({ type: 'saved', file, calls: expect.any(Number) });
  expect(getEvents()).toContainEqual(
    expect.objectContaining({ type: 'call', method: 'POST', path: '/v1/uploads', status: 200 }),
  );
  expect(first).toMatchObject({ isOwn: true, job: { status: 'completed' } });
  const replayer = await serve('replay', file);
  const second = await useApi(replayer, 'vk_anything');
  expect(second.isOwn).toBe(true);
  expect(second.job.id).toBe(first.job.id);
  expect(second.bytes.equals(first.bytes)).toBe(true);
  expect(await stop()).toBe(0);
});

test('a recording has no API key and the URLs of the server', async () => {
  const file = join(folder, 'calls.har');
  const recorder = await serve('record', '--url', emulator.baseUrl, '--out', file);
  const headers = { Authorization: `Bearer ${emulator.apiKey}`, Cookie: 'session=secret' };
  expect((await fetch(`${recorder}/v1/jobs?limit=1`, { headers })).status).toBe(200);
  const created = await fetch(`${recorder}/sandbox/v1/keys`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"other"}',
  });
  const { data } = (await created.json()) as { data: { apiKey: string } };
  await stop();
  const recording = await readFile(file, 'utf8');
  for (const secret of [emulator.apiKey, data.apiKey, 'session=secret', recorder]) {
    expect(recording).not.toContain(secret);
  }
  expect(JSON.parse(recording)).toMatchObject({
    log: {
      version: '1.2',
      entries: [
        { request: { url: `${emulator.baseUrl}/v1/jobs?limit=1`, queryString: [{ name: 'limit', value: '1' }] } },
        { request: { method: 'POST', postData: { mimeType: 'application/json', text: '{"name":"other"}' } } },
      ],
    },
  });
});

/** Writes a recording of GET calls with these paths and bodies. A null body is one that was not recorded. */
async function writeHar(calls: readonly (readonly [path: string, body: string | null])[]): Promise<string> {
  const file = join(folder, 'own.har');
  const entries = calls.map(([path, body]) => ({
    request: { method: 'GET', url: `https://offcut.example${path}` },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      bodySize: -1,
      content: { size: body?.length ?? 100, ...(body !== null && { text: body }) },
    },
  }));
  await writeFile(file, JSON.stringify({ log: { version: '1.2', entries } }));
  return file;
}

test('answers have the recorded order, and the last one is repeated', async () => {
  const replayer = await serve(
    'replay',
    await writeHar([
      ['/v1/a', '1'],
      ['/v1/b', '2'],
      ['/v1/a?x=1', '3'],
    ]),
  );
  const read = async (path: string): Promise<string> => (await fetch(`${replayer}${path}`)).text();
  expect(await read('/v1/a?x=1')).toBe('3');
  expect([await read('/v1/a'), await read('/v1/a'), await read('/v1/a?y=2')]).toEqual(['1', '3', '3']);
});

test('an unknown call and a call without its body are answered with NOT_FOUND', async () => {
  const replayer = await serve(
    'replay',
    await writeHar([
      ['/v1/jobs', '[]'],
      ['/media/large', null],
    ]),
  );
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${replayer}${path}`);
    return { status: response.status, ...((await response.json()) as object) };
  };
  expect(await read('/v1/job')).toMatchObject({
    status: 404,
    errorCode: 'NOT_FOUND',
    message: 'The recording has no call "GET /v1/job". The most similar one is "GET /v1/jobs".',
  });
  expect(await read('/media/large')).toMatchObject({ message: expect.stringContaining('only a part') });
  expect(getEvents()).toContainEqual({ type: 'call', method: 'GET', path: '/v1/job', status: 404 });
});

test('a page of another site cannot use a recorder', async () => {
  const recorder = await serve('record', '--url', emulator.baseUrl, '--out', join(folder, 'calls.har'));
  const response = await fetch(`${recorder}/v1/me`, { headers: { Origin: 'https://other.example' } });
  expect(await response.json()).toMatchObject({ errorCode: 'FORBIDDEN' });
});

test('a server that cannot be reached is an error of the call', async () => {
  const recorder = await serve('record', '--url', 'http://127.0.0.1:9', '--out', join(folder, 'calls.har'));
  const response = await fetch(`${recorder}/v1/me`);
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ errorCode: 'ENGINE_UNAVAILABLE' });
});

test('wrong files and addresses are refused', async () => {
  const file = join(folder, 'notes.txt');
  await writeFile(file, '{"log":{}}');
  expect(await runCommand('replay', [file])).toBe(3);
  expect(noted.join('')).toContain('VALIDATION_FAILED: The file is not an HTTP Archive');
  expect(await runCommand('replay', [join(folder, 'none.har')])).toBe(3);
  expect(await runCommand('record', ['--out', file])).toBe(2);
  expect(await runCommand('record', ['--out', `${file}.har`, '--url', 'ftp://a'])).toBe(2);
});

test('a text is replaced across the borders of chunks', async () => {
  const parts = fc.array(fc.constantFrom('a', 'b', 'ab', 'aab', 'ü', '€'), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(parts, fc.integer({ min: 1, max: 4 }), async (letters, size) => {
      const bytes = Buffer.from(letters.join(''));
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const replaced = await text(Readable.from(chunks).pipe(createReplacer('aab', 'longer')));
      expect(replaced).toBe(letters.join('').replaceAll('aab', 'longer'));
    }),
  );
});

test('the log of a server is saved, replayed, and written as a test', async () => {
  const own = await startEmulator();
  try {
    const { job } = await useApi(own.baseUrl, own.apiKey);
    const [file, testFile] = [join(folder, 'log.har'), join(folder, 'offcut.test.ts')];
    const log = ['--log', '--url', own.baseUrl, '--out', file, '--test', testFile, '--json'];
    expect(await runCommand('record', log)).toBe(0);
    expect(getEvents()).toMatchObject([
      { type: 'saved', file },
      { type: 'test', file: testFile, unknownIds: [] },
    ]);
    const source = await readFile(testFile, 'utf8');
    expect(source).toContain('startEmulator');
    expect(source).toContain('/v1/run/tighten');
    expect(await readFile(file, 'utf8')).not.toContain(own.apiKey);
    const replayer = await serve('replay', file);
    const answer = await fetch(`${replayer}/v1/jobs/${job.id}`);
    expect(await answer.json()).toMatchObject({ success: true, data: { id: job.id } });
    expect(await runCommand('record', log)).toBe(2);
  } finally {
    await own.close();
  }
});
