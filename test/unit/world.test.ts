import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { makeZip } from 'client-zip';
import { expect, onTestFinished, test } from 'vitest';
import { Offcut } from '#client/offcut.ts';
import { Emulator } from '#emulator/emulator.ts';
import { schemaVersion } from '#store/migrations.ts';
import { readState } from '#store/state.ts';
import { readStoredZip } from '#api/read-zip.ts';

const talk = new File([await readFile('public/sample/talk.mp4')], 'talk.mp4');
const getHash = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

type Opened = { readonly emulator: Emulator; readonly offcut: Offcut; readonly apiKey: string };

async function open(): Promise<Opened> {
  const emulator = new Emulator();
  onTestFinished(() => emulator.stop());
  const fetch = (input: string | URL | Request, init?: RequestInit) => emulator.handle(new Request(input, init));
  const apiKey = await emulator.createKey();
  return { emulator, apiKey, offcut: new Offcut({ baseUrl: emulator.baseUrl, apiKey, fetch }) };
}

const getWorld = async ({ offcut }: Opened, query: { secrets?: 'include' } = {}): Promise<Blob> =>
  (await offcut.open('getWorld', { query })).blob();

const putWorld = ({ offcut }: Opened, file: Blob) => offcut.call('putWorld', { file });

/** A store with a material, a job with a result and a canvas, and a job that waits for review. */
async function fill(opened: Opened): Promise<void> {
  const material = await opened.offcut.upload(talk);
  await opened.offcut.removeBackground({ material });
  await opened.offcut.run('tighten', { material }, { pollMs: 5 });
}

/** The rows, with the hash of the bytes instead of the name of each file. */
async function readWhole({ emulator: { store } }: Opened): Promise<unknown> {
  const state = await readState(store);
  const hashes = new Map<string, string>();
  for (const name of await store.bytes.list()) {
    hashes.set(name, getHash(new Uint8Array(await (await store.bytes.read(name)).arrayBuffer())));
  }
  return JSON.parse(JSON.stringify(state), (key, value: unknown) =>
    key === 'file' && typeof value === 'string' ? (hashes.get(value) ?? 'missing') : value,
  );
}

test('a world with secrets restores the same rows and bytes in another browser, and its keys work there', async () => {
  const [from, to] = [await open(), await open()];
  await fill(from);
  await to.offcut.upload(new File(['other'.repeat(1000)], 'other.mp4')).catch(() => undefined);
  const restored = await putWorld(to, await getWorld(from, { secrets: 'include' }));
  expect(restored).toMatchObject({ restored: true, rows: { jobs: 2, keys: 1 } });
  expect(await readWhole(to)).toEqual(await readWhole(from));
  const fetch = (input: string | URL | Request, init?: RequestInit) => to.emulator.handle(new Request(input, init));
  const moved = new Offcut({ baseUrl: to.emulator.baseUrl, apiKey: from.apiKey, fetch });
  const [waiting, done] = await moved.call('listJobs');
  expect([waiting?.status, done?.status]).toEqual(['awaiting_review', 'completed']);
  const finalUrl = done?.finalUrl ?? '';
  const [one, other] = [await from.offcut.download(finalUrl), await moved.download(finalUrl)];
  expect(await other.bytes()).toEqual(await one.bytes());
  expect((await to.emulator.store.bytes.list()).length).toBe(restored.files);
});

test('a world has no secrets by default, and its jobs and ledger keep their payer', async () => {
  const [from, to] = [await open(), await open()];
  await fill(from);
  const zip = await getWorld(from);
  const json = (await readStoredZip(zip)).get('world.json');
  const text = (await json?.blob.text()) ?? '';
  for (const { id } of [...(await from.emulator.store.list('keys')), ...(await from.emulator.store.list('tickets'))]) {
    expect(text).not.toContain(id);
  }
  expect(text).not.toContain(getHash(from.apiKey));
  await putWorld(to, zip);
  const [key] = await to.emulator.store.list('keys');
  expect(key).toMatchObject({ id: key?.handle, revokedAt: expect.any(Number) });
  const jobs = await to.emulator.store.list('jobs');
  expect(jobs.map(({ keyId }) => keyId)).toEqual([key?.id, key?.id]);
  const apiKey = await to.emulator.createKey();
  const fetch = (input: string | URL | Request, init?: RequestInit) => to.emulator.handle(new Request(input, init));
  const other = new Offcut({ baseUrl: to.emulator.baseUrl, apiKey, fetch });
  const waiting = jobs.find(({ status }) => status === 'awaiting_review');
  await other.call('reviewJob', { params: { envelopeId: waiting?.id ?? '' }, body: { decision: 'approve' } });
  await expect.poll(async () => (await other.jobs.get(waiting?.id ?? '')).status).toBe('completed');
  for (const old of [from.apiKey, key?.id ?? '']) {
    const reply = await to.emulator.handle(
      new Request(new URL('v1/me', to.emulator.baseUrl), { headers: { Authorization: `Bearer ${old}` } }),
    );
    expect(reply.status).toBe(401);
  }
});

test('a world keeps the open session of the page that restores it', async () => {
  const [from, to] = [await open(), await open()];
  const { apiKey } = await to.offcut.call('createSession');
  await putWorld(to, await getWorld(from));
  const headers = { Authorization: `Bearer ${apiKey}` };
  expect((await to.emulator.handle(new Request(new URL('v1/me', to.emulator.baseUrl), { headers }))).status).toBe(200);
});

