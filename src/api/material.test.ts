import { readFile } from 'node:fs/promises';
import { http, HttpResponse, delay } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createClient, getData, expectFailure, type Client, type Reply } from '#conformance/client.ts';
import { startNodeApi, type NodeApi } from '../../test/support/node-api.ts';

/** Materials at URLs of other sites, which msw serves. */
const video = new Uint8Array(await readFile(new URL('../../test/fixtures/sample/short.mp4', import.meta.url)));
const site = 'https://videos.test';
const gif = new Uint8Array(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
const seen: Request[] = [];
const asVideo = { headers: { 'Content-Type': 'application/octet-stream' } };

const server = setupServer(
  http.all(`${site}/*`, ({ request }) => {
    seen.push(request.clone());
  }),
  http.get(`${site}/clip.mp4`, () => HttpResponse.arrayBuffer(video.buffer, asVideo)),
  http.get(`${site}/a%20b/named%20clip.mov`, () => HttpResponse.arrayBuffer(video.buffer, asVideo)),
  http.get(`${site}/moved.mp4`, () => HttpResponse.redirect(`${site}/clip.mp4`, 302)),
  http.get(`${site}/secret/:file`, () => HttpResponse.arrayBuffer(video.buffer, asVideo)),
  http.get(`${site}/gone/:file`, () => HttpResponse.text('gone', { status: 404 })),
  http.get(`${site}/gone.mp4`, () => HttpResponse.text('gone', { status: 404 })),
  http.all(`${site}/dead.mp4`, () => HttpResponse.error()),
  http.get(`${site}/closed.mp4`, () => HttpResponse.error()),
  http.head(`${site}/closed.mp4`, () => new HttpResponse(null)),
  http.get(`${site}/page.mp4`, () => HttpResponse.html('<!doctype html><title>Sign in</title>')),
  http.get(`${site}/still`, () => HttpResponse.arrayBuffer(gif.buffer, asVideo)),
  http.get(`${site}/broken.mp4`, () => new HttpResponse(toStream(video.subarray(0, 9000), 'break'), asVideo)),
  http.get(`${site}/stalled.mp4`, () => new HttpResponse(toStream(video.subarray(0, 9000), 'stall'), asVideo)),
  http.get(`${site}/slow.mp4`, async () => {
    await delay(100);
    return HttpResponse.arrayBuffer(video.buffer, asVideo);
  }),
  http.get('https://offcut.test/sample/presenter.mp4', () => HttpResponse.arrayBuffer(video.buffer, asVideo)),
);

function toStream(bytes: Uint8Array, ending: 'break' | 'stall'): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(bytes);
    },
    pull: (controller) =>
      ending === 'break' ? controller.error(new Error('connection lost')) : new Promise(() => undefined),
  });
}

let api: NodeApi;
let client: Client;
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => open());
afterEach(() => api.close());
afterAll(() => server.close());

async function open(timing: { stallMs?: number } = {}): Promise<void> {
  api = await startNodeApi({ timing });
  client = createClient(api);
  seen.length = 0;
}

const run = (path: string, more: object = {}): Promise<Reply> => client.run({ material: `${site}${path}`, ...more });
const materials = async (): Promise<
  { name: string; sourceUrl?: string; bytes: number; mimeType: string; material: string }[]
> => getData(await client.call('GET', '/v1/materials'));

it('fetches a URL once, without credentials, and stores the file', async () => {
  expect(getData(await run('/clip.mp4'))).toMatchObject({ cached: false });
  expect(getData(await run('/clip.mp4#t=10'))).toMatchObject({ cached: true });
  expect(getData(await run('/clip.mp4', { quality: 'fast' }))).toMatchObject({ cached: false });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'follow' });
  expect(await materials()).toMatchObject([
    { name: 'clip.mp4', sourceUrl: `${site}/clip.mp4`, bytes: video.byteLength, mimeType: 'video/mp4' },
  ]);
});

it('treats equal bytes as the same run and the same file, whatever their URLs', async () => {
  const first = getData<{ envelopeId: string }>(await run('/clip.mp4'));
  expect(getData(await run('/moved.mp4'))).toMatchObject({ envelopeId: first.envelopeId, cached: true });
  const uploaded = await client.upload(video);
  expect(getData(await client.run({ material: uploaded }))).toMatchObject({
    envelopeId: first.envelopeId,
    cached: true,
  });
  expect(await materials()).toHaveLength(3);
  const files = async (): Promise<number> => (await api.emulator.store.bytes.list()).length;
  expect(await files()).toBe(2);
  for (const { material } of await materials()) {
    expect(await files()).toBe(2);
    getData(await client.call('DELETE', `/v1/materials/${material}`));
  }
  // The canvas of the result still names the material.
  expect(await files()).toBe(2);
  getData(await client.call('DELETE', `/v1/jobs/${first.envelopeId}`));
  expect(await files()).toBe(0);
});

