import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import { getData, expectFailure, type Client } from '#conformance/client.ts';
import { openNodeApi } from '../../test/support/node-api.ts';

let client: Client;
beforeEach(async () => {
  ({ client } = await openNodeApi());
});

const body = JSON.stringify({ title: 'Película' });
const post = (bytes: Buffer | string, headers: Record<string, string>) =>
  client.call('POST', '/v1/canvases', {
    body: new Uint8Array(Buffer.from(bytes)),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

it.each([
  ['gzip', gzipSync(body)],
  ['X-GZIP', gzipSync(body)],
  ['deflate', deflateSync(body)],
  ['gzip, gzip', gzipSync(gzipSync(body))],
  ['identity', Buffer.from(body)],
])('a body in %s is decoded', async (coding, bytes) => {
  expect(getData(await post(bytes, { 'Content-Encoding': coding }))).toMatchObject({ document: { title: 'Película' } });
});

it('brotli is decoded if the platform supports it, or else refused', async () => {
  const reply = await post(brotliCompressSync(body), { 'Content-Encoding': 'br' });
  expect([201, 200, 415]).toContain(reply.status);
});

it.each(['zstd', 'nonsense', 'gzip, zstd', 'gzip, gzip, gzip'])('a body in %s is refused', async (coding) => {
  expectFailure(await post(gzipSync(body), { 'Content-Encoding': coding }), 415, 'UNSUPPORTED_MEDIA');
});

it('bytes that are not gzip are refused', async () => {
  expectFailure(await post(body, { 'Content-Encoding': 'gzip' }), 400, 'VALIDATION_FAILED');
  expectFailure(await post(gzipSync(body).subarray(0, 20), { 'Content-Encoding': 'gzip' }), 400, 'VALIDATION_FAILED');
});

it('the size limit applies to the decompressed bytes', async () => {
  const bomb = gzipSync(gzipSync(Buffer.alloc(64 * 1024 ** 2, ' ')));
  expect(bomb.byteLength).toBeLessThan(2000);
  const reply = await post(bomb, { 'Content-Encoding': 'gzip, gzip' });
  expectFailure(reply, 400, 'VALIDATION_FAILED');
  expect(reply.text).toContain('The body is larger than');
});

it.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8', 'us-ascii', '""'])('charset %s is read as UTF-8', async (charset) => {
  getData(await post(body, { 'Content-Type': `application/json; charset=${charset}` }));
});

it.each(['utf-16', 'latin1', 'ISO-8859-1', '"nonsense"'])('charset %s is refused', async (charset) => {
  const reply = await post(body, { 'Content-Type': `application/json; charset=${charset}` });
  expectFailure(reply, 415, 'UNSUPPORTED_MEDIA');
});
