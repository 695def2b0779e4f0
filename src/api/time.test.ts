import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelJob } from '#store/jobs.ts';
import { getData, expectFailure, toForm } from '#conformance/client.ts';
import { openNodeApi, personModel } from '../../test/support/node-api.ts';

const video = new Uint8Array(await readFile(new URL('../../test/fixtures/sample/short.mp4', import.meta.url)));

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') }));
afterEach(() => void vi.useRealTimers());

describe('time', () => {
  it('a ticket expires after 30 minutes, and not earlier', async () => {
    const { client, api } = await openNodeApi();
    const [first, second] = [await client.newTicket(), await client.newTicket()];
    await api.emulator.advance(1799);
    getData(await client.fill(first, toForm(video, 'a.mp4')));
    await api.emulator.advance(1);
    expectFailure(await client.fill(second, toForm(video, 'a.mp4')), 410, 'TICKET_EXPIRED');
    expect(getData(await client.call('GET', `/v1/uploads/${second}`))).toEqual({ status: 'expired' });
    expect(getData(await client.call('GET', `/v1/uploads/${first}`))).toMatchObject({ status: 'uploaded' });
  });

  it('an ended ticket is deleted after a week', async () => {
    const { client, api } = await openNodeApi();
    const old = await client.newTicket();
    await api.emulator.advance(7 * 24 * 3600);
    await client.newTicket();
    expect(await api.emulator.store.get('tickets', old)).toBeDefined();
    await api.emulator.advance(1801);
    await client.newTicket();
    expect(await api.emulator.store.get('tickets', old)).toBeUndefined();
    expect(await api.emulator.store.list('tickets')).toHaveLength(2);
  });

  it('a session expires after a day, and is deleted unless one of its runs is open', async () => {
    const { client, api } = await openNodeApi();
    const open = async (): Promise<string> =>
      getData<{ apiKey: string }>(await client.sandbox('POST', '/session')).apiKey;
    const [idle, busy] = [await open(), await open()];
    const material = await client.upload(video);
    api.emulator.setSeconds(7 * 24 * 3600);
    const started = await client.run({ material }, { key: busy, headers: { Prefer: 'respond-async' } });
    const { id } = getData<{ id: string }>(started);
    await api.emulator.advance(24 * 3600);
    expectFailure(await client.call('GET', '/v1/me', { key: idle }), 401, 'UNAUTHORIZED');
    await open();
    expect((await api.emulator.store.list('keys')).filter(({ kind }) => kind === 'session')).toHaveLength(2);
    await cancelJob(api.emulator.store, id, api.emulator.lab.clock.now());
    api.emulator.bell.ring('jobs');
    await vi.waitFor(async () => expect((await api.emulator.store.get('jobs', id))?.status).toBe('canceled'));
    await open();
    expect((await api.emulator.store.list('keys')).filter(({ kind }) => kind === 'session')).toHaveLength(2);
  });

  it('the window of the rate limit ends after a minute', async () => {
    const { client, api } = await openNodeApi();
    await client.sandbox('PUT', '/caps', { requestsPerMinute: 1 });
    expect((await client.call('GET', '/v1/me')).status).toBe(200);
    await api.emulator.advance(20);
    const refused = await client.call('GET', '/v1/me');
    expect(refused.headers.get('Retry-After')).toBe('40');
    await api.emulator.advance(40);
    expect((await client.call('GET', '/v1/me')).status).toBe(200);
  });

  it('a response to an Idempotency-Key is deleted after a day', async () => {
    const { client, api } = await openNodeApi();
    const post = (purpose: string) =>
      client.call('POST', '/v1/uploads', { body: { purpose }, headers: { 'Idempotency-Key': 'a' } });
    const first = await post('a');
    await api.emulator.advance(24 * 3600 - 1);
    expect((await post('a')).text).toBe(first.text);
    await api.emulator.advance(1);
    expect((await post('b')).status).toBe(200);
    expect(await api.emulator.store.list('replays')).toHaveLength(1);
  });

  it('the estimate of a run follows the duration of past runs', async () => {
    const { client, api } = await openNodeApi({ models: [personModel] });
    const eta = async (query: string): Promise<number> =>
      getData<{ etaSeconds: number }>(await client.call('GET', `/v1/estimate?recipeId=remove-background${query}`))
        .etaSeconds;
    expect(await eta('')).toBe(60);
    await api.emulator.store.transact(['measurements'], (transaction) =>
      transaction.put('measurements', {
        id: 'remove-background:fast',
        secondsPerSecond: 0.5,
        secondsPerRun: 7.2,
        runs: 3,
      }),
    );
    expect([await eta(''), await eta('&quality=fast'), await eta('&quality=fast&durationSeconds=30')]).toEqual([
      60, 8, 15,
    ]);
    await api.emulator.store.transact(['measurements'], (transaction) =>
      transaction.put('measurements', {
        id: 'remove-background:fast:person-model',
        secondsPerSecond: 5,
        secondsPerRun: 70,
        runs: 1,
      }),
    );
    expect(await eta('&quality=fast&model=person-model')).toBe(70);
    expect(await eta('&durationSeconds=10')).toBe(60);
  });

  it('the estimate of a run follows the frames of its material, and a run has that estimate from the start', async () => {
    const { client, api } = await openNodeApi({ models: [personModel] });
    const material = await client.upload(video);
    const isRead = async () => (await api.emulator.store.get('assets', material))?.facts;
    await expect.poll(isRead).toBeTruthy();
    const facts = {
      kind: 'video',
      width: 640,
      height: 360,
      durationSeconds: 3600,
      frameRate: 25,
      hasSound: false,
    } as const;
    const sample = { frameCount: 250, pixels: 640 * 360, startSeconds: 2, workSeconds: 12 };
    await api.emulator.store.transact(['assets', 'measurements'], async (transaction) => {
      const asset = await transaction.get('assets', material);
      if (asset) {
        await transaction.put('assets', { ...asset, facts: { ...facts, fault: null } });
      }
      const averages = { secondsPerSecond: 1.2, secondsPerRun: 12, runs: 1 };
      await transaction.put('measurements', { id: 'remove-background:best', ...averages, samples: [sample] });
    });
    const query = `/v1/estimate?recipeId=remove-background&material=${material}`;
    const whole = getData<{ etaSeconds: number; warnings: string[] }>(await client.call('GET', query));
    expect(whole.etaSeconds).toBe(2 + 3600);
    expect(whole.warnings).toEqual([expect.stringContaining('61 minutes')]);
    expect(getData(await client.call('GET', `${query}&durationSeconds=100`))).toMatchObject({ etaSeconds: 2 + 100 });
    const trim = { startSeconds: 1000, endSeconds: 1200 };
    const headers = { Prefer: 'respond-async' };
    await client.call('POST', '/v1/run/remove-background', {
      body: { material, trim, model: 'person-model' },
      headers,
    });
    const [job] = await api.emulator.store.list('jobs');
    expect(job?.etaSeconds).toBe(2 + 200);
  });
});
