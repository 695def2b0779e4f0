import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Offcut } from '#client/offcut.ts';
import { tableNames } from '#core/model/records.ts';
import { stateTables } from '#core/model/state.ts';
import { recipes } from '#recipes/catalog.ts';
import { Emulator, type EmulatorOptions } from '#emulator/emulator.ts';
import { startEmulator } from '#emulator/testing.ts';

const talk = new File([await readFile('public/sample/talk.mp4')], 'talk.mp4');

type Opened = { readonly emulator: Emulator; readonly offcut: Offcut };

async function open(options: EmulatorOptions = {}): Promise<Opened> {
  const emulator = new Emulator(options);
  onTestFinished(() => emulator.stop());
  const fetch = (input: string | URL | Request, init?: RequestInit) => emulator.handle(new Request(input, init));
  return { emulator, offcut: new Offcut({ baseUrl: emulator.baseUrl, apiKey: await emulator.createKey(), fetch }) };
}

const take = (offcut: Offcut, name: string) => offcut.call('takeSnapshot', { body: { name } });
const restore = (offcut: Offcut, name: string) => offcut.call('restoreSnapshot', { params: { name } });

const quick = { pollMs: 5 };
const price = recipes['remove-background'].priceCredits;

test('every table is part of the state or excluded on purpose', () => {
  expect(tableNames.filter((name) => !(stateTables as string[]).includes(name)).toSorted()).toEqual(
    ['deliveries', 'errands', 'faults', 'lab', 'outside', 'requests', 'snapshots', 'webhooks'].toSorted(),
  );
});

test('a snapshot restores deleted materials, canvases, jobs and credits', async () => {
  const { offcut } = await open();
  const material = await offcut.upload(talk);
  const job = await offcut.run('tighten', { material }, { ...quick, review: () => ({ decision: 'approve' }) });
  const { creditsRemaining } = await offcut.call('getMe');
  const snapshot = await take(offcut, 'done');
  expect(snapshot).toMatchObject({ name: 'done', rows: { jobs: 1, canvases: 1 } });
  await offcut.call('deleteJob', { params: { envelopeId: job.id } });
  await offcut.call('deleteMaterial', { params: { material } });
  await offcut.call('setCredits', { body: { credits: 3 } });
  await restore(offcut, 'done');
  expect(await offcut.jobs.get(job.id)).toEqual(job);
  expect((await offcut.download(job.finalUrl ?? '')).size).toBeGreaterThan(100);
  expect(await offcut.call('getMe')).toMatchObject({ creditsRemaining });
  expect(await offcut.call('listSnapshots')).toEqual([snapshot]);
});

test('a restore rings the bell for every table of the state', async () => {
  const { emulator, offcut } = await open();
  await take(offcut, 'empty');
  const rung = new Set<string>();
  emulator.bell.listen((table) => rung.add(table));
  await restore(offcut, 'empty');
  expect([...rung]).toEqual(expect.arrayContaining(stateTables));
});

test('a running job of the snapshot runs again after a restore, and the current attempt ends', async () => {
  const { emulator, offcut } = await open({ runs: { 'remove-background': { seconds: 3600 } } });
  const material = await offcut.upload(talk);
  const run = offcut.removeBackground({ material }, { ...quick, onProgress: () => undefined });
  const isRunning = async () => (await offcut.call('listJobs'))[0]?.status === 'running';
  await expect.poll(isRunning).toBe(true);
  await take(offcut, 'running');
  const [before] = await emulator.store.list('jobs');
  await restore(offcut, 'running');
  await expect.poll(isRunning).toBe(true);
  const [after] = await emulator.store.list('jobs');
  const statuses = after?.log.slice(before?.log.length).map(({ status }) => status);
  expect(statuses?.slice(0, 2)).toEqual(['queued', 'running']);
  expect(after?.losses.count).toBe(0);
  emulator.setSeconds(0);
  await emulator.advance(3600);
  await run;
  expect(await offcut.call('getAccount')).toMatchObject({ creditsRemaining: 500 - price, creditsReserved: 0 });
});

test('a run that the restored state does not contain ends without a trace', async () => {
  const { emulator, offcut } = await open({ runs: { 'remove-background': { seconds: 3600 } } });
  const material = await offcut.upload(talk);
  await take(offcut, 'before');
  const run = offcut.removeBackground({ material }, { ...quick, onProgress: () => undefined });
  run.catch(() => undefined);
  await expect.poll(async () => (await offcut.call('listJobs'))[0]?.status).toBe('running');
  await restore(offcut, 'before');
  await expect(run).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
  emulator.declare({ 'remove-background': {} });
  await offcut.removeBackground({ material });
  expect(await emulator.store.list('jobs')).toHaveLength(1);
  expect(await offcut.call('getAccount')).toMatchObject({ creditsRemaining: 500 - price, creditsReserved: 0 });
});

