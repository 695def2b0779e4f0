import { expect, test } from 'vitest';
import { openLab, readTalk } from '../support/lab.ts';

type Logged = {
  id: string;
  path: string;
  status: number;
  operation: string | null;
  keyId: string | null;
  jobId: string | null;
  faultId: string | null;
  request: { headers: [string, string][]; body: { content: string; isComplete: boolean } | null };
  response: { headers: [string, string][]; body: { content: string; isComplete: boolean } | null };
};

test('the log has the calls with their bodies, newest first', async () => {
  const { call, send } = await openLab();
  const { id } = (await call('POST', 'v1/canvases', { title: 'Logged' })) as { id: string };
  await send('GET', 'v1/nowhere');
  const [missing, created, key] = (await call('GET', 'sandbox/v1/requests')) as Logged[];
  expect(missing).toMatchObject({ method: 'GET', path: '/v1/nowhere', status: 404, operation: null, keyId: null });
  expect(created).toMatchObject({
    operation: 'createCanvas',
    keyId: expect.stringMatching(/^key_/),
    request: { body: { encoding: 'text', content: '{"title":"Logged"}', isComplete: true } },
    response: { body: { content: expect.stringContaining(id), isComplete: true } },
    durationMs: expect.any(Number),
  });
  expect(key).toMatchObject({ operation: 'createKey' });
  expect(await call('GET', `sandbox/v1/requests/${created?.id}`)).toEqual(created);
});

test('secrets are not in the log', async () => {
  const { call, apiKey, emulator, offcut } = await openLab();
  const { ticket } = (await call('POST', 'v1/uploads')) as { ticket: string };
  await call('GET', `v1/uploads/${ticket}`);
  await offcut
    .call('fetchMaterial', { body: { url: 'https://offcut.invalid/a.mp4?signature=abc123' } })
    .catch(() => null);
  const text = JSON.stringify(await call('GET', 'sandbox/v1/requests'));
  expect(text).toContain(apiKey.slice(0, 7));
  for (const secret of [apiKey.slice(0, 12), ticket.slice(0, 12), 'abc123']) {
    expect(text).not.toContain(secret);
  }
  const stored = JSON.stringify(await emulator.store.list('requests'));
  expect(stored).not.toContain(apiKey.slice(0, 12));
});

test('calls are filtered by operation, status, key and time', async () => {
  const { call, send } = await openLab();
  const other = (await call('POST', 'sandbox/v1/keys', { name: 'other' })) as { id: string; apiKey: string };
  await call('PUT', 'sandbox/v1/clock', { mode: 'frozen', now: '2026-01-01T00:00:00Z' });
  await send('GET', 'v1/me', undefined, { Authorization: `Bearer ${other.apiKey}` });
  await call('PUT', 'sandbox/v1/clock', { mode: 'frozen', now: '2026-01-02T00:00:00Z' });
  await send('GET', 'v1/me', undefined, { Authorization: 'Bearer vk_unknown' });
  await send('GET', 'v1/recipes');
  const list = async (query: string): Promise<unknown[]> => {
    const found = (await call('GET', `sandbox/v1/requests?${query}`)) as Logged[];
    return found.map(({ operation, status }) => [operation, status]);
  };
  expect(await list('operation=getMe')).toEqual([
    ['getMe', 401],
    ['getMe', 200],
  ]);
  expect(await list('status=401')).toEqual([['getMe', 401]]);
  expect(await list(`keyId=${other.id}`)).toEqual([['getMe', 200]]);
  expect(await list('since=2026-01-01T12:00:00Z&until=2026-01-02T12:00:00Z&operation=listRecipes')).toHaveLength(1);
});

test('a job and a fault are named, and pages follow each other', async () => {
  const { call, send, offcut } = await openLab();
  const material = await offcut.upload(await readTalk());
  const { id: faultId } = (await call('POST', 'sandbox/v1/faults', { effect: { failRunWith: 'NO_AUDIO' } })) as {
    id: string;
  };
  await send('POST', 'v1/run/tighten', { material });
  const { jobs } = { jobs: (await call('GET', 'v1/jobs')) as { id: string }[] };
  await expect.poll(() => call('GET', `v1/jobs/${jobs[0]?.id}`)).toMatchObject({ status: 'failed' });
  const first = await send('GET', 'sandbox/v1/requests?limit=1');
  const { data } = (await first.json()) as { data: Logged[] };
  expect(data).toMatchObject([{ operation: 'getJob', jobId: jobs[0]?.id, faultId }]);
  const [, next = ''] = /<(.+)>; rel="next"/.exec(first.headers.get('Link') ?? '') ?? [];
  const second = (await (await send('GET', next)).json()) as { data: Logged[] };
  expect(second.data).toHaveLength(1);
  expect(second.data[0]?.id).not.toBe(data[0]?.id);
});

