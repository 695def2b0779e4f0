import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cancelJob } from '#store/jobs.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import {
  createClient,
  dataOf,
  expectFailure,
  read,
  toForm,
  type Client,
} from '../../test/conformance/contract/client.ts';
import { personModel, startNodeApi, type NodeApi } from '../../test/support/node-api.ts';
import { isApiPath } from './api.ts';
import { formatBytes } from './format-bytes.ts';

const video = new Uint8Array(await readFile(new URL('../../test/fixtures/sample/short.mp4', import.meta.url)));

let api: NodeApi | undefined;
afterEach(async () => {
  await api?.close();
  vi.restoreAllMocks();
});

async function start(
  options: Partial<Parameters<typeof startNodeApi>[0]> = {},
): Promise<{ api: NodeApi; client: Client }> {
  api = await startNodeApi({ store: createMemoryStore(), ...options });
  return { api, client: createClient(api) };
}

describe('isApiPath', () => {
  const base = new URL('https://host.test/some/folder/');
  it.each([
    ['v1/me', true],
    ['v1', true],
    ['api/mcp/v1/jobs', true],
    ['sandbox/v1/keys', true],
    ['media/mat_x.mp4', true],
    ['api-reference/openapi.json', true],
    ['api-reference', false],
    ['api/mcp', false],
    ['v1x/me', false],
    ['workspace/v1/', false],
    ['sandbox', false],
    ['../v1/me', false],
    ['https://elsewhere.test/some/folder/v1/me', false],
  ])('says whether %s is for the API: %s', (path, isForApi) => {
    expect(isApiPath(new URL(path, base), base)).toBe(isForApi);
  });
});

describe('a defect', () => {
  it('is logged once and not told', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const memory = createMemoryStore();
    const store: Store = {
      ...memory,
      list: async (table, match) => {
        if (table === 'jobs') {
          throw new RangeError('secret detail');
        }
        return memory.list(table, match);
      },
    };
    const { client } = await start({ store });
    const reply = await client.call('GET', '/v1/jobs');
    expectFailure(reply, 500, 'INTERNAL');
    expect(reply.text).not.toContain('secret');
    expect(log).toHaveBeenCalledTimes(1);
    expect(log.mock.calls[0]?.[0]).toMatchObject({ message: 'secret detail' });
  });

  it('of the disk being full is told as that', async () => {
    const memory = createMemoryStore();
    const bytes: Store['bytes'] = {
      ...memory.bytes,
      create: async (name) => ({
        ...(await memory.bytes.create(name)),
        write: async () => {
          throw new DOMException('no room', 'QuotaExceededError');
        },
      }),
    };
    const { client } = await start({ store: { ...memory, bytes } });
    const reply = await client.fill(await client.newTicket(), toForm(video, 'a.mp4'));
    expectFailure(reply, 507, 'STORAGE_FULL');
    expect(reply.body.message).toContain(`needs at least ${formatBytes(video.byteLength)} of storage`);
  });
});

