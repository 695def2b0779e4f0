import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Offcut } from '#client/offcut.ts';
import { OffcutError } from '#client/offcut-error.ts';
import type { UploadProgress } from '#client/upload.ts';
import { clientTypesFile, makeClientTypes } from '#build/client-types.ts';
import { Emulator, type EmulatorOptions } from '#emulator/emulator.ts';

const video = new File([await readFile('test/fixtures/sample/short.mp4')], 'clip.mp4', { type: 'video/mp4' });

/** Answers a request itself, or with undefined lets the emulator answer it. */
type Answer = (request: Request, count: number) => Response | Error | Promise<Response | undefined> | undefined;

/** A client of an emulator in this process, and the requests that it sends. */
async function openClient(answer: Answer = () => undefined, options: EmulatorOptions = {}) {
  const emulator = new Emulator(options);
  onTestFinished(() => emulator.stop());
  const sent: Request[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    sent.push(request.clone());
    const own = await answer(request, sent.length);
    if (own instanceof Error) {
      throw own;
    }
    return own ?? emulator.handle(request);
  };
  const { baseUrl } = emulator;
  const apiKey = await emulator.createKey();
  return { offcut: new Offcut({ baseUrl, apiKey, fetch }), emulator, sent, baseUrl, apiKey, fetch };
}

/** A client of a server on this machine. It retries a call once. */
async function openServer(server: Server): Promise<Offcut> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return new Offcut({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'vk_x', maxRetries: 1 });
}

const listPaths = (sent: readonly Request[]): string[] =>
  sent.map(({ method, url }) => `${method} ${new URL(url).pathname.replace(/(job|tkt)[_-][\w-]+/, '$1')}`);

async function collect<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const entry of entries) {
    all.push(entry);
  }
  return all;
}

const refusal = (status: number, errorCode: string, headers: Record<string, string> = {}): Response =>
  Response.json({ success: false, errorCode, message: 'Not now.', retryable: true }, { status, headers });

test('the types of the client are those of the OpenAPI description', async () => {
  expect(await readFile(clientTypesFile, 'utf8')).toBe(await makeClientTypes());
});

test('uploads a file, runs a recipe with progress, and downloads the result', async () => {
  const { offcut } = await openClient();
  const material = await offcut.upload(video, { purpose: 'a test' });
  const states: string[] = [];
  const result = await offcut.removeBackground(
    { material, quality: 'fast' },
    { onProgress: ({ status }) => states.push(status), pollMs: 5 },
  );
  expect(result).toMatchObject({ status: 'completed', cached: false, creditsCharged: true });
  expect(states.at(-1)).toBe('completed');
  expect((await offcut.download(result.processedVideoUrl)).type).toBe('video/webm');
  expect(await offcut.removeBackground({ material, quality: 'fast' })).toMatchObject({ cached: true });
});

test('follows a queued recipe to its end', async () => {
  const { offcut } = await openClient();
  const material = await offcut.upload(video);
  const job = await offcut.run('remove-background', { material, quality: 'fast' });
  expect(job).toMatchObject({ recipeId: 'remove-background', status: 'completed' });
  expect(await offcut.jobs.get(job.id)).toMatchObject({ id: job.id });
});

test('throws the error of the API with its code, status, details and request id', async () => {
  const { offcut } = await openClient();
  const thrown = await offcut.call('getJob', { params: { envelopeId: 'job_none' } }).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(OffcutError);
  expect(thrown).toMatchObject({ code: 'JOB_NOT_FOUND', status: 404, retryable: false, requestId: expect.any(String) });
});

test('throws the error of a job that failed', async () => {
  const { offcut } = await openClient(() => undefined, { runs: { tighten: { failWith: 'NO_SUBJECT' } } });
  const material = await offcut.upload(video);
  await expect(offcut.run('tighten', { material }, { pollMs: 5 })).rejects.toMatchObject({ code: 'NO_SUBJECT' });
});

test('iterates over all pages of a list', async () => {
  const { offcut } = await openClient();
  for (const title of ['a', 'b', 'c']) {
    await offcut.canvases.create({ title });
  }
  const titles = (await collect(offcut.canvases.list({ limit: 2 }))).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['a', 'b', 'c']);
});