test('a reset to a snapshot keeps the snapshots, and a reset deletes them', async () => {
  const { offcut } = await open();
  await take(offcut, 'one');
  await offcut.upload(talk);
  await offcut.call('reset', { body: { snapshot: 'one' } });
  expect(await offcut.call('listMaterials')).toEqual([]);
  expect(await offcut.call('listSnapshots')).toHaveLength(1);
  await offcut.call('reset');
  expect(await offcut.call('listSnapshots')).toEqual([]);
});

test('refuses unknown snapshots and invalid names', async () => {
  const { offcut } = await open();
  await expect(restore(offcut, 'gone')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(offcut.call('deleteSnapshot', { params: { name: 'gone' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(offcut.call('reset', { body: { snapshot: 'gone' } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (const name of ['', '..', '.a', 'a/b', 'a b', 'a'.repeat(65)]) {
    await expect(take(offcut, name)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  }
});

test('a snapshot of a newer version is refused, and the state stays', async () => {
  const { emulator, offcut } = await open();
  const material = await offcut.upload(talk);
  await take(offcut, 'newer');
  const [snapshot] = await emulator.store.list('snapshots');
  const sink = await emulator.store.bytes.create(snapshot?.file ?? '');
  await sink.write(new TextEncoder().encode('{"schemaVersion":999,"tables":{}}'));
  await sink.close();
  await expect(restore(offcut, 'newer')).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining('999'),
  });
  expect(await offcut.call('listMaterials')).toMatchObject([{ material }]);
});

test('a diff lists added, removed and changed rows, and the credits', async () => {
  const { emulator, offcut } = await open();
  const material = await offcut.upload(talk);
  const other = await offcut.upload(new File([talk, 'x'], 'other.mp4'));
  const diff = () => offcut.call('getDiff', { query: { since: 'start' } });
  await take(offcut, 'start');
  expect(await diff()).toMatchObject({ since: 'start', tables: {}, credits: { difference: 0 } });
  const { envelopeId } = await offcut.removeBackground({ material });
  await offcut.call('deleteMaterial', { params: { material: other } });
  await offcut.call('setPlan', { body: { plan: 'free' } });
  const { tables, credits } = await diff();
  expect(tables['jobs']).toEqual({ added: [envelopeId], removed: [], changed: [] });
  expect(tables['assets']).toMatchObject({ removed: [other], added: expect.any(Array) });
  expect(tables['account']?.added).toEqual(['account']);
  expect(tables['keys']?.changed[0]?.fields).toContain('spentCredits');
  expect(tables['keys']?.changed[0]?.id).toMatch(/^key_/);
  const [key] = await emulator.store.list('keys');
  expect(JSON.stringify(tables)).not.toContain(key?.id);
  expect(credits).toEqual({
    before: { remaining: 500, reserved: 0 },
    after: { remaining: 500 - price, reserved: 0 },
    difference: -price,
  });
  await expect(offcut.call('getDiff', { query: { since: 'gone' } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the emulator of a test suite returns to its start, with the same key, while a job runs', async () => {
  const server = await startEmulator({ runs: { 'remove-background': { seconds: 3600 } } });
  onTestFinished(() => server.close());
  const offcut = new Offcut({ baseUrl: server.baseUrl, apiKey: server.apiKey });
  const material = await offcut.upload(talk);
  await server.snapshot('one');
  await offcut.call('addFault', { body: { match: { operation: 'listLedger' }, effect: { errorCode: 'INTERNAL' } } });
  const headers = { Prefer: 'respond-async' };
  await offcut.call('run:remove-background', { body: { material }, headers });
  await expect.poll(async () => (await offcut.call('listJobs'))[0]?.status).toBe('running');
  await server.restore('one');
  expect([await offcut.call('listJobs'), await offcut.call('listMaterials')]).toMatchObject([[], [{ material }]]);
  await offcut.call('run:remove-background', { body: { material }, headers });
  await expect.poll(async () => (await offcut.call('listJobs'))[0]?.status).toBe('running');
  await server.reset();
  expect([await offcut.call('listJobs'), await offcut.call('listMaterials')]).toEqual([[], []]);
  expect(await offcut.call('getMe')).toMatchObject({ creditsRemaining: 500 });
  expect(await offcut.call('listFaults')).toEqual([]);
  await expect(server.restore('one')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
