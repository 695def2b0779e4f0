import { once } from 'node:events';
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import type { Asset } from '#core/model/records.ts';
import { toFrame, transferPath, transfersMax, windowBytes } from '#core/protocol/relay.ts';
import { toMediaResponse } from '#api/media-response.ts';
import { openBody } from '#api/open-body.ts';
import { readText } from '#api/parse-request.ts';
import { openBrowserEnds, openKnownEnds, type Answer, type BrowserEnds } from '#test/support/relay-ends.ts';
import type { RelayState } from '#ui/app/relay.ts';
import { createRelay } from '../../src/sw/relay.ts';
import { startServer, type RunningServer } from '#bridge/server/server.ts';

let distDir = '';
let server: RunningServer;
let browsers: BrowserEnds[] = [];

beforeEach(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'offcut-relay-'));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><head></head>');
  server = await startServer({ port: 0, distDir });
});

afterEach(async () => {
  browsers.forEach((browser) => browser.close());
  browsers = [];
  await server.close();
  await rm(distDir, { recursive: true });
});

type Options = Parameters<typeof openBrowserEnds>[2];

function startPage(answer: Answer, options: Options = {}): BrowserEnds {
  const browser = openBrowserEnds(server.baseUrl, answer, options);
  browsers.push(browser);
  return browser;
}

async function startReadyPage(answer: Answer, options: Options = {}): Promise<BrowserEnds> {
  const browser = await openKnownEnds(server.baseUrl, answer, options);
  browsers.push(browser);
  return browser;
}

const nextResponse = (outside: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve) => {
    outside.once('response', resolve);
  });

const until = async (isTrue: () => boolean): Promise<void> => {
  await vi.waitUntil(isTrue, { timeout: 20_000, interval: 10 });
};