describe('uploads', () => {
  it('leave no bytes and no hold behind when they are refused, cut off or second', async () => {
    const { client, api } = await start();
    const ticket = await client.newTicket();
    await client.fill(ticket, toForm('text', 'a.mp4'));
    const head = new TextEncoder().encode('--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n');
    await client.call('POST', `/v1/uploads/${ticket}/file`, {
      key: null,
      body: new Uint8Array([...head, ...video]),
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    await api.store.transact(async (transaction) => {
      const row = await transaction.get('account', 'account');
      expect(row).toBeUndefined();
    });
    expect(await api.store.bytes.list()).toEqual([]);
    await Promise.all([client.fill(ticket, toForm(video, 'a.mp4')), client.fill(ticket, toForm(video, 'a.mp4'))]);
    expect(await api.store.bytes.list()).toHaveLength(1);
    await client.upload(video);
    expect(await api.store.bytes.list()).toHaveLength(1);
    expect((await api.store.bytes.held()).size).toBe(0);
  });

  it('of a large file are written in pieces of 1 MiB and hashed whole', async () => {
    const memory = createMemoryStore();
    const sizes: number[] = [];
    const bytes: Store['bytes'] = {
      ...memory.bytes,
      create: async (name) => {
        const sink = await memory.bytes.create(name);
        return {
          ...sink,
          write: (piece) => {
            sizes.push(piece instanceof Uint8Array ? piece.byteLength : Number.NaN);
            return sink.write(piece);
          },
        };
      },
    };
    const { client } = await start({ store: { ...memory, bytes } });
    const large = new Uint8Array(2_500_000);
    large.set(video);
    large.set([13, 10, 45, 45], 1_048_574);
    const material = await client.upload(large, '../odd\u0000 name.mp4');
    expect(sizes).toEqual([1_048_576, 1_048_576, 402_848]);
    const digest = await crypto.subtle.digest('SHA-256', large);
    const [asset] = await memory.list('assets');
    expect(asset).toMatchObject({ id: material, name: 'odd name.mp4', sha256: Buffer.from(digest).toString('hex') });
    const response = await client.send('GET', `/media/${material}.mp4`, { key: null });
    expect(Buffer.from(large).equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  });

  it('are refused early when the length says that they are too large', async () => {
    const { client } = await start();
    await client.sandbox('PUT', '/caps', { maxFileBytes: 1000 });
    const ticket = await client.newTicket();
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'Content-Length': '100000', 'Content-Type': 'multipart/form-data; boundary=b' },
    };
    const response = await client.target.fetch(`${client.target.baseUrl}v1/uploads/${ticket}/file`, init);
    expectFailure(await read(response), 413, 'FILE_TOO_LARGE');
    expect(pulled).toBeLessThan(3);
  });
});

describe('time', () => {
  const clockAt = (): { now: () => number; pass: (seconds: number) => void } => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    return {
      now: () => now,
      pass: (seconds) => {
        now += seconds * 1000;
      },
    };
  };

  it('takes a ticket away after 30 minutes, and not before', async () => {
    const clock = clockAt();
    const { client } = await start({ clock });
    const [first, second] = [await client.newTicket(), await client.newTicket()];
    clock.pass(1799);
    dataOf(await client.fill(first, toForm(video, 'a.mp4')));
    clock.pass(1);
    expectFailure(await client.fill(second, toForm(video, 'a.mp4')), 410, 'TICKET_EXPIRED');
    expect(dataOf(await client.call('GET', `/v1/uploads/${second}`))).toEqual({ status: 'expired' });
    expect(dataOf(await client.call('GET', `/v1/uploads/${first}`))).toMatchObject({ status: 'uploaded' });
  });

  it('ends a session after a day, and prunes it unless a run of it is open', async () => {
    const clock = clockAt();
    const { client, api } = await start({ clock });
    const open = async (): Promise<string> =>
      dataOf<{ apiKey: string }>(await client.sandbox('POST', '/session')).apiKey;
    const [idle, busy] = [await open(), await open()];
    const material = await client.upload(video);
    api.engine.setRunMs(60_000);
    const started = await client.run({ material }, { key: busy, headers: { Prefer: 'respond-async' } });
    const { id } = dataOf<{ id: string }>(started);
    clock.pass(24 * 3600);
    expectFailure(await client.call('GET', '/v1/me', { key: idle }), 401, 'UNAUTHORIZED');
    await open();
    expect((await api.store.list('keys')).filter(({ kind }) => kind === 'session')).toHaveLength(2);
    await cancelJob(api.store, id, clock.now());
    await vi.waitFor(async () => expect((await api.store.get('jobs', id))?.status).toBe('canceled'));
    await open();
    expect((await api.store.list('keys')).filter(({ kind }) => kind === 'session')).toHaveLength(2);
  });

  it('opens the window of the rate limit again after a minute', async () => {
    const clock = clockAt();
    const { client } = await start({ clock });
    await client.sandbox('PUT', '/caps', { requestsPerMinute: 1 });
    expect((await client.call('GET', '/v1/me')).status).toBe(200);
    clock.pass(20);
    const refused = await client.call('GET', '/v1/me');
    expect(refused.headers.get('Retry-After')).toBe('40');
    clock.pass(40);
    expect((await client.call('GET', '/v1/me')).status).toBe(200);
  });

  it('forgets an Idempotency-Key after a day', async () => {
    const clock = clockAt();
    const { client, api } = await start({ clock });
    const post = (purpose: string) =>
      client.call('POST', '/v1/uploads', { body: { purpose }, headers: { 'Idempotency-Key': 'a' } });
    const first = await post('a');
    clock.pass(24 * 3600 - 1);
    expect((await post('a')).text).toBe(first.text);
    clock.pass(1);
    expect((await post('b')).status).toBe(200);
    expect(await api.store.list('replays')).toHaveLength(1);
  });

  it('tells how long a run will take from how long runs took here', async () => {
    const { client, api } = await start();
    const eta = async (query: string): Promise<number> =>
      dataOf<{ etaSeconds: number }>(await client.call('GET', `/v1/estimate?recipeId=remove-background${query}`))
        .etaSeconds;
    expect(await eta('')).toBe(60);
    await api.store.transact((transaction) =>
      transaction.put('measurements', {
        id: 'remove-background:fast',
        secondsPerSecond: 0.5,
        secondsPerRun: 7.2,
        runs: 3,
      }),
    );
    expect([await eta(''), await eta('&quality=fast'), await eta('&quality=fast&durationSeconds=30')]).toEqual([
      60, 8, 15,
    ]);
  });
});

