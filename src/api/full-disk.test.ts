import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { createClient, getData, type Client } from '#conformance/client.ts';
import { startNodeApi, type NodeApi } from '../../test/support/node-api.ts';

const video = new URL('../../test/fixtures/sample/short.mp4', import.meta.url);

let api: NodeApi;
let client: Client;

beforeEach(async () => {
  api = await startNodeApi();
  client = createClient(api);
});
afterEach(() => api.close());

/** Makes all later writes of key rows fail. */
function refuseKeys(thrown: Error): void {
  const transact = api.emulator.store.transact.bind(api.emulator.store);
  vi.spyOn(api.emulator.store, 'transact').mockImplementation(async (tables, work) => {
    if (tables[0] === 'keys') {
      throw thrown;
    }
    return transact(tables, work);
  });
}

it('authorises requests that read even if it cannot record the use of the key', async () => {
  refuseKeys(new Failure('STORAGE_FULL'));
  expect(getData(await client.call('GET', '/v1/materials'))).toEqual([]);
});

it('opens a session for a page even if its row cannot be written, so that the page can delete files', async () => {
  const material = await client.upload(new Uint8Array(await readFile(video)));
  refuseKeys(new Failure('STORAGE_FULL'));
  const { apiKey } = getData<{ apiKey: string }>(await client.sandbox('POST', '/session', {}));
  const key = { key: apiKey };
  expect(getData(await client.call('GET', '/v1/materials', key))).toHaveLength(1);
  expect(getData(await client.call('DELETE', `/v1/materials/${material}`, key))).toMatchObject({ deleted: true });
});

it('books a run on such a session once there is space again', async () => {
  const material = await client.upload(new Uint8Array(await readFile(video)));
  refuseKeys(new Failure('STORAGE_FULL'));
  const { apiKey } = getData<{ apiKey: string }>(await client.sandbox('POST', '/session', {}));
  vi.restoreAllMocks();
  expect(getData(await client.run(client.freshInput(material), { key: apiKey }))).toMatchObject({ cached: false });
  expect(await api.emulator.store.list('keys')).toContainEqual(expect.objectContaining({ kind: 'session' }));
});

it('opens no session if writing its row fails for another reason', async () => {
  refuseKeys(new Failure('INTERNAL'));
  await expect(client.sandbox('POST', '/session', {})).rejects.toThrow('INTERNA');
});