describe('a relayed request', () => {
  it('reaches the page with method, path, end-to-end headers and body, and returns its response', async () => {
    await startReadyPage(async (request) => {
      const { pathname, search } = new URL(request.url);
      const seen = {
        target: pathname + search,
        method: request.method,
        key: request.headers.get('authorization'),
        text: await readText(request, 1000),
      };
      return Response.json(seen, { status: 201, headers: { 'X-Request-Id': 'r1' } });
    });
    const response = await fetch(`${server.baseUrl}/v1/./run/../run/x?a=%20b`, {
      method: 'POST',
      headers: { Authorization: 'Bearer vk_1' },
      body: '{"material":"ü"}',
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-request-id')).toBe('r1');
    expect(await response.json()).toEqual({
      target: '/v1/run/x?a=%20b',
      method: 'POST',
      key: 'Bearer vk_1',
      text: '{"material":"ü"}',
    });
  });

  it('has no body if it is a GET: a page cannot send one', async () => {
    await startReadyPage((request) => Response.json({ hasBody: request.body !== null }));
    const outside = httpRequest(`${server.baseUrl}/v1/me`, { headers: { 'Content-Length': 2 } });
    const responded = nextResponse(outside);
    outside.end('{}');
    const response = await responded;
    expect(response.statusCode).toBe(200);
    expect(JSON.parse((await response.toArray()).join(''))).toEqual({ hasBody: false });
  });

  it('with a method that no page may use does not affect others', async () => {
    let answer: ((response: Response) => void) | undefined;
    await startReadyPage(
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    const calling = fetch(`${server.baseUrl}/v1/slow`);
    await expect.poll(() => answer).toBeDefined();
    const odd = await nextResponse(httpRequest(`${server.baseUrl}/v1/me`, { method: 'M-SEARCH' }).end());
    expect(odd.statusCode).toBe(405);
    answer?.(new Response('whole'));
    expect(await (await calling).text()).toBe('whole');
  });

  it('with a content length beyond the number range does not affect others', async () => {
    let release: (response: Response) => void = () => undefined;
    let hasArrived = false;
    await startReadyPage(() => {
      hasArrived = true;
      return new Promise<Response>((resolve) => {
        release = resolve;
      });
    });
    const calling = fetch(`${server.baseUrl}/v1/slow`);
    await until(() => hasArrived);
    const outside = httpRequest(`${server.baseUrl}/v1/x`, { method: 'POST' });
    outside.setHeader('Content-Length', '9007199254740993');
    const endless = nextResponse(outside);
    outside.on('error', () => undefined);
    outside.flushHeaders();
    expect((await endless).statusCode).toBe(413);
    outside.destroy();
    release(new Response('done'));
    expect(await (await calling).text()).toBe('done');
  });

  it('receives each chunk of a streamed response as it arrives', async () => {
    let more = (_text: string): void => undefined;
    let end = (): void => undefined;
    await startReadyPage(() => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          more = (text) => controller.enqueue(new TextEncoder().encode(text));
          end = () => controller.close();
        },
      });
      return new Response(body);
    });
    const response = await fetch(`${server.baseUrl}/v1/slow`);
    const reader = response.body?.getReader();
    for (const text of [' ', ' ', '{}']) {
      more(text);
      const { value } = (await reader?.read()) ?? {};
      expect(new TextDecoder().decode(value)).toBe(text);
    }
    end();
    expect((await reader?.read())?.done).toBe(true);
  });

  it('is independent of simultaneous ones', async () => {
    await startReadyPage(
      async (request) => new Response(`${new URL(request.url).pathname}:${await readText(request, 1_000_000)}`),
    );
    const texts = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const body = `${index}`.repeat(5000);
        const response = await fetch(`${server.baseUrl}/v1/n${index}`, { method: 'PUT', body });
        return (await response.text()) === `/v1/n${index}:${body}`;
      }),
    );
    expect(texts.every(Boolean)).toBe(true);
  });

  it('is aborted in the page when its caller disconnects', async () => {
    let signal: AbortSignal | undefined;
    await startReadyPage((request) => {
      signal = request.signal;
      return new Promise<Response>(() => undefined);
    });
    const caller = new AbortController();
    const calling = fetch(`${server.baseUrl}/v1/long`, { signal: caller.signal });
    await until(() => signal !== undefined);
    caller.abort();
    await expect(calling).rejects.toThrow();
    await until(() => signal?.aborted === true);
  });

  it('is refused in the envelope if the service worker cannot handle it', async () => {
    await startReadyPage(() => Promise.reject(new TypeError('broken')));
    const response = await fetch(`${server.baseUrl}/v1/x`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ success: false, errorCode: 'ENGINE_UNAVAILABLE', retryable: true });
  });

  it('is aborted, not completed, if the service worker ends in the middle of its response', async () => {
    const page = await startReadyPage(
      () => new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(9)) })),
    );
    const response = await fetch(`${server.baseUrl}/media/x.webm`);
    page.killWorker();
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it('is answered early by a page that does not read its body', async () => {
    await startReadyPage(() => Response.json({ success: false }, { status: 413 }));
    const body = new Uint8Array(8 * windowBytes);
    const response = await fetch(`${server.baseUrl}/v1/uploads/t/file`, { method: 'POST', body });
    expect(response.status).toBe(413);
    expect((await fetch(`${server.baseUrl}/v1/again`, { method: 'POST', body: 'x' })).status).toBe(413);
  });

  it.each([1, windowBytes / 2, windowBytes, 3 * windowBytes])(
    'with an unread body of %i bytes leaves its connection to the next one',
    async (bodyBytes) => {
      await startReadyPage(() => Response.json({ success: false }, { status: 413 }));
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const sockets = new Set<Socket>();
      for (let round = 0; round < 4; round += 1) {
        const outside = httpRequest(`${server.baseUrl}/v1/uploads/t/file`, { method: 'POST', agent });
        outside.once('socket', (socket) => sockets.add(socket));
        const responded = nextResponse(outside);
        outside.end(new Uint8Array(bodyBytes));
        const response = await responded;
        expect(response.statusCode).toBe(413);
        await response.toArray();
      }
      agent.destroy();
      expect(sockets.size).toBe(1);
    },
  );
});