describe('models', () => {
  it('chooses the best one for the subject, and says when there is none', async () => {
    const models = [{ ...personModel, id: 'object-model', subject: 'object' as const }, personModel];
    const { client } = await start({ models });
    const material = await client.upload(video);
    const run = (subject: string) => client.run({ material, subject });
    expect(dataOf(await run('auto'))).toMatchObject({ model: 'person-model' });
    expect(dataOf(await run('object'))).toMatchObject({ model: 'object-model' });
    await api?.close();
    const bare = await start({ models: [personModel] });
    const refused = await bare.client.run({ material: await bare.client.upload(video), subject: 'object' });
    expectFailure(refused, 400, 'VALIDATION_FAILED');
    expect(refused.body.message).toContain('no model that cuts out objects is installed');
  });
});

describe('the sandbox', () => {
  it('is not for navigations', async () => {
    const { client } = await start();
    const url = `${client.target.baseUrl}sandbox/v1/account`;
    const request = new Request(url);
    Object.defineProperty(request, 'mode', { value: 'navigate' });
    const { createApi } = await import('./api.ts');
    const { store, bell } = await start().then(({ api }) => api);
    const handle = createApi({
      store,
      bell,
      clock: { now: () => Date.now() },
      base: new URL(client.target.baseUrl),
      models: async () => [],
      hasEngine: async () => true,
      fetchMaterial: fetch,
    });
    expectFailure(await read(await handle(request)), 403, 'FORBIDDEN');
  });

  it('says whether an API key was ever made, and starts anew', async () => {
    const { client, api } = await start();
    const isFirst = async (): Promise<boolean> =>
      dataOf<{ isFirst: boolean }>(await client.sandbox('POST', '/session')).isFirst;
    expect(await isFirst()).toBe(false);
    await client.upload(video);
    await client.sandbox('PUT', '/credits', { credits: 3 });
    dataOf(await client.sandbox('POST', '/reset'));
    expect(await isFirst()).toBe(true);
    expect(dataOf(await client.sandbox('GET', '/account'))).toMatchObject({
      creditsRemaining: 500,
      storage: { files: 0, usedBytes: 0 },
    });
    expect(await api.store.bytes.list()).toEqual([]);
    expectFailure(await client.call('GET', '/v1/me'), 401, 'UNAUTHORIZED');
  });

  it('keeps keys as their hash alone', async () => {
    const { client, api } = await start();
    expect(JSON.stringify(await api.store.list('keys'))).not.toContain(client.target.apiKey);
    expect(client.target.apiKey).toMatch(/^vk_[\w-]{32}$/);
  });
});
