import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { serviceWorkerHeaders, siteHeaders } from '#core/protocol/security-headers.ts';
import { shippedVariant } from '#test/support/shipped-model.ts';
import { startServer, type RunningServer } from './server.ts';

const { file: weights } = shippedVariant(144);
let root = '';
let server: RunningServer;
let port = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'offcut-server-'));
  const distDir = join(root, 'dist');
  await mkdir(join(distDir, 'assets'), { recursive: true });
  await mkdir(join(root, 'extra'));
  await writeFile(join(root, 'secret.txt'), 'secret');
  await writeFile(join(distDir, 'index.html'), '<!doctype html><head></head><script src="./assets/a.js"></script>');
  await writeFile(join(distDir, 'sw.js'), '1');
  await writeFile(join(distDir, '_headers'), 'x');
  await mkdir(join(distDir, '.well-known', '.git'), { recursive: true });
  await writeFile(join(distDir, '.well-known', 'index.md'), '# Found');
  await writeFile(join(distDir, '.well-known', '.git', 'config'), 'hidden');
  await writeFile(join(distDir, '.env'), 'hidden');
  await writeFile(join(distDir, 'assets', 'main-a1B2_cD.js'), '0123456789');
  await writeFile(join(distDir, 'assets', 'long.js'), 'export const one = 1;\n'.repeat(200));
  await writeFile(join(distDir, 'assets', 'core.wasm'), '');
  await writeFile(join(distDir, 'assets', 'sound.mp4'), Buffer.alloc(5000));
  await copyFile(new URL(`../../../models/${weights}`, import.meta.url), join(root, 'extra', 'other-name.onnx'));
  server = await startServer({ port: 0, distDir, modelsDirs: [join(root, 'extra')] });
  port = new URL(server.baseUrl).port;
});

afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

type Answer = { status: number; headers: IncomingMessage['headers']; bytes: Buffer; text: string };

/** Sends a request with exactly these headers and this path, which `fetch` would change. */
async function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve) => {
    httpRequest({ host: '127.0.0.1', port, path, headers, method }, resolve).end();
  });
  const bytes = Buffer.concat(await response.toArray());
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() };
}

describe('the guard', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1:1', '127.0.0.1.evil.example'])(
    'refuses Host %s',
    async (host) => {
      const answer = await send('/', { Host: host });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.text)).toMatchObject({ success: false, errorCode: 'FORBIDDEN' });
    },
  );

  it.each(['127.0.0.1', 'localhost', '[::1]'])('accepts %s as its host', async (name) => {
    expect((await send('/', { Host: `${name}:${port}` })).status).toBe(200);
  });

  it('applies the same rules to a request target in absolute form', async () => {
    const own = `http://127.0.0.1:${port}`;
    expect((await send(own)).text).toContain('<!doctype html>');
    expect((await send(`${own}/assets/main-a1B2_cD.js`)).text).toBe('0123456789');
    expect((await send(`HTTP://LOCALHOST:${port}/?a`, { Host: `127.0.0.1:${port}` })).status).toBe(200);
    expect(JSON.parse((await send(`${own}/v1/me`)).text)).toMatchObject({ errorCode: 'ENGINE_UNAVAILABLE' });
    expect((await send('http://evil.example/v1/me')).status).toBe(403);
    expect((await send('http://evil.example/v1/me', { Host: `127.0.0.1:${port}` })).status).toBe(403);
    expect((await send(`http://127.0.0.1:${port}@evil.example/`)).status).toBe(403);
    expect((await send(`${own}/v1/me`, { Origin: 'http://evil.example' })).status).toBe(403);
    expect((await send(`https://127.0.0.1:${port}/`)).status).toBe(400);
  });

  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1'])('refuses Origin %s', async (origin) => {
    expect((await send('/v1/me', { Origin: origin })).status).toBe(403);
    expect((await send('/', { Origin: origin })).status).toBe(403);
  });

  it.each([undefined, 'http://evil.example', 'http://localhost'])('refuses a socket with Origin %s', async (origin) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/bridge`, origin === undefined ? {} : { origin });
    await expect(once(socket, 'open')).rejects.toThrow('403');
  });

  it('refuses a socket at another path', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1`, { origin: server.baseUrl });
    await expect(once(socket, 'open')).rejects.toThrow('403');
  });

  it('redirects navigation at another host name to the base URL', async () => {
    const answer = await send('/workspace?a=1', { Host: `localhost:${port}`, 'Sec-Fetch-Mode': 'navigate' });
    expect(answer.status).toBe(307);
    expect(answer.headers.location).toBe(`${server.baseUrl}/workspace?a=1`);
  });
});

