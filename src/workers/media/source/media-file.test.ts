import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AddressFile, toFile } from './media-file.ts';
import { IndexBox } from './index-box.ts';
import { checkSampleTables } from './sample-tables.ts';

const clip = new URL('../../../../test/fixtures/sample/short.mp4', import.meta.url);
let server: Server;
let address: string;
let bytes: Buffer;

beforeAll(async () => {
  bytes = await readFile(clip);
  server = createServer((request, response) => {
    if (request.url !== '/clip.mp4') {
      const isThere = request.url === '/deleted.mp4' && request.method === 'HEAD';
      response.writeHead(isThere ? 200 : 404, { 'Content-Length': 9 }).end(isThere ? undefined : 'Not found');
      return;
    }
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, { 'Content-Length': part.length });
    response.end(request.method === 'HEAD' ? undefined : part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

test('ranges of a file at a URL are those of the file itself', async () => {
  const [near, far] = [new Blob([Uint8Array.from(bytes)]), await AddressFile.open(`${address}/clip.mp4`)];
  expect(far.size).toBe(near.size);
  for (const [start, end] of [[], [10], [-100], [5, 50], [-50, -10], [100, 1e9], [60, 50]] as const) {
    const [here, there] = [near.slice(start, end), far.slice(start, end)];
    expect(new Uint8Array(await there.arrayBuffer())).toEqual(new Uint8Array(await here.arrayBuffer()));
  }
  expect((await toFile(far)).size).toBe(near.size);
});

test('the index of a file at a URL is read and checked', async () => {
  const far = await AddressFile.open(`${address}/clip.mp4`);
  await expect(checkSampleTables(far)).resolves.toBeUndefined();
  expect((await IndexBox.read(far)).isEncrypted).toBe(false);
});

test('a missing file is reported', async () => {
  await expect(AddressFile.open(`${address}/none.mp4`)).rejects.toMatchObject({ code: 'MATERIAL_NOT_FOUND' });
});

test('a file that is deleted while open returns no bytes of an error page', async () => {
  const far = await AddressFile.open(`${address}/deleted.mp4`);
  await expect(far.slice(0, 10).arrayBuffer()).rejects.toMatchObject({ code: 'MATERIAL_NOT_FOUND' });
  await expect(toFile(far)).rejects.toMatchObject({ code: 'MATERIAL_NOT_FOUND' });
});
