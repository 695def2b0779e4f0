import { expect, test } from 'vitest';
import { openLab, readTalk } from '../support/lab.ts';

const newYear = '2026-01-01T00:00:00.000Z';

test('a frozen clock shows the same time in all timestamps', async () => {
  const { call } = await openLab();
  expect(await call('PUT', 'sandbox/v1/clock', { mode: 'frozen', now: newYear })).toEqual({
    mode: 'frozen',
    now: newYear,
  });
  expect(await call('POST', 'v1/canvases', { title: 'At new year' })).toMatchObject({ createdAt: newYear });
  await call('POST', 'sandbox/v1/clock/advance', { seconds: 3600 });
  const later = '2026-01-01T01:00:00.000Z';
  expect(await call('POST', 'v1/canvases', { title: 'Later' })).toMatchObject({ createdAt: later });
  expect(await call('GET', 'sandbox/v1/clock')).toEqual({ mode: 'frozen', now: later });
});

test('a clock without a time is frozen at the present one', async () => {
  const { call, emulator } = await openLab();
  await call('PUT', 'sandbox/v1/clock', { mode: 'offset', seconds: 86_400 });
  await call('PUT', 'sandbox/v1/clock', { mode: 'frozen' });
  expect(emulator.lab.clock.now() - Date.now()).toBeGreaterThan(86_000_000);
});

test('an offset expires tickets, and the real time restores them', async () => {
  const { call } = await openLab();
  const { ticket } = (await call('POST', 'v1/uploads')) as { ticket: string };
  expect(await call('PUT', 'sandbox/v1/clock', { mode: 'offset', seconds: 1801 })).toMatchObject({ seconds: 1801 });
  expect(await call('GET', `v1/uploads/${ticket}`)).toMatchObject({ status: 'expired' });
  await call('PUT', 'sandbox/v1/clock', { mode: 'real' });
  expect(await call('GET', `v1/uploads/${ticket}`)).toMatchObject({ status: 'pending' });
});

test('advancing the clock expires a review at once', async () => {
  const { call, offcut } = await openLab();
  const material = await offcut.upload(await readTalk());
  const { id } = await offcut.run('tighten', { material }, { pollMs: 5 });
  await call('POST', 'sandbox/v1/clock/advance', { seconds: 31 * 86_400 });
  await expect.poll(() => call('GET', `v1/jobs/${id}`)).toMatchObject({ status: 'canceled' });
});

test('a rate limit ends when the clock moves, forward or back', async () => {
  const { call, send } = await openLab();
  await call('PUT', 'sandbox/v1/caps', { requestsPerMinute: 1 });
  const count = async (): Promise<number[]> => [
    (await send('GET', 'v1/me')).status,
    (await send('GET', 'v1/me')).status,
  ];
  expect(await count()).toEqual([200, 429]);
  await call('POST', 'sandbox/v1/clock/advance', { seconds: 60 });
  expect(await count()).toEqual([200, 429]);
  await call('PUT', 'sandbox/v1/clock', { mode: 'real' });
  expect(await count()).toEqual([200, 429]);
});

test('an idempotency key is forgotten after a day', async () => {
  const { call, send } = await openLab();
  const create = (): Promise<Response> => send('POST', 'v1/canvases', { title: 'Once' }, { 'Idempotency-Key': 'once' });
  const first = await create();
  expect(await (await create()).json()).toEqual(await first.json());
  await call('POST', 'sandbox/v1/clock/advance', { seconds: 86_400 });
  expect((await create()).headers.get('Idempotent-Replayed')).toBeNull();
});

test('refuses times that cannot be written', async () => {
  const { call, send } = await openLab();
  await call('PUT', 'sandbox/v1/clock', { mode: 'frozen', now: '9999-12-31T00:00:00Z' });
  expect((await send('POST', 'sandbox/v1/clock/advance', { seconds: 90_000 })).status).toBe(400);
  expect((await send('PUT', 'sandbox/v1/clock', { mode: 'frozen', now: 'tomorrow' })).status).toBe(400);
  expect((await send('PUT', 'sandbox/v1/clock', { mode: 'offset' })).status).toBe(400);
});

test('a reset sets the clock to the real time', async () => {
  const { call, emulator } = await openLab();
  await call('PUT', 'sandbox/v1/clock', { mode: 'frozen', now: newYear });
  await call('POST', 'sandbox/v1/reset', {});
  expect(emulator.lab.clock.setting).toEqual({ mode: 'real' });
});