describe('without a page', () => {
  it.each(['/v1/me', '/api/mcp/v1/me', '/api/mcp', '/media/a.webm', '/api-reference/openapi.json'])(
    '%s is unavailable, and the message says what to do',
    async (path) => {
      const answer = await send(path);
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBeDefined();
      expect(answer.headers['x-request-id']).toBeDefined();
      expect(JSON.parse(answer.text)).toEqual({
        success: false,
        errorCode: 'ENGINE_UNAVAILABLE',
        message: expect.stringContaining(`Open ${server.baseUrl} in a browser`),
        retryable: true,
      });
    },
  );

  it('the response says when the browser restarts, if that is known', async () => {
    server.setAbsence({ message: 'The headless browser ended too often.', untilMs: Date.now() + 300_000 });
    const answer = await send('/v1/me');
    server.setAbsence(undefined);
    expect(JSON.parse(answer.text)).toMatchObject({
      errorCode: 'ENGINE_UNAVAILABLE',
      message: 'The headless browser ended too often.',
    });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(200);
  });

  it.each([
    '/sandbox/v1/keys',
    '/v1/../sandbox/v1/keys',
    '/v1/%2e%2e/sandbox/v1/keys',
    '/v1\\..\\sandbox/v1/keys',
    '/sandbox',
  ])('%s is closed', async (path) => {
    expect((await send(path)).status).toBe(403);
  });

  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' },
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'video' },
    { 'Sec-Fetch-Site': 'same-origin' },
  ])('the response to a page with %o says that its service worker does not respond', async (headers) => {
    const answer = await send('/v1/me', headers);
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text).message).toContain('service worker');
  });
});

it.each(['M-SEARCH', 'TRACE', 'PROPFIND'])('refuses %s itself, because no page can fetch with it', async (method) => {
  const answer = await send('/v1/me', {}, method);
  expect(answer.status).toBe(405);
  expect(JSON.parse(answer.text)).toMatchObject({ success: false, errorCode: 'METHOD_NOT_ALLOWED' });
});

