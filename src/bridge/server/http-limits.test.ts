import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parseMessage, toFrame, type RelayMessage } from '#core/protocol/relay.ts';
import { toBytes } from './connected-page.ts';
import { startServer, type RunningServer } from './server.ts';

const silentBodyMs = 1500;
let distDir = '';
let server: RunningServer;
let host = '';

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'offcut-limits-'));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><head></head>');
  server = await startServer({ port: 0, distDir, limits: { headMs: 1000, silentBodyMs } });
  host = new URL(server.baseUrl).host;
});

afterAll(async () => {
  await server.close();
  await rm(distDir, { recursive: true });
});

type Reply = { status: number; head: string; body: string };

const open = (): Socket => connect(Number(new URL(server.baseUrl).port), '127.0.0.1');

/** Reads the response until the server closes the connection. */
async function readReply(socket: Socket): Promise<Reply> {
  const text = (await socket.toArray()).join('');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

function expectFailure({ status, head, body }: Reply, failure: { status: number; errorCode: string }): void {
  expect(status).toBe(failure.status);
  expect(head).toMatch(/^x-request-id: [\w-]{36}$/im);
  expect(JSON.parse(body)).toEqual({
    success: false,
    errorCode: failure.errorCode,
    message: expect.any(String) as string,
    retryable: failure.status === 408,
  });
  expect(body.length).toBeLessThan(400);
}

describe('the response to a request that the HTTP parser refuses has an envelope and an id', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'VALIDATION_FAILED'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'VALIDATION_FAILED'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400, 'VALIDATION_FAILED'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'VALIDATION_FAILED',
    ],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'VALIDATION_FAILED'],
    ['a head of 40 kB', `GET / HTTP/1.1\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ])('%s', async (_, text, status, errorCode) => {
    const socket = open();
    socket.write(text);
    expectFailure(await readReply(socket), { status, errorCode });
  });

  it('a body with an invalid transfer encoding, before a response has started', async () => {
    const { pageSocket } = await connectPage();
    const socket = open();
    socket.write(`POST /v1/x HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`);
    expectFailure(await readReply(socket), { status: 400, errorCode: 'VALIDATION_FAILED' });
    pageSocket.close();
  });
});

it('does not repeat long input in its responses', async () => {
  const [path, name] = ['p'.repeat(8000), 'h'.repeat(8000)];
  const answers = [await fetch(`${server.baseUrl}/${path}`), await fetch(`${server.baseUrl}/models/${path}.onnx`)];
  const socket = open();
  socket.write(`GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
  const bodies = [...(await Promise.all(answers.map((answer) => answer.text()))), (await readReply(socket)).body];
  expect(Math.max(...bodies.map((body) => body.length))).toBeLessThan(400);
});

it('ignores an unknown expectation', async () => {
  const socket = open();
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nExpect: miracles\r\nConnection: close\r\n\r\n`);
  expect((await readReply(socket)).status).toBe(200);
});

it.each(['', 'GET / HTTP/1.1\r\n'])('refuses a head that does not end after "%s"', async (text) => {
  const socket = open();
  socket.write(text);
  expectFailure(await readReply(socket), { status: 408, errorCode: 'REQUEST_TIMEOUT' });
});

describe('an upload', () => {
  const head = (path: string): string => `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 100\r\n\r\n`;

  it('that stalls ends with a failure, and the page is notified', async () => {
    const { pageSocket, received } = await connectPage();
    const socket = open();
    socket.write(`${head('/v1/uploads/t/file')}0123456789`);
    expectFailure(await readReply(socket), { status: 408, errorCode: 'REQUEST_TIMEOUT' });
    await expect.poll(() => received.some(({ type }) => type === 'abort')).toBe(true);
    pageSocket.close();
  });

  it('that was refused early and stalls is closed', async () => {
    const socket = open();
    socket.write(`${head('/nothing')}0123456789`);
    expect((await readReply(socket)).status).toBe(405);
  });

  it('that is slow but progresses stays open', { timeout: 20_000 }, async () => {
    const { pageSocket, received } = await connectPage();
    const socket = open();
    socket.write(head('/v1/uploads/t/file'));
    const startedMs = Date.now();
    while (Date.now() - startedMs < 2 * silentBodyMs) {
      socket.write('a');
      await wait(silentBodyMs / 10);
    }
    expect(received.map(({ type }) => type)).not.toContain('abort');
    expect(socket.readyState).toBe('open');
    socket.destroy();
    await expect.poll(() => received.some(({ type }) => type === 'abort')).toBe(true);
    pageSocket.close();
  });
});

/** Connects a page, and a service worker that receives messages and never responds. */
async function connectPage(): Promise<{ pageSocket: WebSocket; received: RelayMessage[] }> {
  const received: RelayMessage[] = [];
  const connect = async (part: 'page' | 'worker'): Promise<WebSocket> => {
    const socket = new WebSocket(`${server.baseUrl.replace('http', 'ws')}/bridge`, { origin: server.baseUrl });
    socket.on('message', (data, isBinary) => {
      if (part === 'worker' && !isBinary) {
        received.push(parseMessage(toBytes(data).toString('utf8')));
      }
    });
    await once(socket, 'open');
    socket.send(toFrame({ type: 'hello', part, browser: 'one' }));
    return socket;
  };
  const pageSocket = await connect('page');
  await connect('worker');
  expect(await server.waitForPage(20_000)).toBe(true);
  return { pageSocket, received };
}
