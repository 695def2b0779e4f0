import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { Offcut } from '#client/offcut.ts';
import { Emulator, type EmulatorOptions } from '#emulator/emulator.ts';
import { createMemoryStore } from '#store/memory.ts';

const talk = new File([await readFile('public/sample/talk.mp4')], 'talk.mp4');
const quick = { pollMs: 5 };

type Opened = { readonly emulator: Emulator; readonly offcut: Offcut };

async function open(options: EmulatorOptions = {}): Promise<Opened> {
  const emulator = new Emulator(options);
  onTestFinished(() => emulator.stop());
  const fetch = (input: string | URL | Request, init?: RequestInit) => emulator.handle(new Request(input, init));
  return { emulator, offcut: new Offcut({ baseUrl: emulator.baseUrl, apiKey: await emulator.createKey(), fetch }) };
}

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** A receiver on this machine that answers with the given statuses, and then with 200. */
async function listen(...statuses: number[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body });
      response.writeHead(statuses.shift() ?? 200, { Location: '/elsewhere' }).end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has an address with a port
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, received };
}

const toTypes = (received: readonly Received[]): unknown[] =>
  received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

test('a receiver gets the events of a run in their order, with signatures that a library accepts', async () => {
  const { offcut } = await open();
  const { url, received } = await listen();
  const { secret } = await offcut.call('createLabWebhook', { body: { url } });
  const material = await offcut.upload(talk);
  const job = await offcut.run('tighten', { material }, { ...quick, review: () => ({ decision: 'approve' }) });
  const expected = ['job.queued', 'job.started', 'job.awaiting_review', 'job.queued', 'job.started', 'job.completed'];
  await expect.poll(() => toTypes(received)).toEqual(expected);
  for (const { headers, body } of received) {
    const payload = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(payload).toMatchObject({ data: { id: job.id, recipeId: 'tighten', url: expect.stringContaining(job.id) } });
    expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow('signature');
  }
  const ids = received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(6);
  const deliveries = await offcut.call('listLabDeliveries', { query: { status: 'delivered' } });
  expect(new Set(deliveries.map(({ id }) => id))).toEqual(new Set(ids));
  expect(deliveries[0]?.attempts).toMatchObject([{ status: 200, error: null }]);
});

test('only the chosen events are sent, with the error of a failed job, signed with the given secret', async () => {
  const { offcut } = await open({ runs: { tighten: { failWith: 'NOTHING_TO_CUT' } } });
  const { url, received } = await listen();
  const secret = `whsec_${btoa('a secret of twenty-four+')}`;
  await offcut.call('createLabWebhook', { body: { url, events: ['job.failed'], secret } });
  const material = await offcut.upload(talk);
  await offcut.run('tighten', { material }, quick).catch(() => undefined);
  await expect.poll(() => received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'job.failed',
    data: { status: 'failed', error: { errorCode: 'NOTHING_TO_CUT' } },
  });
});