// Hundreds of megabytes, on a machine that may be busy.
describe('a large body', { timeout: 60_000 }, () => {
  const pieces = 200;
  const piece = new Uint8Array(1024 * 1024).fill(7);

  it('is sent to a slow page with at most one window in transit', async () => {
    let takenBytes = 0;
    let sentBytes = 0;
    let maxBytes = 0;
    await startReadyPage(async (request) => {
      const reader = (await openBody(request)).getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        takenBytes += next.value.length;
        maxBytes = Math.max(maxBytes, sentBytes - takenBytes);
      }
      return Response.json({ takenBytes });
    });
    const outside = httpRequest(`${server.baseUrl}/v1/uploads/t/file`, { method: 'POST' });
    const responded = nextResponse(outside);
    for (let index = 0; index < pieces; index += 1) {
      sentBytes += piece.length;
      if (!outside.write(piece)) {
        await once(outside, 'drain');
      }
    }
    outside.end();
    const response = await responded;
    const text = (await response.toArray()).join('');
    expect(JSON.parse(text)).toEqual({ takenBytes: pieces * piece.length });
    // The window, and the buffers of the sockets of both connections.
    expect(maxBytes).toBeLessThan(windowBytes + 24 * 1024 * 1024);
  });

  it('is read from the page no faster than by its caller', async () => {
    let pulledBytes = 0;
    await startReadyPage(() => {
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            pulledBytes += piece.length;
            controller.enqueue(piece);
            if (pulledBytes === pieces * piece.length) {
              controller.close();
            }
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body);
    });
    const response = await nextResponse(httpRequest(`${server.baseUrl}/media/x.webm`).end());
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(pulledBytes).toBeLessThan(24 * 1024 * 1024);
    let readBytes = 0;
    response.on('data', (chunk: Buffer) => {
      readBytes += chunk.length;
    });
    await once(response, 'end');
    expect(readBytes).toBe(pieces * piece.length);
  });
});

describe('a transfer', () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
  const asset = { id: 'a', name: 'a', extension: 'webm', mimeType: 'video/webm' } as Asset;

  it('carries a stored file, whole or a range of it', async () => {
    await startReadyPage((request) => toMediaResponse(asset, new Blob([bytes]), request, 'inline'));
    const whole = await fetch(`${server.baseUrl}/media/a.webm`);
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes);
    const part = await fetch(`${server.baseUrl}/media/a.webm`, { headers: { Range: 'bytes=100000-299998' } });
    expect(part.status).toBe(206);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.subarray(100_000, 299_999));
  });

  it('of a file that is not read leaves others to the WebSocket', async () => {
    const large = new Blob(Array.from({ length: 40 }, () => new Uint8Array(1024 * 1024)));
    await startReadyPage((request) => toMediaResponse(asset, large, request, 'inline'));
    const get = () => nextResponse(httpRequest(`${server.baseUrl}/media/a.webm`, { agent: false }).end());
    const unread = await Promise.all(Array.from({ length: transfersMax }, get));
    const read = await fetch(`${server.baseUrl}/media/a.webm`);
    expect((await read.arrayBuffer()).byteLength).toBe(large.size);
    unread.forEach((response) => response.destroy());
  });

  it('of a body that stalls leaves others to the WebSocket', async () => {
    let sizes: number[] = [];
    await startReadyPage(async (request) => {
      const text = await readText(request, 1_000_000);
      sizes = [...sizes, text.length];
      return Response.json({});
    });
    const stalled = Array.from({ length: transfersMax }, () => {
      const outside = httpRequest(`${server.baseUrl}/v1/uploads/t/file`, { method: 'POST', agent: false });
      outside.on('error', () => undefined);
      outside.write('a');
      return outside;
    });
    const body = new Uint8Array(200_000).fill(97);
    expect((await fetch(`${server.baseUrl}/v1/uploads/t/file`, { method: 'POST', body })).status).toBe(200);
    expect(sizes).toEqual([body.length]);
    stalled.forEach((outside) => outside.destroy());
  });

  it('is closed if the service worker ends: its reader receives an error', async () => {
    const large = new Blob(Array.from({ length: 40 }, () => new Uint8Array(1024 * 1024)));
    const page = await startReadyPage((request) => toMediaResponse(asset, large, request, 'inline'));
    const response = await fetch(`${server.baseUrl}/media/a.webm`);
    page.killWorker();
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  it.each([
    ['GET', 'same-origin'],
    ['POST', 'same-origin'],
    ['GET', 'none'],
  ])('is not found by a %s request from outside (%s)', async (method, site) => {
    const response = await fetch(`${server.baseUrl}${transferPath}guess`, {
      method,
      headers: { 'Sec-Fetch-Site': site },
    });
    expect(response.status).toBe(404);
  });
});