it.each(['GET', 'POST'])('ignores the HTTP/2 offer of a %s', async (method) => {
  const socket = connect(Number(port), '127.0.0.1');
  const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
  const body = method === 'POST' ? 'Content-Length: 2\r\n\r\n{}' : '\r\n';
  const next = `GET /sw.js HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
  socket.write(`${method} /v1/me HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${offer}${body}${next}`);
  const text = (await socket.toArray()).join('');
  expect(text).toMatch(/^HTTP\/1\.1 503 /);
  expect(text).toContain('ENGINE_UNAVAILABLE');
  // The connection stays usable.
  expect(text).toContain('HTTP/1.1 200 OK');
});

describe('files', () => {
  it.each(['/', '/index.html', '/workspace', '/workspace/jobs/job_1', '/upload/tk_1', '/api-reference'])(
    '%s is the page, with absolute URLs and the path of the relay',
    async (path) => {
      const answer = await send(path);
      expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      expect(answer.text).toContain('<meta name="offcut-bridge" content="/bridge">');
      expect(answer.text).toContain('src="/assets/a.js"');
      expect((await send(path, { 'If-None-Match': answer.headers.etag ?? '' })).status).toBe(304);
    },
  );

  it.each([
    ['br', 'gzip, deflate, br, zstd', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['gzip', 'br;q=0, gzip', (bytes: Buffer) => gunzipSync(bytes)],
  ])('text is sent as %s to a client that accepts "%s"', async (encoding, accepted, unpack) => {
    const plain = await send('/assets/long.js', {});
    const packed = await send('/assets/long.js', { 'Accept-Encoding': accepted });
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(Number(packed.headers['content-length'])).toBe(packed.bytes.length);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(unpack(packed.bytes)).toEqual(plain.bytes);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    const again = { 'Accept-Encoding': accepted, 'If-None-Match': packed.headers.etag ?? '' };
    expect((await send('/assets/long.js', again)).status).toBe(304);
  });

  it('a range of a text, a short text and a compressed file are sent without encoding', async () => {
    const everything = { 'Accept-Encoding': 'gzip, br' };
    const range = await send('/assets/long.js', { ...everything, Range: 'bytes=0-9' });
    expect([range.status, range.headers['content-encoding'], range.bytes.length]).toEqual([206, undefined, 10]);
    for (const path of ['/assets/main-a1B2_cD.js', '/assets/sound.mp4']) {
      expect((await send(path, everything)).headers['content-encoding']).toBeUndefined();
    }
  });

  it('are cached forever if their names contain their hashes', async () => {
    const answer = await send('/assets/main-a1B2_cD.js');
    expect(answer.text).toBe('0123456789');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '10',
    });
    expect((await send('/assets/main-a1B2_cD.js', { 'If-None-Match': answer.headers.etag ?? '' })).status).toBe(304);
  });

  it.each([
    ['bytes=0-1', 206, '01', 'bytes 0-1/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-999', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=3-1', 200, '0123456789', undefined],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['lines=0-1', 200, '0123456789', undefined],
  ])('in the range %s respond with %i', async (range, status, text, contentRange) => {
    const answer = await send('/assets/main-a1B2_cD.js', { Range: range });
    expect(answer).toMatchObject({ status, text });
    expect(answer.headers['content-range']).toBe(contentRange);
  });

  it('are sent whole if the range was for another version', async () => {
    const answer = await send('/assets/main-a1B2_cD.js', { Range: 'bytes=0-1', 'If-Range': '"other"' });
    expect(answer.text).toBe('0123456789');
  });

  it('support HEAD, and may be empty', async () => {
    const head = await send('/assets/main-a1B2_cD.js', {}, 'HEAD');
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers['content-length']).toBe('10');
    expect((await send('/assets/core.wasm')).headers).toMatchObject({
      'content-type': 'application/wasm',
      'content-length': '0',
    });
  });

  it('have the headers of the site, and the service worker has its own', async () => {
    const lower = (headers: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    expect((await send('/')).headers).toMatchObject(lower(siteHeaders));
    expect((await send('/nothing')).headers).toMatchObject(lower(siteHeaders));
    const worker = await send('/sw.js');
    expect(worker.headers).toMatchObject({ ...lower(serviceWorkerHeaders), 'cache-control': 'no-cache' });
    // With it, the service worker could not distinguish a site that refuses pages from one that cannot be reached.
    expect(worker.headers['cross-origin-embedder-policy']).toBeUndefined();
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%00',
    '/%',
    '/nothing',
    '/.env',
    '/.well-known/.git/config',
    '/.well-known/../.env',
    '/.well-known',
  ])('%s is not found', async (path) => {
    const answer = await send(path);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ success: false, errorCode: 'NOT_FOUND' });
  });

  it('are hidden if their name starts with a dot, except /.well-known', async () => {
    const answer = await send('/.well-known/index.md');
    expect(answer).toMatchObject({ status: 200, text: '# Found' });
    expect(answer.headers['content-type']).toBe('text/markdown; charset=utf-8');
  });

  it('cannot be written', async () => {
    const answer = await send('/', {}, 'POST');
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });
});

describe('models', () => {
  it('are found in another folder by their bytes under any name, and served under the name of the manifest', async () => {
    expect(JSON.parse((await send('/models/installed.json')).text)).toEqual({ files: [weights] });
    const served = await fetch(`${server.baseUrl}/models/${weights}`);
    expect(Buffer.from(await served.arrayBuffer()).equals(await readFile(join(root, 'extra', 'other-name.onnx')))).toBe(
      true,
    );
    expect(served.headers.get('content-type')).toBe('application/octet-stream');
  });

  it('that are not installed are neither listed nor served', async () => {
    expect((await send('/models/rvm.onnx')).status).toBe(404);
    expect((await send('/models/other-name.onnx')).status).toBe(404);
  });
});

it('reports a port that is in use', async () => {
  await expect(startServer({ port: Number(port), distDir: root })).rejects.toThrow(`Port ${port} is in use`);
});

describe('webhooks for this machine', () => {
  const received: { path: string | undefined; headers: IncomingMessage['headers']; body: string }[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url, headers: request.headers, body });
      response.writeHead(request.url === '/moved' ? 302 : 201, { Location: '/' }).end();
    });
  });
  let address = '';

  beforeAll(async () => {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const bound = receiver.address();
    address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  });

  afterAll(() => {
    receiver.close();
    receiver.closeAllConnections();
  });

  const deliver = async (sent: unknown, headers: Record<string, string> = { Origin: server.baseUrl }) => {
    const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
    const response = await fetch(`${server.baseUrl}/local-webhook`, { method: 'POST', headers, body });
    return { status: response.status, body: await response.json() };
  };
  const webhook = (path: string) => ({
    url: address + path,
    headers: { 'Content-Type': 'application/json', 'webhook-id': 'msg_1' },
    body: '{"type":"x"}',
  });

  it('are sent with their headers and bytes, and redirects are not followed', async () => {
    expect(await deliver(webhook('/hooks'))).toEqual({ status: 200, body: { status: 201, error: null } });
    expect(received.at(-1)).toMatchObject({ path: '/hooks', headers: { 'webhook-id': 'msg_1' }, body: '{"type":"x"}' });
    expect(await deliver(webhook('/moved'))).toEqual({ status: 200, body: { status: 302, error: null } });
    expect(received.at(-1)?.path).toBe('/moved');
  });

  it('report why the receiver cannot be reached', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const bound = closed.address();
    closed.close();
    const url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/`;
    const answer = await deliver({ ...webhook(''), url });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: null, error: expect.stringContaining('ECONNREFUSED') },
    });
  });

  it('are refused from elsewhere, for elsewhere, and for this server', async () => {
    const before = received.length;
    expect((await deliver(webhook('/hooks'), {})).status).toBe(403);
    expect((await deliver(webhook('/hooks'), { Origin: 'https://evil.example' })).status).toBe(403);
    const bad = [
      { ...webhook(''), url: 'http://example.com/' },
      { ...webhook(''), url: 'http://127.0.0.1.example.com/' },
      { ...webhook(''), url: 'file:///etc/passwd' },
      { ...webhook(''), url: `${server.baseUrl}/v1/me` },
      { ...webhook(''), headers: { Authorization: 'Bearer x' } },
      'no JSON',
      'x'.repeat(70_000),
    ];
    for (const sent of bad) {
      expect((await deliver(sent)).status, JSON.stringify(sent).slice(0, 80)).toBe(400);
    }
    expect(received.length).toBe(before);
  });
});
