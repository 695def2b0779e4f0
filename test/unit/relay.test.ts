import { once } from 'node:events';
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import { windowBytes } from '#core/protocol/relay.ts';
import { callerCacheControlHeader, relayedHeader } from '#core/protocol/relayed-headers.ts';
import { startRelay, type RelayOptions, type RelayState } from '#ui/app/relay.ts';
import { startServer, type RunningServer } from '#bridge/server/server.ts';

type Answer = (request: Request) => Promise<Response> | Response;

let distDir = '';
let server: RunningServer;
let relays: { close(): void }[] = [];

beforeEach(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'offcut-relay-'));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><head></head>');
  server = await startServer({ port: 0, distDir });
});

afterEach(async () => {
  relays.forEach((relay) => relay.close());
  relays = [];
  await server.close();
  await rm(distDir, { recursive: true });
});

/** The page's end, with the sockets and the fetch of Node instead of those of the browser. */
function startPage(answer: Answer, more: Partial<RelayOptions> = {}): { close(): void; sockets: NodeSocket[] } {
  const sockets: NodeSocket[] = [];
  const relay = startRelay({
    url: `${server.baseUrl.replace('http', 'ws')}/bridge`,
    isReady: () => true,
    browser: 'one',
    canStream: true,
    fetch: async (request) => answer(request),
    openSocket: (url) => {
      const socket = new NodeSocket(url, { origin: server.baseUrl });
      sockets.push(socket);
      return socket;
    },
    ...more,
  });
  relays.push(relay);
  return { close: () => relay.close(), sockets };
}

async function startReadyPage(answer: Answer, more: Partial<RelayOptions> = {}): Promise<ReturnType<typeof startPage>> {
  let isKnown = (): void => undefined;
  const known = new Promise<void>((resolve) => {
    isKnown = resolve;
  });
  const onState = (state: RelayState): void => (state === 'offline' ? undefined : isKnown());
  const page = startPage(answer, { onState, ...more });
  await known;
  return page;
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
        relayed: request.headers.get(relayedHeader),
        text: await request.text(),
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
      relayed: '1',
      text: '{"material":"ü"}',
    });
  });

  it('is cached as long as the page declares, though the page itself caches nothing', async () => {
    await startReadyPage(
      () => new Response('x', { headers: { 'Cache-Control': 'no-store', [callerCacheControlHeader]: 'max-age=9' } }),
    );
    const { headers } = await fetch(`${server.baseUrl}/media/x.webm`);
    expect(headers.get('cache-control')).toBe('max-age=9');
    expect(headers.get(callerCacheControlHeader)).toBeNull();
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
    await startReadyPage(async (request) => new Response(`${new URL(request.url).pathname}:${await request.text()}`));
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

  it('is refused in the envelope if the page cannot fetch', async () => {
    await startReadyPage(() => Promise.reject(new TypeError('Failed to fetch')));
    const response = await fetch(`${server.baseUrl}/v1/x`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ success: false, errorCode: 'ENGINE_UNAVAILABLE', retryable: true });
  });

  it('is aborted, not completed, if the page closes in the middle of its response', async () => {
    const page = await startReadyPage(
      () => new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(9)) })),
    );
    const response = await fetch(`${server.baseUrl}/media/x.webm`);
    page.close();
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
      const reader = request.body?.getReader();
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
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

describe('the page that answers', () => {
  it('is the newest of one browser; another browser waits', async () => {
    const states: RelayState[] = [];
    await startReadyPage(() => new Response('old'));
    await startReadyPage(() => new Response('new'));
    startPage(() => new Response('other'), { browser: 'two', onState: (state) => states.push(state) });
    await until(() => states.length > 0);
    expect(await (await fetch(`${server.baseUrl}/v1/x`)).text()).toBe('new');
    expect(states.at(-1)).toBe('standby');
  });

  it('is another tab after the newest one closes, also for a request that no page has started to answer', async () => {
    await startReadyPage(() => new Response('old'));
    let isAsked = false;
    const page = await startReadyPage(() => {
      isAsked = true;
      return new Promise<Response>(() => undefined);
    });
    const calling = fetch(`${server.baseUrl}/v1/x`);
    await until(() => isAsked);
    page.close();
    expect(await (await calling).text()).toBe('old');
  });

  it('does not receive an unsafe request twice', async () => {
    await startReadyPage(() => new Response('old'));
    let isAsked = false;
    const page = await startReadyPage(() => {
      isAsked = true;
      return new Promise<Response>(() => undefined);
    });
    const calling = fetch(`${server.baseUrl}/v1/uploads`, { method: 'POST', body: '{}' });
    await until(() => isAsked);
    page.close();
    expect((await calling).status).toBe(503);
  });

  it('is awaited while it reloads', async () => {
    const page = await startReadyPage(() => new Response('before'));
    page.sockets[0]?.terminate();
    const text = await (await fetch(`${server.baseUrl}/v1/x`)).text();
    expect(text).toBe('before');
    expect(page.sockets).toHaveLength(2);
  });

  it('connects only after the service worker answers for it', async () => {
    let isReady = false;
    startPage(() => new Response('ready'), { isReady: () => isReady });
    expect(await server.waitForPage(400)).toBe(false);
    isReady = true;
    expect(await server.waitForPage(20_000)).toBe(true);
  });

  it('is disconnected when it violates the protocol', async () => {
    const socket = new NodeSocket(`${server.baseUrl.replace('http', 'ws')}/bridge`, { origin: server.baseUrl });
    await once(socket, 'open');
    socket.send('{"type":"hello","browser":"x"}');
    await once(socket, 'message');
    socket.send('{"type":"role","isServing":true}');
    const [code] = await once(socket, 'close');
    expect(code).toBe(1002);
  });
});
