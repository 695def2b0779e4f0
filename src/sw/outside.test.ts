import { beforeEach, expect, test, vi } from 'vitest';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import { createWebhookSender, recordOutside } from './outside.ts';

const base = new URL('https://offcut.example/app/');
let store: Store;
let answer: () => Response | Promise<Response>;
let fetchOutside: typeof fetch;

beforeEach(() => {
  store = createMemoryStore();
  answer = () => new Response('some bytes');
  fetchOutside = recordOutside(async () => answer(), { store, base, clock: { now: () => 7 } });
});

test('a request is recorded before it is sent, without its query, and the received bytes after it', async () => {
  const during: unknown[] = [];
  answer = async () => {
    during.push(...(await store.list('outside')));
    return new Response('some bytes', { status: 206, headers: { ETag: '"1"' } });
  };
  const response = await fetchOutside('https://films.example/a.mp4?signature=secret');
  expect(during).toMatchObject([{ method: 'GET', address: 'https://films.example/a.mp4', status: null, createdAt: 7 }]);
  expect([response.status, response.headers.get('ETag'), await response.text()]).toEqual([206, '"1"', 'some bytes']);
  expect(await store.list('outside')).toMatchObject([{ status: 206, receivedBytes: 10 }]);
});

test('the record contains no secret of the path', async () => {
  await fetchOutside('https://films.example/s/mZ3kQ8vT1xYb7Rw0pLc2Na/a.mp4');
  const [row] = await store.list('outside');
  expect(row?.address).toMatch(/^https:\/\/films\.example\/s\/hidden-[0-9a-f]{10}\/a\.mp4$/);
});

test('the record of an interrupted or canceled response has the number of received bytes', async () => {
  let isBroken = false;
  answer = () =>
    new Response(
      new ReadableStream({
        pull: (controller) =>
          isBroken ? controller.error(new TypeError('gone')) : controller.enqueue(new Uint8Array(4)),
      }),
    );
  const reader = (await fetchOutside('https://films.example/a.mp4')).body?.getReader();
  await reader?.read();
  isBroken = true;
  await expect(
    (async () => {
      for (;;) {
        await reader?.read();
      }
    })(),
  ).rejects.toThrow('gone');
  const [broken] = await store.list('outside');
  expect(broken?.receivedBytes).toBeGreaterThanOrEqual(4);
  isBroken = false;
  const given = await fetchOutside('https://films.example/b.mp4');
  await given.body?.cancel();
  expect(await store.list('outside')).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test('the list shows the bytes of a running response so far', async () => {
  answer = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(9 * 1024 * 1024)) }));
  const reader = (await fetchOutside('https://films.example/a.mp4')).body?.getReader();
  await reader?.read();
  await reader?.read();
  const [row] = await store.list('outside');
  expect(row?.receivedBytes).toBeGreaterThanOrEqual(9 * 1024 * 1024);
  await reader?.cancel();
});

test('a request without a response stays in the list', async () => {
  answer = () => Promise.reject(new TypeError('no network'));
  await expect(fetchOutside('https://films.example/a.mp4')).rejects.toThrow('no network');
  expect(await store.list('outside')).toMatchObject([{ status: null, receivedBytes: 0 }]);
});

test('no data is ever sent: a body or another method is refused before the request', async () => {
  answer = () => {
    throw new Error('it went out');
  };
  await expect(fetchOutside('https://films.example/', { method: 'POST', body: 'bytes' })).rejects.toThrow(TypeError);
  await expect(fetchOutside('https://films.example/', { method: 'PUT' })).rejects.toThrow('cannot send data');
  expect(await store.list('outside')).toEqual([]);
});

test('a browser that does not expose the body of a request can still send requests without one', async () => {
  const body = vi.spyOn(Request.prototype, 'body', 'get').mockReturnValue(undefined as never);
  expect(await (await fetchOutside('https://films.example/a.mp4')).text()).toBe('some bytes');
  body.mockRestore();
});

test.each(['https://films.example/a.mp4?token=1', 'https://offcut.example/app/a.mp4'])(
  'a host to which %s redirected is recorded too, without its query',
  async (address) => {
    answer = () => {
      const url = 'https://store.example/b.mp4?signature=secret';
      return Object.defineProperties(new Response('some bytes'), { url: { value: url }, redirected: { value: true } });
    };
    await (await fetchOutside(address)).text();
    const rows = await store.list('outside');
    expect(rows.filter((row) => row.address.includes('?'))).toEqual([]);
    expect(rows.find((row) => row.address === 'https://store.example/b.mp4')).toMatchObject({
      status: 200,
      receivedBytes: 10,
    });
    expect(rows.some((row) => row.address === 'https://films.example/a.mp4')).toBe(address.includes('films'));
  },
);

test('requests to the own site are not recorded', async () => {
  await (await fetchOutside('https://offcut.example/app/media/a.mp4')).text();
  expect(await store.list('outside')).toEqual([]);
});

const init = { method: 'POST', headers: { 'webhook-id': 'msg_1' }, body: '{}', redirect: 'manual' } as const;

/** A sender whose requests are recorded by the test. */
function openSender(): { send: ReturnType<typeof createWebhookSender>; requests: Request[] } {
  const requests: Request[] = [];
  const send = createWebhookSender(
    async (input, given) => {
      requests.push(new Request(input, given));
      return answer();
    },
    { store, base, clock: { now: () => 7 } },
  );
  return { send, requests };
}

test('a webhook is sent to its https URL and recorded', async () => {
  const { send, requests } = openSender();
  answer = () => new Response('ok', { status: 202 });
  expect(await send('https://hooks.example/a?token=secret', init)).toEqual({ status: 202 });
  expect(requests[0]).toMatchObject({
    url: 'https://hooks.example/a?token=secret',
    method: 'POST',
    credentials: 'omit',
  });
  expect(await store.list('outside')).toMatchObject([
    { method: 'POST', address: 'https://hooks.example/a', status: 202 },
  ]);
});

test('a receiver that does not allow the request by CORS is named as the reason', async () => {
  const { send } = openSender();
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(send('https://hooks.example/', init)).rejects.toThrow('CORS');
  expect(await store.list('outside')).toMatchObject([{ status: null }]);
});

test('the local server sends a webhook for this machine', async () => {
  const { send, requests } = openSender();
  answer = () => Response.json({ status: 200, error: null });
  expect(await send('http://localhost:3000/hooks', init)).toEqual({ status: 200 });
  expect(requests[0]?.url).toBe('https://offcut.example/app/local-webhook');
  expect(await requests[0]?.json()).toEqual({ url: 'http://localhost:3000/hooks', headers: init.headers, body: '{}' });
  answer = () => Response.json({ status: null, error: 'refused' });
  await expect(send('http://127.0.0.1:3000/', init)).rejects.toThrow('refused');
  answer = () => new Response('<!doctype html>', { status: 405 });
  await expect(send('http://[::1]:3000/', init)).rejects.toThrow('npm start');
});