test('retries a refused write after the wait that the API asks for, with the same idempotency key', async () => {
  const { offcut, sent } = await openClient((_, count) =>
    count === 1 ? refusal(429, 'RATE_LIMITED', { 'Retry-After': '0' }) : undefined,
  );
  await offcut.canvases.create({ title: 'a' });
  const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('joins a write whose response was lost', async () => {
  const { emulator, apiKey, baseUrl } = await openClient();
  let isLost = false;
  const offcut = new Offcut({
    baseUrl,
    apiKey,
    fetch: async (input, init) => {
      const answer = await emulator.handle(new Request(input, init));
      if (!isLost && init?.method === 'POST') {
        isLost = true;
        throw new TypeError('the connection was reset');
      }
      return answer;
    },
  });
  await offcut.canvases.create({ title: 'once' });
  expect(await collect(offcut.canvases.list())).toHaveLength(1);
});

test('gives up after the last retry, and at once for a wait of more than a minute', async () => {
  const lost = await openClient(() => refusal(503, 'ENGINE_UNAVAILABLE', { 'Retry-After': '0' }));
  await expect(lost.offcut.call('getMe')).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE', status: 503 });
  expect(lost.sent).toHaveLength(4);
  const late = await openClient(() => refusal(429, 'RATE_LIMITED', { 'Retry-After': '3600' }));
  await expect(late.offcut.call('getMe')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(late.sent).toHaveLength(1);
});

test('reports an unreachable server and an incomplete response', async () => {
  const away = new Offcut({ baseUrl: 'http://127.0.0.1:9/', apiKey: 'vk_x', maxRetries: 0 });
  await expect(away.call('getMe')).rejects.toMatchObject({ code: 'UNREACHABLE', status: 0, retryable: true });
  const cut = new Offcut({
    baseUrl: 'http://host.test',
    apiKey: 'vk_x',
    maxRetries: 0,
    fetch: async () => new Response('   {"success":tr'),
  });
  await expect(cut.call('getMe')).rejects.toMatchObject({ code: 'INCOMPLETE_RESPONSE', retryable: true });
});

test('asks once for another key when one is refused, for all calls at the same time', async () => {
  const { baseUrl, apiKey, fetch } = await openClient();
  const refused: (string | null)[] = [];
  const offcut = new Offcut({
    baseUrl,
    fetch,
    apiKey: (before) => {
      refused.push(before);
      return before === null ? 'vk_expired' : apiKey;
    },
  });
  const calls = [offcut.call('getMe'), offcut.call('getMe'), offcut.call('listJobs')];
  expect(await Promise.all(calls)).toMatchObject([{ projectName: 'Local project' }, {}, []]);
  expect(refused).toEqual([null, 'vk_expired']);
});

test('asks for the key again after the request for it failed', async () => {
  const { baseUrl, apiKey, fetch } = await openClient();
  let asked = 0;
  const offcut = new Offcut({
    baseUrl,
    fetch,
    maxRetries: 0,
    apiKey: () => {
      asked += 1;
      if (asked === 1) {
        throw new OffcutError({ code: 'FORBIDDEN', message: 'Not yet.' });
      }
      return apiKey;
    },
  });
  await expect(offcut.call('getMe')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await offcut.call('getMe')).toMatchObject({ projectName: 'Local project' });
});

test('ends a call after its timeout, with its retries', async () => {
  const { offcut } = await openClient(() => refusal(503, 'ENGINE_UNAVAILABLE', { 'Retry-After': '30' }));
  const call = offcut.call('getMe', { timeoutMs: 20, signal: new AbortController().signal });
  await expect(call).rejects.toMatchObject({ code: 'TIMEOUT', retryable: true });
});

test('reads Retry-After as a date, and does not wait longer than it may', async () => {
  const past = await openClient((_, count) =>
    count === 1 ? refusal(429, 'RATE_LIMITED', { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' }) : undefined,
  );
  expect(await past.offcut.call('getMe')).toMatchObject({ projectName: 'Local project' });
  const late = await openClient(() => refusal(429, 'RATE_LIMITED', { 'Retry-After': '2' }));
  const offcut = new Offcut({ ...late, maxWaitMs: 1000 });
  await expect(offcut.call('getMe')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(late.sent).toHaveLength(1);
});

test('stops with the reason of the signal, while it waits as well', async () => {
  const { offcut } = await openClient(() => refusal(503, 'ENGINE_UNAVAILABLE', { 'Retry-After': '30' }));
  const controller = new AbortController();
  const waiting = offcut.call('getMe', { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 20);
  await expect(waiting).rejects.toThrow('enough');
});

test('keeps the path of the base URL', async () => {
  const { fetch, apiKey } = await openClient(() => undefined, { baseUrl: 'https://host.test/some/app/' });
  const offcut = new Offcut({ baseUrl: 'https://host.test/some/app', apiKey, fetch });
  expect(await offcut.call('getMe')).toMatchObject({ projectName: 'Local project' });
});

test('follows a job by its events, without polling', async () => {
  const { offcut, sent } = await openClient();
  const material = await offcut.upload(video);
  const states: string[] = [];
  const previews: string[] = [];
  await offcut.run(
    'remove-background',
    { material, quality: 'fast' },
    { onProgress: ({ status }) => states.push(status), onPreview: (url) => previews.push(url) },
  );
  expect(listPaths(sent).slice(-3)).toEqual([
    'POST /v1/run/remove-background',
    'GET /v1/jobs/job',
    'GET /v1/jobs/job/events',
  ]);
  expect(states.at(-1)).toBe('completed');
  expect(previews.every((url) => url.startsWith('data:image/'))).toBe(true);
});

test.each([
  ['has no events', () => Response.json({ success: false, errorCode: 'NOT_FOUND', message: '' }, { status: 404 })],
  ['has events of another type', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
])('polls a job if the server %s', async (_, toAnswer) => {
  const { offcut, sent } = await openClient(({ url }) => (url.endsWith('/events') ? toAnswer() : undefined));
  const material = await offcut.upload(video);
  const { status } = await offcut.run('remove-background', { material, quality: 'fast' }, { pollMs: 5 });
  expect(status).toBe('completed');
  expect(listPaths(sent).filter((path) => path.endsWith('/job')).length).toBeGreaterThan(1);
});

test('opens the events of a job again after the connection is lost', async () => {
  // A character of two bytes arrives in two pieces.
  const bytes = [...new TextEncoder().encode('event: job\ndata: {"status":"queued","stage":"ü"}\n\n')];
  const lost = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const byte = bytes.shift();
      if (byte === undefined) {
        throw new TypeError('the connection was reset');
      }
      controller.enqueue(Uint8Array.of(byte));
    },
  });
  let opened = 0;
  const { offcut } = await openClient(({ url }) => {
    opened += Number(url.endsWith('/events'));
    const isLost = url.endsWith('/events') && opened === 1;
    return isLost ? new Response(lost, { headers: { 'Content-Type': 'text/event-stream' } }) : undefined;
  });
  const material = await offcut.upload(video);
  const stages: unknown[] = [];
  const onProgress = ({ stage }: { stage: string }): unknown => stages.push(stage);
  const job = await offcut.run('remove-background', { material, quality: 'fast' }, { onProgress, pollMs: 5 });
  expect(job.status).toBe('completed');
  expect(stages).toContain('ü');
});

test('closes the events of a job when the caller stops', async () => {
  const opened: Request[] = [];
  const noteEvents = (request: Request): undefined => void (request.url.endsWith('/events') && opened.push(request));
  const { offcut } = await openClient(noteEvents, { runs: { 'remove-background': { seconds: 3600 } } });
  const material = await offcut.upload(video);
  const headers = { Prefer: 'respond-async' };
  const { envelopeId: id } = await offcut.call('run:remove-background', { body: { material }, headers });
  for await (const _ of offcut.jobs.watch(id)) {
    if (opened.length > 0) {
      break;
    }
  }
  expect(opened.map(({ signal }) => signal.aborted)).toEqual([true]);
});

const hash = async (blob: Blob): Promise<string> => Buffer.from(await blob.arrayBuffer()).toString('base64');

test('uploads a File, bytes, a view of bytes and a stream', async () => {
  const { offcut } = await openClient();
  const bytes = await video.arrayBuffer();
  const sources = [video, bytes, new Uint8Array(bytes), video.stream()];
  for (const source of sources) {
    const material = await offcut.upload(source, { name: 'a "quoted" name.mp4' });
    const found = (await collect(offcut.materials.list())).find((each) => each.material === material);
    expect(found).toMatchObject({ name: 'a "quoted" name.mp4', bytes: video.size });
    expect(await hash(await offcut.download(found?.url ?? ''))).toBe(await hash(video));
  }
});

test('reports the progress of an upload in bytes of the file', async () => {
  const { offcut } = await openClient();
  const steps: UploadProgress[] = [];
  await offcut.upload(video, { onProgress: (step) => steps.push(step) });
  expect(steps.every(({ totalBytes }) => totalBytes === video.size)).toBe(true);
  expect(steps.length).toBeGreaterThan(1);
  expect(steps.at(-1)?.sentBytes).toBe(video.size);
  expect(steps.map(({ sentBytes }) => sentBytes)).toEqual(
    steps.map(({ sentBytes }) => sentBytes).toSorted((a, b) => a - b),
  );
});

test('streams a form equal to that of a browser', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const file = new File([bytes, bytes, bytes, bytes, bytes], 'a "clip" ü\n.mp4', { type: 'video/mp4' });
  const { offcut, sent } = await openClient((_, count) =>
    count === 2 ? refusal(400, 'VALIDATION_FAILED') : undefined,
  );
  await offcut.upload(file, { onProgress: () => undefined }).catch(() => undefined);
  const read = (await sent[1]?.formData())?.get('file') as File;
  expect([read.size, read.type]).toEqual([300_000, 'video/mp4']);
  expect(await hash(read)).toBe(await hash(file));
});

test('does not repeat a PUT or DELETE whose response was lost', async () => {
  const { offcut, sent } = await openClient(({ method }) =>
    method === 'DELETE' ? new TypeError('the connection was reset') : undefined,
  );
  const { id } = await offcut.canvases.create({ title: 'once' });
  await expect(offcut.canvases.delete(id)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  expect(sent).toHaveLength(2);
});

test('uploads again over the same ticket if the response is lost', async () => {
  const { offcut, emulator, sent } = await openClient(async (request, count) => {
    if (count === 2) {
      await emulator.handle(request);
      throw new TypeError('the connection was reset');
    }
    return undefined;
  });
  const material = await offcut.upload(video, { onProgress: () => undefined });
  expect(listPaths(sent)).toEqual(['POST /v1/uploads', 'POST /v1/uploads/tkt/file', 'POST /v1/uploads/tkt/file']);
  expect(await collect(offcut.materials.list())).toMatchObject([{ material }]);
});

test('reports an interrupted upload', async () => {
  const { offcut, sent } = await openClient((_, count) =>
    count === 2 ? new TypeError('the connection was reset') : undefined,
  );
  await expect(offcut.upload(video.stream(), { name: 'talk.mp4' })).rejects.toMatchObject({
    code: 'UPLOAD_INTERRUPTED',
    message: 'The connection ended before talk.mp4 was uploaded. Upload it again.',
    retryable: true,
  });
  expect(sent).toHaveLength(2);
});

test('uploads over HTTP with the length of the form, so that a file that is too large is refused early', async () => {
  const lengths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    lengths.push(request.headers['content-length']);
    request.resume();
    const data = request.url === '/v1/uploads' ? { ticket: 'tkt-1' } : { material: 'mat-1', bytes: video.size };
    request.once('end', () => response.end(JSON.stringify({ success: true, data })));
  });
  const offcut = await openServer(server);
  const onProgress = (): void => undefined;
  expect(await offcut.upload(video, { onProgress })).toBe('mat-1');
  expect(await offcut.upload(video.stream(), { sizeBytes: video.size })).toBe('mat-1');
  expect(Number(lengths[1])).toBeGreaterThan(video.size);
  expect(Number(lengths[3])).toBeGreaterThan(video.size);
});

test('reports an upload whose connection was closed', async () => {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    if (request.url === '/v1/uploads') {
      request.resume();
      response.end(JSON.stringify({ success: true, data: { ticket: 'tkt-1' } }));
    } else {
      request.once('data', () => request.socket.destroy());
    }
  });
  const offcut = await openServer(server);
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
  });
  await expect(offcut.upload(endless)).rejects.toMatchObject({ code: 'UPLOAD_INTERRUPTED' });
  expect(count).toBe(2);
  await expect(offcut.upload(video, { onProgress: () => undefined })).rejects.toMatchObject({
    code: 'UPLOAD_INTERRUPTED',
  });
  expect(count).toBe(5);
});

test('stops an upload with the reason of the signal', async () => {
  const controller = new AbortController();
  const server = createServer((request, response) => {
    if (request.url === '/v1/uploads') {
      request.resume();
      response.end(JSON.stringify({ success: true, data: { ticket: 'tkt-1' } }));
    } else {
      request.once('data', () => controller.abort(new Error('enough')));
    }
  });
  const offcut = await openServer(server);
  await expect(offcut.upload(video, { signal: controller.signal })).rejects.toThrow('enough');
});
