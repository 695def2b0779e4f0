import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { ApiClient, readEnvelope } from './api-client.ts';

let server: Server;
let api: ApiClient;
let seen: { url: string; key: string | undefined }[] = [];

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    seen.push({ url: request.url ?? '', key: request.headers.authorization });
    response.end('  \n {"success":true,"data":{"n":1}}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  api = new ApiClient(`http://127.0.0.1:${port}`, 'vk_1');
});

afterEach(() => {
  server.close();
});

it('reads a response that starts with white space, and sends the key', async () => {
  expect(await api.call('/v1/me', z.object({ n: z.number() }))).toEqual({ n: 1 });
  expect(seen).toEqual([{ url: '/v1/me', key: 'Bearer vk_1' }]);
});

it('sends no key with a file upload to a ticket', async () => {
  await api.call('/v1/uploads/tkt_1/file', z.unknown(), { method: 'POST', form: new FormData() });
  expect(seen).toEqual([{ url: '/v1/uploads/tkt_1/file', key: undefined }]);
});

it('throws the error of the API, with its message', () => {
  const text = '{"success":false,"errorCode":"UNSUPPORTED_MEDIA","message":"It is a text.","retryable":false}';
  expect(() => readEnvelope(text)).toThrow(
    expect.objectContaining({ code: 'UNSUPPORTED_MEDIA', message: 'UNSUPPORTED_MEDIA: It is a text.' }),
  );
});

it.each(['', '   ', '{"success":tr', 'null'])('refuses "%s" as a response', (text) => {
  expect(() => readEnvelope(text)).toThrow('not a valid envelope');
});