describe('the service worker that answers', () => {
  it('belongs to one browser; another browser waits', async () => {
    const states: RelayState[] = [];
    await startReadyPage(() => new Response('one'));
    const other = startPage(() => new Response('two'), { browser: 'two', onState: (state) => states.push(state) });
    await until(() => states.length > 0);
    expect(await (await fetch(`${server.baseUrl}/v1/x`)).text()).toBe('one');
    expect(states.at(-1)).toBe('standby');
    expect(other.workerSockets).toEqual([]);
  });

  it('is started again after it ends, also for a request that it has not started to answer', async () => {
    let askedCount = 0;
    const page = await startReadyPage(() => {
      askedCount += 1;
      return askedCount === 1 ? new Promise<Response>(() => undefined) : new Response('again');
    });
    const calling = fetch(`${server.baseUrl}/v1/x`);
    await until(() => askedCount === 1);
    page.killWorker();
    expect(await (await calling).text()).toBe('again');
  });

  it('does not receive an unsafe request twice', async () => {
    let askedCount = 0;
    const page = await startReadyPage(() => {
      askedCount += 1;
      return new Promise<Response>(() => undefined);
    });
    const calling = fetch(`${server.baseUrl}/v1/uploads`, { method: 'POST', body: '{}' });
    await until(() => askedCount === 1);
    page.killWorker();
    expect((await calling).status).toBe(503);
    expect(askedCount).toBe(1);
  });

  it('is disconnected while there are no requests, and connects for the next one', async () => {
    const page = await startReadyPage(() => new Response('here'), { idleMs: 1 });
    await until(() => page.workerSockets[0]?.readyState === NodeSocket.CLOSED);
    expect(await (await fetch(`${server.baseUrl}/v1/x`)).text()).toBe('here');
    expect(page.workerSockets.length).toBeGreaterThan(1);
  });

  it('stays connected while it answers', async () => {
    let answer: ((response: Response) => void) | undefined;
    const page = await startReadyPage(
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
      { idleMs: 1 },
    );
    const calling = fetch(`${server.baseUrl}/v1/x`, { method: 'POST' });
    await until(() => answer !== undefined);
    page.workerSockets.at(-1)?.send(toFrame({ type: 'idle' }));
    answer?.(new Response('done'));
    expect(await (await calling).text()).toBe('done');
  });

  it('continues to answer while its page reloads, and receives no other request', async () => {
    let release: ((response: Response) => void) | undefined;
    let askedCount = 0;
    const page = await startReadyPage(() => {
      askedCount += 1;
      return new Promise<Response>((resolve) => {
        release = resolve;
      });
    });
    const calling = fetch(`${server.baseUrl}/v1/x`);
    await until(() => askedCount === 1);
    page.closePage();
    await until(() => page.pageSockets[0]?.readyState === NodeSocket.CLOSED);
    const other = fetch(`${server.baseUrl}/v1/y`);
    release?.(new Response('done'));
    expect(await (await calling).text()).toBe('done');
    expect((await other).status).toBe(503);
    expect(askedCount).toBe(1);
  });

  it('connects only to the origin of the site', () => {
    const urls: string[] = [];
    const connect = createRelay({
      base: new URL(server.baseUrl),
      answer: async () => new Response(),
      keepAwake: () => undefined,
      openSocket: (url) => {
        urls.push(url);
        return new NodeSocket(url);
      },
    });
    connect({ url: 'wss://other.example/bridge', browser: 'one' });
    expect(urls).toEqual([]);
  });
});

describe('the page', () => {
  it('is awaited while it reloads', async () => {
    const page = await startReadyPage(() => new Response('before'));
    page.pageSockets[0]?.terminate();
    expect(await (await fetch(`${server.baseUrl}/v1/x`)).text()).toBe('before');
    expect(page.pageSockets).toHaveLength(2);
  });

  it('connects only after the service worker answers for it', async () => {
    let isReady = false;
    startPage(() => new Response('ready'), { isReady: () => isReady });
    expect(await server.waitForPage(400)).toBe(false);
    isReady = true;
    expect(await server.waitForPage(20_000)).toBe(true);
  });

  it.each(['page', 'worker'] as const)(
    'or its service worker (%s) is disconnected when it violates the protocol',
    async (part) => {
      const socket = new NodeSocket(`${server.baseUrl.replace('http', 'ws')}/bridge`, { origin: server.baseUrl });
      await once(socket, 'open');
      socket.send(toFrame({ type: 'hello', part, browser: 'x' }));
      socket.send(toFrame({ type: 'role', isServing: true }));
      const [code] = await once(socket, 'close');
      expect(code).toBe(1002);
    },
  );
});