it('stores no secret of a signed URL with the material or the job, and recognises the URL again', async () => {
  const signed = '/clip.mp4?part=2&X-Amz-Signature=5d672d79c15b13162d9279b0855cfba6&token=s3cret&policy=a+b';
  const first = getData<{ envelopeId: string }>(await run(signed));
  const [kept] = await materials();
  expect(kept?.sourceUrl).toMatch(
    /clip\.mp4\?part=2&X-Amz-Signature=hidden-[0-9a-f]{10}&token=hidden-[0-9a-f]{10}&policy=hidden-[0-9a-f]{10}$/,
  );
  const everything = JSON.stringify([
    await api.emulator.store.list('assets'),
    await api.emulator.store.list('jobs'),
    await api.emulator.store.list('replays'),
    await client.call('GET', `/v1/jobs/${first.envelopeId}`),
  ]);
  expect(everything).not.toMatch(/5d672d79|s3cret/);
  expect(getData(await run(signed))).toMatchObject({ cached: true });
  expect(getData(await client.run({ material: kept?.sourceUrl }))).toMatchObject({ cached: true });
  expect(seen).toHaveLength(1);
  // Another part is another file, and another token may lead to another file.
  await run('/clip.mp4?part=3&token=s3cret');
  await run('/clip.mp4?part=3&token=other');
  expect(seen).toHaveLength(3);
});

it('sends no request for a URL without its stored secrets after its material was deleted', async () => {
  const { body } = await run('/clip.mp4?token=hidden-0123456789');
  expect(body).toMatchObject({ errorCode: 'MATERIAL_NOT_FOUND', message: expect.stringContaining('whole URL') });
  expect(seen).toEqual([]);
});

it('stores no secret of a path, not even as the name of the material', async () => {
  const secret = '9f86d081884c7d659a2feaa0c55ad015';
  await run(`/secret/${secret}.mp4`);
  const kept = await materials();
  expect(kept).toMatchObject([{ name: 'video.mp4' }]);
  expect(JSON.stringify([kept, await api.emulator.store.list('jobs')])).not.toContain(secret);
  const { body } = await run(`/gone/${secret}`);
  expect(JSON.stringify(body)).not.toContain(secret);
});

it('reports no secret if a signed URL cannot be read', async () => {
  const { body } = await run('/gone.mp4?token=s3cret');
  expect(JSON.stringify(body)).not.toContain('s3cret');
});

it('shares one fetch among calls at the same time', async () => {
  const replies = await Promise.all(Array.from({ length: 5 }, () => run('/slow.mp4')));
  expect(new Set(replies.map((reply) => getData<{ envelopeId: string }>(reply).envelopeId)).size).toBe(1);
  expect(seen).toHaveLength(1);
  expect(await client.balance()).toBe(490);
});

it('fetches nothing for a call that looked up the file just before another call had fetched it', async () => {
  const list = api.emulator.store.list.bind(api.emulator.store);
  let other: Promise<Reply> | undefined;
  vi.spyOn(api.emulator.store, 'list').mockImplementation(async (table, query) => {
    const rows = await list(table, query);
    if (other === undefined && query?.index === 'sourceUrl') {
      other = run('/clip.mp4');
      await other;
    }
    return rows;
  });
  const { envelopeId } = getData<{ envelopeId: string }>(await run('/clip.mp4'));
  expect(other && getData(await other)).toMatchObject({ envelopeId });
  expect(seen).toHaveLength(1);
});

it.each([
  ['/gone.mp4', 'status', /videos\.test\/gone\.mp4: the site responded with status 404/],
  ['/dead.mp4', 'network', /the site did not respond \(network\)/],
  [
    '/closed.mp4',
    'cors',
    /the site does not allow downloads by other sites \(CORS\)\. Download the file and upload it instead/,
  ],
  ['/broken.mp4', 'network', /the connection was lost/],
])('reports why %s could not be read', expectUnreachable);

it('reports why a response that stalls could not be read', async () => {
  await api.close();
  await open({ stallMs: 500 });
  await expectUnreachable('/stalled.mp4', 'network', /the connection was lost/);
});