test('the ZIP contains each file once, under its hash', async () => {
  const from = await open();
  await fill(from);
  const entries = await readStoredZip(await getWorld(from));
  expect([...entries.keys()].at(-1)).toBe('world.json');
  for (const { name, blob } of entries.values()) {
    expect(name === 'world.json' || name === `files/${getHash(new Uint8Array(await blob.arrayBuffer()))}`).toBe(true);
  }
});

type Json = Record<string, unknown>;

const asset = (change: Json = {}): Json => ({
  id: 'mat_x',
  kind: 'material',
  file: 'a.mp4',
  name: 'a.mp4',
  extension: 'mp4',
  mimeType: 'video/mp4',
  sizeBytes: 3,
  sha256: getHash('abc'),
  sourceUrl: null,
  jobId: null,
  facts: null,
  createdAt: 0,
  ...change,
});

async function makeWorld(
  change: Json = {},
  files: Record<string, string> = { [getHash('abc')]: 'abc' },
): Promise<Blob> {
  const world = {
    format: 'offcut-world',
    version: 1,
    schemaVersion,
    createdAt: '2026-01-01T00:00:00.000Z',
    hasSecrets: false,
    files: [{ name: 'a.mp4', sizeBytes: 3, sha256: getHash('abc') }],
    tables: { assets: [asset()] },
    ...change,
  };
  const entries = Object.entries(files).map(([name, input]) => ({ name: `files/${name}`, input }));
  return new Response(makeZip([...entries, { name: 'world.json', input: JSON.stringify(world) }])).blob();
}

test('a hand-made world is restored; an older version is accepted if its rows are valid', async () => {
  const to = await open();
  expect(await putWorld(to, await makeWorld())).toMatchObject({ files: 1, rows: { assets: 1, jobs: 0 } });
  expect(await putWorld(to, await makeWorld({ schemaVersion: 1 }))).toMatchObject({ files: 1 });
});

const hostile = asset({ file: '../../a.mp4' });
const hostileFiles = [{ name: '../../a.mp4', sizeBytes: 3, sha256: getHash('abc') }];

test('a hostile file name in the rows reaches no disk', async () => {
  const to = await open();
  await putWorld(to, await makeWorld({ tables: { assets: [hostile] }, files: hostileFiles }));
  const [stored] = await to.emulator.store.list('assets');
  expect(stored?.file).toMatch(/^world_[\w-]+\.0\.mp4$/);
});

const job = { id: 'job', status: 'running' };
const bomb = { [getHash('abc')]: 'abc'.repeat(100) };

test.for<[name: string, make: () => Promise<Blob>, message: string]>([
  ['no ZIP', async () => new Blob(['not a zip']), 'ZIP'],
  ['an empty body', async () => new Blob([]), 'ZIP'],
  ['a cut ZIP', async () => (await makeWorld()).slice(0, -30), 'ZIP'],
  ['another ZIP', async () => new Response(makeZip([{ name: 'a.txt', input: 'a' }])).blob(), 'world.json'],
  [
    'a name that leads out',
    async () => new Response(makeZip([{ name: '../world.json', input: '{}' }])).blob(),
    'leads out',
  ],
  ['broken JSON', async () => new Response(makeZip([{ name: 'world.json', input: '{' }])).blob(), 'not valid JSON'],
  ['another format', () => makeWorld({ format: 'zip' }), 'world.json.format'],
  ['a newer format', () => makeWorld({ version: 2 }), 'world.json.version'],
  ['a newer schema', () => makeWorld({ schemaVersion: 999 }), 'update Offcut'],
  ['older rows that are not valid today', () => makeWorld({ schemaVersion: 1, tables: { jobs: [job] } }), 'version 1'],
  ['rows of the current version that are not valid', () => makeWorld({ tables: { jobs: [job] } }), 'tables.jobs.0'],
  ['an unknown table', () => makeWorld({ tables: { snapshots: [] } }), 'snapshots'],
  ['a repeated id', () => makeWorld({ tables: { assets: [asset(), asset()] } }), 'same id'],
  ['a missing file', () => makeWorld({}, {}), 'is missing'],
  ['a file that is not in the list', () => makeWorld({ files: [] }), 'not in the list'],
  ['a file that is larger than its size', () => makeWorld({}, bomb), 'instead of 3'],
  ['other bytes', () => makeWorld({}, { [getHash('abc')]: 'abd' }), 'do not have this SHA-256'],
  ['an asset with another size', () => makeWorld({ tables: { assets: [asset({ sizeBytes: 4 })] } }), 'tables.assets.0'],
  ['an asset with another hash', () => makeWorld({ tables: { assets: [asset({ sha256: 'x' })] } }), 'tables.assets.0'],
])('refuses %s and changes nothing', async ([, make, message]) => {
  const to = await open();
  await to.offcut.upload(talk);
  const before = [await readWhole(to), await to.emulator.store.bytes.list()];
  const zip = await make();
  await expect(putWorld(to, zip)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining(message),
  });
  expect([await readWhole(to), await to.emulator.store.bytes.list()]).toEqual(before);
});

test('a full disk refuses a world and leaves no file', async () => {
  const to = await open();
  const { bytes } = to.emulator.store;
  const create = bytes.create.bind(bytes);
  Object.assign(bytes, {
    create: async (name: string) => ({
      ...(await create(name)),
      write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
    }),
  });
  await expect(putWorld(to, await makeWorld())).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(await bytes.list()).toEqual([]);
});

test('a world with an open job of an unknown key is refused', async () => {
  const [from, to] = [await open(), await open()];
  await fill(from);
  const state = await readState(from.emulator.store);
  const zip = makeWorld({ tables: { ...state, keys: [], assets: [asset()] } });
  await expect(putWorld(to, await zip)).rejects.toMatchObject({ message: expect.stringContaining('keyId') });
});