test('a failed delivery is repeated after its waits with the same id, and delays no other', async () => {
  const { emulator, offcut } = await open();
  const { url, received } = await listen(500, 200, 302);
  await offcut.call('createLabWebhook', { body: { url, events: ['job.started', 'job.completed'] } });
  const material = await offcut.upload(talk);
  await offcut.removeBackground({ material });
  await expect.poll(() => received).toHaveLength(2);
  const pending = () => offcut.call('listLabDeliveries', { query: { status: 'pending' } });
  await expect.poll(async () => (await pending())[0]?.attempts).toMatchObject([{ status: 500 }]);
  await emulator.advance(6);
  await expect.poll(() => received).toHaveLength(3);
  await expect.poll(async () => (await pending())[0]?.attempts).toMatchObject([{ status: 500 }, { status: 302 }]);
  await emulator.advance(301);
  await expect.poll(() => received).toHaveLength(4);
  await expect.poll(pending).toEqual([]);
  expect(toTypes(received)).toEqual(['job.started', 'job.completed', 'job.started', 'job.started']);
  expect(received[3]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
});

test('a delivery fails after its last retry, and can be sent again', async () => {
  const { emulator, offcut } = await open();
  const { url, received } = await listen(...Array.from({ length: 10 }, () => 503));
  await offcut.call('createLabWebhook', { body: { url, events: ['job.completed'] } });
  const material = await offcut.upload(talk);
  await offcut.removeBackground({ material });
  for (let attempts = 1; attempts <= 10; attempts += 1) {
    await expect.poll(() => received).toHaveLength(attempts);
    await expect.poll(async () => (await offcut.call('listLabDeliveries'))[0]?.attempts).toHaveLength(attempts);
    await emulator.advance(86_401);
  }
  const [failed] = await offcut.call('listLabDeliveries', { query: { status: 'failed' } });
  await offcut.call('resendLabDelivery', { params: { deliveryId: failed?.id ?? '' } });
  await expect.poll(() => received).toHaveLength(11);
  await expect.poll(async () => (await offcut.call('listLabDeliveries'))[0]?.status).toBe('delivered');
});

test('an unreachable receiver delays neither jobs nor other receivers', async () => {
  const { offcut } = await open();
  const { url, received } = await listen();
  await offcut.call('createLabWebhook', { body: { url: 'http://127.0.0.1:9/' } });
  await offcut.call('createLabWebhook', { body: { url, events: ['job.completed'] } });
  const material = await offcut.upload(talk);
  await offcut.removeBackground({ material });
  await expect.poll(() => toTypes(received)).toEqual(['job.completed']);
  const [delivery] = await offcut.call('listLabDeliveries', { query: { status: 'pending' } });
  await expect
    .poll(async () => (await offcut.call('listLabDeliveries', { query: { status: 'pending' } }))[0]?.attempts[0])
    .toMatchObject({ status: null, error: expect.any(String) });
  expect(delivery?.payload).toContain('job.');
});

test('the queue outlives its thread: the next one sends what is due, and no event twice', async () => {
  const store = createMemoryStore();
  const first = await open({ store, sendWebhook: () => new Promise(() => undefined) });
  const { url, received } = await listen();
  await first.offcut.call('createLabWebhook', { body: { url, events: ['job.completed'] } });
  const material = await first.offcut.upload(talk);
  await first.offcut.removeBackground({ material });
  await expect.poll(() => store.list('deliveries')).toHaveLength(1);
  first.emulator.stop();
  const next = await open({ store });
  await next.emulator.advance(61);
  await expect.poll(() => received).toHaveLength(1);
  const again = await open({ store });
  await again.offcut.call('listLabDeliveries');
  await expect.poll(async () => (await again.offcut.call('listLabDeliveries'))[0]?.status).toBe('delivered');
  expect(received).toHaveLength(1);
});

test('a receiver that is gone ends its webhook', async () => {
  const { offcut } = await open();
  const { url, received } = await listen(410);
  await offcut.call('createLabWebhook', { body: { url } });
  const material = await offcut.upload(talk);
  await offcut.removeBackground({ material });
  await expect.poll(async () => (await offcut.call('listLabWebhooks'))[0]?.isActive).toBe(false);
  expect(await offcut.call('listLabDeliveries', { query: { status: 'pending' } })).toEqual([]);
  expect(received).toHaveLength(1);
});

test('deleting a webhook deletes its deliveries, and events before its creation are not sent', async () => {
  const { emulator, offcut } = await open();
  const material = await offcut.upload(talk);
  await offcut.removeBackground({ material });
  await emulator.advance(1);
  const { url, received } = await listen();
  const { id } = await offcut.call('createLabWebhook', { body: { url } });
  await offcut.run('tighten', { material }, quick);
  await expect.poll(() => toTypes(received)).toEqual(['job.queued', 'job.started', 'job.awaiting_review']);
  await offcut.call('deleteLabWebhook', { params: { webhookId: id } });
  expect(await offcut.call('listLabDeliveries')).toEqual([]);
  await expect(offcut.call('deleteLabWebhook', { params: { webhookId: id } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test.for<[name: string, url: string, message: string]>([
  ['another protocol', 'ftp://example.com/', 'https'],
  ['http of another machine', 'http://example.com/', 'https'],
  ['a name that only begins like this machine', 'http://127.0.0.1.example.com/', 'https'],
  ['a password', 'https://me:secret@example.com/', 'password'],
  ['Offcut itself', 'http://offcut.localhost/sandbox/v1/reset', 'https'],
  ['no URL', 'hooks', 'url'],
])('refuses %s', async ([, url, message]) => {
  const { offcut } = await open();
  await expect(offcut.call('createLabWebhook', { body: { url } })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining(message),
  });
});

test('refuses the address of Offcut itself, and unknown deliveries', async () => {
  const { offcut } = await open({ baseUrl: 'http://127.0.0.1:8787/' });
  await expect(
    offcut.call('createLabWebhook', { body: { url: 'http://127.0.0.1:8787/sandbox/v1/reset' } }),
  ).rejects.toMatchObject({ message: expect.stringContaining('Offcut itself') });
  await expect(offcut.call('resendLabDelivery', { params: { deliveryId: 'x' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('the log of requests hides the secret of a webhook', async () => {
  const { offcut } = await open();
  const secret = 'whsec_abcd+fghijklmnopqr/tuvwxyzABCDEF';
  await offcut.call('createLabWebhook', { body: { url: 'http://127.0.0.1:9/', secret } });
  const [call] = await offcut.call('listRequests', { query: { operation: 'createLabWebhook' } });
  expect(JSON.stringify(call)).toContain('whsec_abcd[hidden]');
  expect(JSON.stringify(call)).not.toContain('tuvwxyz');
});

test('an API key has its own webhooks, which end when it is revoked', async () => {
  const { emulator, offcut } = await open();
  const { url, received } = await listen();
  const { id, secret } = await offcut.call('createWebhook', { body: { url, events: ['job.completed'] } });
  const fetch = (input: string | URL | Request, init?: RequestInit) => emulator.handle(new Request(input, init));
  const other = new Offcut({ baseUrl: emulator.baseUrl, apiKey: await emulator.createKey('other'), fetch });
  const material = await offcut.upload(talk);
  await other.removeBackground({ material });
  await expect.poll(() => received).toHaveLength(1);
  new Webhook(secret).verify(received[0]?.body ?? '', received[0]?.headers as Record<string, string>);
  await expect.poll(async () => (await offcut.call('listDeliveries'))[0]?.status).toBe('delivered');
  const [delivery] = await offcut.call('listDeliveries');
  expect([await other.call('listWebhooks'), await other.call('listDeliveries')]).toEqual([[], []]);
  await expect(other.call('deleteWebhook', { params: { webhookId: id } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const deliveryId = delivery?.id ?? '';
  await expect(other.call('resendDelivery', { params: { deliveryId } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await offcut.call('resendDelivery', { params: { deliveryId } });
  await expect.poll(() => received).toHaveLength(2);
  expect(await offcut.call('listLabWebhooks')).toMatchObject([{ id }]);
  const [first] = (await offcut.call('listKeys')).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await offcut.call('revokeKey', { params: { keyId: first?.id ?? '' } });
  await other.removeBackground({ material, smoothing: 0.5 });
  await other.call('deleteMaterial', { params: { material } });
  expect(received).toHaveLength(2);
  expect(await offcut.call('listLabDeliveries')).toHaveLength(1);
});