test('the log keeps the last thousand calls', async () => {
  const { call, send } = await openLab();
  for (let at = 0; at < 1003; at += 1) {
    await send('GET', `v1/me?at=${at}`);
    await (at === 500 && call('GET', 'sandbox/v1/requests?limit=1'));
  }
  const { log } = (await (await send('GET', 'sandbox/v1/requests?format=har')).json()) as {
    log: { entries: { request: { url: string } }[] };
  };
  expect(log.entries.map(({ request }) => new URL(request.url).searchParams.get('at'))).toEqual(
    Array.from({ length: 1000 }, (_, at) => String(at + 3)),
  );
});

test('the archive has the fields of HAR 1.2', async () => {
  const { send, call } = await openLab();
  await call('POST', 'v1/canvases', { title: 'Archived' });
  const { log } = (await (await send('GET', 'sandbox/v1/requests?format=har&operation=createCanvas')).json()) as {
    log: Record<string, unknown>;
  };
  expect(log).toMatchObject({
    version: '1.2',
    creator: { name: 'Offcut', version: expect.any(String) },
    entries: [
      {
        startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        time: expect.any(Number),
        request: {
          method: 'POST',
          url: 'http://offcut.localhost/v1/canvases',
          httpVersion: 'HTTP/1.1',
          cookies: [],
          queryString: [],
          headersSize: -1,
          bodySize: 20,
          postData: { mimeType: 'application/json', text: '{"title":"Archived"}' },
        },
        response: {
          status: 200,
          content: { mimeType: 'application/json', text: expect.stringContaining('Archived') },
          redirectURL: '',
        },
        cache: {},
        timings: { send: 0, wait: expect.any(Number), receive: 0 },
      },
    ],
  });
});

test('a call is sent again with its key, although the key is not stored', async () => {
  const { call } = await openLab();
  await call('POST', 'v1/canvases', { title: 'Again' });
  const [logged] = (await call('GET', 'sandbox/v1/requests')) as Logged[];
  const again = (await call('POST', `sandbox/v1/requests/${logged?.id}/replay`, {})) as Logged;
  expect(again).toMatchObject({ operation: 'createCanvas', status: 200, keyId: logged?.keyId });
  expect(again.id).not.toBe(logged?.id);
  expect(await call('GET', 'v1/canvases')).toHaveLength(2);
});

test('a call with a removed secret, and one that is not in the log, are not sent again', async () => {
  const { call, send } = await openLab();
  const { ticket } = (await call('POST', 'v1/uploads')) as { ticket: string };
  await call('GET', `v1/uploads/${ticket}`);
  const [logged] = (await call('GET', 'sandbox/v1/requests')) as Logged[];
  expect((await send('POST', `sandbox/v1/requests/${logged?.id}/replay`, {})).status).toBe(400);
  for (const id of ['log_9999', 'log_x']) {
    expect((await send('POST', `sandbox/v1/requests/${id}/replay`, {})).status).toBe(404);
  }
});

test('the log is emptied, and starts again', async () => {
  const { call, send } = await openLab();
  await send('GET', 'v1/me');
  expect(await call('DELETE', 'sandbox/v1/requests')).toEqual({ deleted: 2 });
  expect(await call('GET', 'sandbox/v1/requests')).toEqual([]);
  await send('GET', 'v1/me');
  expect(await call('GET', 'sandbox/v1/requests')).toMatchObject([{ id: 'log_0' }]);
});

test('large bodies are cut', async () => {
  const { call, send } = await openLab();
  await send('POST', 'v1/canvases', { title: 'x'.repeat(70_000) });
  const [logged] = (await call('GET', 'sandbox/v1/requests')) as Logged[];
  expect(logged?.request.body?.content).toHaveLength(65_536);
  expect(logged?.request.body?.isComplete).toBe(false);
  expect((await send('POST', `sandbox/v1/requests/${logged?.id}/replay`, {})).status).toBe(400);
});
