import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Offcut } from '#client/offcut.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { clientTypesFile, makeClientTypes } from '#build/client-types.ts';
import { openNodeApi } from '../support/node-api.ts';

const video = new File([await readFile('test/fixtures/sample/short.mp4')], 'clip.mp4', { type: 'video/mp4' });

/** A client of an API in this process, and the requests that it sends. `fail` answers a request itself. */
async function openClient(fail: (request: Request, count: number) => Response | Error | undefined = () => undefined) {
  const { api } = await openNodeApi();
  const sent: Request[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    sent.push(request);
    const answer = fail(request, sent.length);
    if (answer instanceof Error) {
      throw answer;
    }
    return answer ?? api.fetch(request.url, init);
  };
  const { baseUrl, apiKey } = api;
  return { offcut: new Offcut({ baseUrl, apiKey, fetch }), api, sent, baseUrl, apiKey, fetch };
}

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
  const job = await offcut.run('tighten', { material }, { pollMs: 5 });
  expect(job).toMatchObject({ recipeId: 'tighten', status: 'completed' });
  expect(await offcut.jobs.get(job.id)).toMatchObject({ id: job.id });
});

test('throws the error of the API with its code, status, details and request id', async () => {
  const { offcut } = await openClient();
  const thrown = await offcut.call('getJob', { params: { envelopeId: 'job_none' } }).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(OffcutError);
  expect(thrown).toMatchObject({ code: 'JOB_NOT_FOUND', status: 404, retryable: false, requestId: expect.any(String) });
});

test('throws the error of a job that failed', async () => {
  const { offcut, api } = await openClient();
  const material = await offcut.upload(video);
  api.engine.failNext('NO_SUBJECT');
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
  const { api } = await openNodeApi();
  let isLost = false;
  const offcut = new Offcut({
    baseUrl: api.baseUrl,
    apiKey: api.apiKey,
    fetch: async (input, init) => {
      const answer = await api.fetch(new Request(input).url, init);
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

test('asks for another key when one is refused', async () => {
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
  expect(await offcut.call('getMe')).toMatchObject({ projectName: 'Local project' });
  expect(refused).toEqual([null, 'vk_expired']);
});

test('stops with the reason of the signal, while it waits as well', async () => {
  const { offcut } = await openClient(() => refusal(503, 'ENGINE_UNAVAILABLE', { 'Retry-After': '30' }));
  const controller = new AbortController();
  const waiting = offcut.call('getMe', { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('enough')), 20);
  await expect(waiting).rejects.toThrow('enough');
});

test('keeps the path of the base URL', async () => {
  const { api } = await openNodeApi({ baseUrl: 'https://host.test/some/app/' });
  const offcut = new Offcut({
    baseUrl: 'https://host.test/some/app',
    apiKey: api.apiKey,
    fetch: api.fetch as typeof fetch,
  });
  expect(await offcut.call('getMe')).toMatchObject({ projectName: 'Local project' });
});
