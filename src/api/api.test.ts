import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatBytes } from '#core/lib/format-bytes.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import { getData, expectFailure, read, toForm } from '#conformance/client.ts';
import { openNodeApi } from '../../test/support/node-api.ts';
import { createApi, isApiPath } from './api.ts';

const video = new Uint8Array(await readFile(new URL('../../test/fixtures/sample/short.mp4', import.meta.url)));

afterEach(() => void vi.restoreAllMocks());

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
    ['api/mcp', true],
    ['api/mcp/elsewhere', false],
    ['v1x/me', false],
    ['workspace/v1/', false],
    ['sandbox', false],
    ['../v1/me', false],
    ['https://elsewhere.test/some/folder/v1/me', false],
  ])('the path %s belongs to the API: %s', (path, isForApi) => {
    expect(isApiPath(new URL(path, base), base)).toBe(isForApi);
  });
});

describe('a defect', () => {
  it('is logged once and hidden from the caller', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const memory = createMemoryStore();
    let isBroken = false;
    const store: Store = {
      ...memory,
      list: async (table, match) => {
        if (table === 'jobs' && isBroken) {
          throw new RangeError('secret detail');
        }
        return memory.list(table, match);
      },
    };
    const { client, api } = await openNodeApi({ store });
    api.emulator.stop();
    isBroken = true;
    const reply = await client.call('GET', '/v1/jobs');
    expectFailure(reply, 500, 'INTERNAL');
    expect(reply.text).not.toContain('secret');
    expect(log).toHaveBeenCalledTimes(1);
    expect(log.mock.calls[0]?.[0]).toMatchObject({ message: 'secret detail' });
  });

  it('from a full disk is reported as STORAGE_FULL', async () => {
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
    const { client } = await openNodeApi({ store: { ...memory, bytes } });
    const reply = await client.fill(await client.newTicket(), toForm(video, 'a.mp4'));
    expectFailure(reply, 507, 'STORAGE_FULL');
    expect(reply.body.message).toContain(`needs at least ${formatBytes(video.byteLength)} of storage`);
  });

  it('from a full disk frees storage for a canvas, for every kind of change', async () => {
    const memory = createMemoryStore();
    const transact: Store['transact'] = (tables, work) =>
      memory.transact(tables, async (transaction) => {
        if (tables.some((table) => table === 'versions') && (await memory.list('checkpoints')).length > 0) {
          throw new DOMException('no room', 'QuotaExceededError');
        }
        return work(transaction);
      });
    const { client } = await openNodeApi({ store: { ...memory, transact } });
    const { id, document } = getData<{ id: string; document: object }>(
      await client.call('POST', '/v1/canvases', { body: { title: 'Trip' } }),
    );
    const path = `/v1/canvases/${id}`;
    const edits = [{ type: 'set-canvas', title: 'Journey' }];
    const changes = [
      ['PUT', path, { revision: 1, document }],
      ['POST', `${path}/edits`, { revision: 2, edits }],
      ['POST', `${path}/versions/1/restore`, {}],
    ] as const;
    for (const [method, at, body] of changes) {
      await memory.transact(['checkpoints'], (rows) => rows.put('checkpoints', { id: 'job', workedMs: 0, steps: [] }));
      expect(await client.call(method, at, { body })).toMatchObject({ status: 200 });
    }
  });
});

describe('the sandbox', () => {
  it('refuses navigations', async () => {
    const { client, api } = await openNodeApi();
    const url = `${client.target.baseUrl}sandbox/v1/account`;
    const request = new Request(url);
    Object.defineProperty(request, 'mode', { value: 'navigate' });
    const handle = createApi({
      store: api.emulator.store,
      bell: api.emulator.bell,
      lab: api.emulator.lab,
      base: new URL(client.target.baseUrl),
      manifest: [],
      deployedFiles: async () => [],
      hasEngine: async () => true,
      fetchOutside: fetch,
    });
    expectFailure(await read(await handle(request)), 403, 'FORBIDDEN');
  });

  it('reports whether an API key was ever created, and is empty after a reset', async () => {
    const { client, api } = await openNodeApi();
    const isFirst = async (): Promise<boolean> =>
      getData<{ isFirst: boolean }>(await client.sandbox('POST', '/session')).isFirst;
    expect(await isFirst()).toBe(false);
    await client.upload(video);
    await client.sandbox('PUT', '/credits', { credits: 3 });
    getData(await client.sandbox('POST', '/reset'));
    expect(await isFirst()).toBe(true);
    expect(getData(await client.sandbox('GET', '/account'))).toMatchObject({
      creditsRemaining: 500,
      storage: { files: 0, usedBytes: 0 },
    });
    expect(await api.emulator.store.bytes.list()).toEqual([]);
    expectFailure(await client.call('GET', '/v1/me'), 401, 'UNAUTHORIZED');
  });

  it('stores only the hashes of keys', async () => {
    const { client, api } = await openNodeApi();
    expect(JSON.stringify(await api.emulator.store.list('keys'))).not.toContain(client.target.apiKey);
    expect(client.target.apiKey).toMatch(/^vk_[\w-]{32}$/);
  });
});
