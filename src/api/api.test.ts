import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatBytes } from '#core/format-bytes.ts';
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
  type Reply,
} from '../../test/conformance/contract/client.ts';
import { personModel, startNodeApi, type NodeApi } from '../../test/support/node-api.ts';
import { isApiPath } from './api.ts';

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
    await api.store.transact(['account'], async (transaction) => {
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

  it('keep to the cap together, also when they come at once', async () => {
    const { client, api } = await start();
    await client.sandbox('PUT', '/caps', { maxStorageBytes: 1.5 * video.byteLength });
    const other = video.slice();
    other[other.length - 1] = 1 - (other[other.length - 1] ?? 0);
    const tickets = [await client.newTicket(), await client.newTicket()];
    const replies = await Promise.all(
      [video, other].map((bytes, i) => client.fill(tickets[i] ?? '', toForm(bytes, 'a.mp4'))),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 507]));
    expect(await api.store.bytes.list()).toHaveLength(1);
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

describe('an upload that takes long', () => {
  it('is answered before the browser ends it, and has its outcome in the body', async () => {
    const { client } = await start({ timing: { outcomeMs: 60, heartbeatMs: 20 } });
    const slowly = async (bytes: Uint8Array): Promise<Reply> => {
      const pieces = [bytes.subarray(0, 9000), bytes.subarray(9000), '\r\n--b--\r\n'];
      const body = new ReadableStream<Uint8Array>({
        start: (to) => to.enqueue(Buffer.from('--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n')),
        pull: async (to) => {
          await new Promise((resolve) => setTimeout(resolve, 60));
          const piece = pieces.shift();
          return piece === undefined ? to.close() : to.enqueue(Buffer.from(piece));
        },
      });
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half', headers };
      const ticket = await client.newTicket();
      return read(await client.target.fetch(`${client.target.baseUrl}v1/uploads/${ticket}/file`, init));
    };
    const reply = await slowly(video);
    expect(reply.status).toBe(200);
    expect(reply.text).toMatch(/^ {2,}\{/);
    expect(dataOf(reply)).toMatchObject({ status: 'uploaded', bytes: video.byteLength });
    await client.sandbox('PUT', '/caps', { maxFileBytes: 20_000 });
    expect((await slowly(video)).body).toMatchObject({ success: false, errorCode: 'FILE_TOO_LARGE' });
  });
});

describe('events', () => {
  const begin = async () => {
    const started = await start();
    started.api.engine.setRunMs(60_000);
    const material = await started.client.upload(video);
    const answer = await started.client.run({ material }, { headers: { Prefer: 'respond-async' } });
    return { ...started, id: dataOf<{ id: string }>(answer).id };
  };

  it('stop being made when their reader goes away, also of a job that does not change', async () => {
    const { client, api, id } = await begin();
    const bell = { ...api.bell };
    let ears = 0;
    vi.spyOn(api.bell, 'listen').mockImplementation((hear) => {
      ears += 1;
      const deafen = bell.listen(hear);
      return () => {
        ears -= 1;
        deafen();
      };
    });
    await api.engine.stop();
    const response = await client.send('GET', `/v1/jobs/${id}/events`);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    expect(ears).toBe(1);
    void reader?.cancel();
    await vi.waitFor(() => expect(ears).toBe(0));
  });

  it('end when the world is reset', async () => {
    const { client, api, id } = await begin();
    const response = await client.send('GET', `/v1/jobs/${id}/events`);
    await api.engine.stop();
    await api.store.clear();
    expect(await response.text()).toMatch(/event: end\ndata: \{\}\n\n$/);
  });

  it('are not piled up for a reader that does not read: it gets the newest state when it goes on', async () => {
    const { client, api } = await start();
    api.engine.setRunMs(500);
    const material = await client.upload(video);
    const { id } = dataOf<{ id: string }>(await client.run({ material }, { headers: { Prefer: 'respond-async' } }));
    const response = await client.send('GET', `/v1/jobs/${id}/events`);
    await vi.waitFor(async () => expect((await api.store.get('jobs', id))?.status).toBe('completed'), 3000);
    const text = await response.text();
    expect(text.match(/event: job/g)?.length).toBeLessThan(4);
    expect(text).toContain('"status":"completed"');
    expect(text).toMatch(/event: end\ndata: \{\}\n\n$/);
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

describe('a run that begins while an identical call is being looked at', () => {
  it('is joined, and not taken for another one', async () => {
    const memory = createMemoryStore();
    let meanwhile: (() => Promise<unknown>) | undefined;
    const store: Store = {
      ...memory,
      list: async (table, match) => {
        const rows = await memory.list(table, match);
        if (match?.index === 'fingerprint') {
          const begin = meanwhile;
          meanwhile = undefined;
          await begin?.();
        }
        return rows;
      },
    };
    const { client } = await start({ store });
    const material = await client.upload(video);
    const later = { headers: { Prefer: 'respond-async' } };
    let first: unknown;
    meanwhile = async () => {
      first = dataOf(await client.run({ material }, later));
    };
    const second = dataOf<{ id: string }>(await client.run({ material }, later));
    expect(first).toMatchObject({ id: second.id });
  });
});

describe('a run that is being canceled', () => {
  it('is not joined by an identical call', async () => {
    const { client, api } = await start();
    const material = await client.upload(video);
    api.engine.setRunMs(60_000);
    const { id } = dataOf<{ id: string }>(await client.run({ material }, { headers: { Prefer: 'respond-async' } }));
    await vi.waitFor(async () => expect((await api.store.get('jobs', id))?.status).toBe('running'));
    // As when the tab is closed in the very moment: nobody is there to see the wish.
    await api.engine.stop();
    expect(await cancelJob(api.store, id, Date.now())).toMatchObject({ status: 'running', isCancelRequested: true });
    expectFailure(await client.run({ material }), 409, 'IN_FLIGHT');
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
      manifest: [],
      deployedFiles: async () => [],
      hasEngine: async () => true,
      fetchOutside: fetch,
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
