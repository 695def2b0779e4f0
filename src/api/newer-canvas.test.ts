import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { getData, expectFailure } from '#conformance/client.ts';
import { openNodeApi } from '../../test/support/node-api.ts';

const video = new Uint8Array(await readFile(new URL('../../test/fixtures/sample/short.mp4', import.meta.url)));

/** The API with a canvas that a newer version of Offcut created from `material`, and a canvas of this version. */
async function open() {
  const { api, client } = await openNodeApi();
  const material = await client.upload(video);
  const own = getData<{ id: string }>(await client.call('POST', '/v1/canvases', { body: { title: 'Own' } }));
  const document = { version: 99, title: 'Newer', scenes: [{ clips: [{ of: material }] }] };
  const row = { id: 'cnv_newer', jobId: null, revision: 3, document, createdAt: 1, updatedAt: 2 };
  await api.emulator.store.transact(['canvases'], (transaction) => transaction.put('canvases', row));
  return { api, client, material, own };
}

it('a canvas of a newer version is listed with the reason why it cannot be opened, and does not affect other canvases', async () => {
  const { client, own } = await open();
  const listed = getData<object[]>(await client.call('GET', '/v1/canvases'));
  expect(listed).toEqual([
    expect.objectContaining({ id: own.id, title: 'Own', width: expect.any(Number) as number }),
    expect.objectContaining({
      id: 'cnv_newer',
      title: 'Newer',
      revision: 3,
      fault: expect.stringMatching(/has version 99, .* reload the page/) as string,
    }),
  ]);
  const refused = await client.call('GET', '/v1/canvases/cnv_newer');
  expectFailure(refused, 400, 'VALIDATION_FAILED');
  expectFailure(await client.call('GET', '/v1/canvases/cnv_newer/frame?atSeconds=0'), 400, 'VALIDATION_FAILED');
});

it('a material of such a canvas is only removed from the list when it is deleted, and other materials are deleted as usual', async () => {
  const { api, client, material } = await open();
  const other = await client.upload(new Uint8Array([...video, 0]));
  const getKind = async (id: string) => (await api.emulator.store.get('assets', id))?.kind;
  for (const id of [material, other]) {
    getData(await client.call('DELETE', `/v1/materials/${id}`));
  }
  expect(await getKind(material)).toBe('kept');
  expect(await getKind(other)).toBeUndefined();
  getData(await client.call('DELETE', '/v1/canvases/cnv_newer'));
  expect(await getKind(material)).toBeUndefined();
});
