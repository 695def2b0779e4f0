import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { makeZip } from 'client-zip';
import { beforeEach, expect, test } from 'vitest';
import { assemble } from '#core/timeline/assemble.ts';
import { getData, expectFailure, read, toForm, type Client, type Reply } from '#conformance/client.ts';
import { openNodeApi, type NodeApi } from '../support/node-api.ts';

const size = { width: 320, height: 180, durationSeconds: 1, frameRate: 30 };
const video = new Uint8Array(await readFile(new URL('../fixtures/sample/short.mp4', import.meta.url)));
const other = new Uint8Array(await readFile(new URL('../fixtures/sample/empty.mp4', import.meta.url)));
const text = new TextEncoder().encode('not a video');

let api: NodeApi;
let client: Client;

beforeEach(async () => {
  ({ api, client } = await openNodeApi());
});

type Medium = { id: string; path?: string; bytes: Uint8Array<ArrayBuffer>; sha256?: string };

/** A project with these media, one after the other, as a user or a program could have created it. */
async function makeProject(media: readonly Medium[], change: object = {}): Promise<Uint8Array<ArrayBuffer>> {
  const clips = media.map(({ id }) => ({ assetId: id, name: 'clip', kind: 'video' as const, ...size }));
  const assets = media.map(({ id, path = `media/${id}.mp4`, bytes, sha256 = getHash(bytes) }) => {
    return { id, path, name: 'clip.mp4', bytes: bytes.byteLength, sha256 };
  });
  const project = { format: 'offcut-project', version: 1, document: assemble('Trip', clips), assets, ...change };
  const files = [
    ...media.map(({ id, bytes }) => ({ name: `media/${id}.mp4`, input: bytes })),
    { name: 'project.json', input: JSON.stringify(project) },
  ];
  return new Uint8Array(await new Response(makeZip(files)).arrayBuffer());
}

const getHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const send = async (zip: Uint8Array<ArrayBuffer>): Promise<Reply> =>
  read(await client.send('POST', '/v1/canvases', { body: toForm(zip, 'trip.zip') }));

type Canvas = { document: { tracks: { items: { assetId: string }[] }[] } };

test('imports media as materials, with a kind by their content, and replaces their names in the document', async () => {
  const canvas = getData<Canvas>(
    await send(
      await makeProject([
        { id: 'a', bytes: video },
        { id: 'b', bytes: other },
      ]),
    ),
  );
  const named = canvas.document.tracks[0]?.items.map(({ assetId }) => assetId);
  const materials = getData<{ material: string }[]>(await client.call('GET', '/v1/materials'));
  expect(materials.map(({ material }) => material).toSorted()).toEqual(named?.toSorted());
});

test('keeps the names of missing media, as gaps', async () => {
  const zip = await makeProject([{ id: 'mat_gone', bytes: video }], { assets: [] });
  const canvas = getData<Canvas>(await send(zip));
  expect(canvas.document.tracks[0]?.items[0]?.assetId).toBe('mat_gone');
});

test.each([
  [
    'a hash that is another',
    [{ id: 'b', bytes: other, sha256: '0'.repeat(64) }],
    {},
    400,
    'project.json.assets.1.sha256',
  ],
  ['a file that is missing', [{ id: 'b', path: 'media/none.mp4', bytes: other }], {}, 400, 'project.json.assets.1'],
  ['a path out of the ZIP', [{ id: 'b', path: '../../etc/passwd', bytes: other }], {}, 400, 'project.json.assets.1'],
  ['a document that does not fit', [], { document: { version: 2 } }, 400, 'project.json.document.title'],
  ['a document of a newer version', [], { document: { version: 3 } }, 400, 'project.json.document.version'],
  ['another format', [], { format: 'other' }, 400, 'project.json.format'],
])('refuses a project with %s at its path, and leaves nothing', async (_, more, change, status, path) => {
  const reply = await send(await makeProject([{ id: 'a', bytes: video }, ...more], change));
  expectFailure(reply, status, 'VALIDATION_FAILED');
  expect(reply.body.details).toContainEqual(expect.objectContaining({ path }));
  expect(await left()).toEqual([[], [], []]);
});

test('refuses a file in a project that is not a media file like an upload, and leaves nothing', async () => {
  const reply = await send(
    await makeProject([
      { id: 'a', bytes: video },
      { id: 'b', bytes: text },
    ]),
  );
  expectFailure(reply, 415, 'UNSUPPORTED_MEDIA');
  expect(await left()).toEqual([[], [], []]);
});

test('refuses a project that exceeds the cap of the account, and leaves nothing', async () => {
  await client.sandbox('PUT', '/caps', { maxStorageBytes: video.byteLength + 10 });
  const reply = await send(
    await makeProject([
      { id: 'a', bytes: video },
      { id: 'b', bytes: other },
    ]),
  );
  expectFailure(reply, 507, 'STORAGE_FULL');
  expect(await left()).toEqual([[], [], []]);
});

test('reports a canvas of a material that no tab can read', async () => {
  api.emulator.stop();
  const material = await client.upload();
  const reply = await client.call('POST', '/v1/canvases', { body: { materials: [material] } });
  expectFailure(reply, 503, 'ENGINE_UNAVAILABLE');
});

const left = async (): Promise<unknown[]> =>
  Promise.all([
    api.emulator.store.list('assets'),
    api.emulator.store.list('canvases'),
    api.emulator.store.bytes.list(),
  ]);