async function expectUnreachable(path: string, reason: string, words: RegExp): Promise<void> {
  const { body } = await run(path);
  expect(body).toMatchObject({ errorCode: 'MATERIAL_UNREACHABLE', details: { reason } });
  expect(body.message).toMatch(words);
  await expectNothingKept();
}

it('fetches an image too, and names a file whose URL has no name', async () => {
  await run('/still');
  expect(await materials()).toMatchObject([{ name: 'still', mimeType: 'image/gif', kind: 'picture' }]);
});

it('refuses a file that is not media, is too large, or does not fit into the free storage', async () => {
  const page = await run('/page.mp4');
  expectFailure(page, 415, 'UNSUPPORTED_MEDIA');
  expect(page.body.message).toContain('a web page (HTML)');
  await client.sandbox('PUT', '/caps', { maxFileBytes: 1000 });
  expectFailure(await run('/clip.mp4'), 413, 'FILE_TOO_LARGE');
  await client.sandbox('PUT', '/caps', { maxFileBytes: null, maxStorageBytes: 1000 });
  expectFailure(await run('/clip.mp4'), 507, 'STORAGE_FULL');
  await expectNothingKept();
});

it('names a material by the last segment of its URL', async () => {
  getData(await run('/a%20b/named%20clip.mov'));
  expect(await materials()).toMatchObject([{ name: 'named clip.mov', mimeType: 'video/mp4' }]);
});

it('runs the example of its own description', async () => {
  const openApi = JSON.parse((await client.call('GET', '/api-reference/openapi.json')).text) as {
    paths: Record<string, { post: { requestBody: { content: { 'application/json': { example: object } } } } }>;
  };
  const { example } = openApi.paths['/v1/run/remove-background']?.post.requestBody.content['application/json'] ?? {};
  expect(getData(await client.run(example))).toMatchObject({ status: 'completed' });
});

async function expectNothingKept(): Promise<void> {
  expect(await materials()).toEqual([]);
  expect(await api.emulator.store.bytes.list()).toEqual([]);
  expect((await api.emulator.store.bytes.held()).size).toBe(0);
  expect(await client.balance()).toBe(500);
}

it('starts no run for a key that was revoked during the fetch', async () => {
  const key = await client.newKey({});
  const calling = client.run({ material: `${site}/slow.mp4` }, { key });
  await expect.poll(() => seen.length).toBe(1);
  const keys = getData<{ id: string; name: string }[]>(await client.sandbox('GET', '/keys'));
  await client.sandbox('DELETE', `/keys/${keys.find(({ name }) => name === 'limited')?.id}`);
  expectFailure(await calling, 401, 'UNAUTHORIZED');
  expect(await api.emulator.store.list('jobs')).toEqual([]);
  expect(await client.balance()).toBe(500);
});

it('stores the file of a URL without a run, once, and refuses files that are not media', async () => {
  const keep = (url: string): Promise<Reply> => client.call('POST', '/v1/materials', { body: { url } });
  const kept = getData<{ material: string }>(await keep(`${site}/clip.mp4`));
  expect(kept).toMatchObject({ name: 'clip.mp4', kind: 'video', sourceUrl: `${site}/clip.mp4` });
  // A tab may have inspected the file by then.
  expect(getData(await keep(`${site}/clip.mp4#t=10`))).toMatchObject(kept);
  expect(await materials()).toMatchObject([kept]);
  expect(seen).toHaveLength(1);
  expectFailure(await keep(`${site}/gone.mp4`), 422, 'MATERIAL_UNREACHABLE');
  expectFailure(await keep(kept.material), 400, 'VALIDATION_FAILED');
});

it('lists results with the materials if requested, with the jobs that created them', async () => {
  const { envelopeId } = getData<{ envelopeId: string }>(await run('/clip.mp4'));
  const listed = getData<{ envelopeId?: string; name: string }[]>(
    await client.call('GET', '/v1/materials?include=results'),
  );
  expect(listed.map((each) => each.envelopeId)).toEqual([envelopeId, undefined]);
  expect((await materials()).map(({ name }) => name)).toEqual(['clip.mp4']);
});

it('accepts the URL of a result or material of this site', async () => {
  const { processedVideoUrl } = getData<{ processedVideoUrl: string }>(await run('/clip.mp4'));
  expect(getData(await client.run({ material: processedVideoUrl }))).toMatchObject({ cached: false });
  const gone = await client.run({ material: `${api.baseUrl}media/ast_none.webm` });
  expectFailure(gone, 422, 'MATERIAL_UNREACHABLE');
  expect(gone.body.details).toMatchObject({ reason: 'status', status: 404 });
});
