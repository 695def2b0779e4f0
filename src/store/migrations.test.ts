import { readFileSync, readdirSync } from 'node:fs';
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { tableNames } from '#core/model/records.ts';
import { getCanvas } from './canvases.ts';
import { migrate, schemaVersion } from './migrations.ts';
import { openStore } from './rows.ts';

const folder = new URL('../../test/fixtures/databases/', import.meta.url);
const kept = z.object({ version: z.int(), rows: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))) });
const versions = Array.from({ length: schemaVersion - 1 }, (_, index) => index + 1);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('a database of every released version is in the fixtures', () => {
  expect(readdirSync(folder).toSorted()).toEqual(versions.map((version) => `${version}.json`));
});

test.each(versions)('a database of version %i is opened with all its rows', async (version) => {
  const { rows } = kept.parse(JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8')));
  await write(version, rows);
  const store = openStore();
  for (const table of tableNames.filter((name) => name !== 'checkpoints')) {
    const found = await store.list(table);
    expect(found.map(({ id }) => id).toSorted()).toEqual((rows[table] ?? []).map(({ id }) => id).toSorted());
  }
  expect(await store.list('checkpoints')).toEqual([]);
  const [running] = await store.list('jobs', { index: 'status', value: 'running' });
  expect(running).toMatchObject({ materialIds: [expect.any(String)], modelIds: ['person-model'], proposal: null });
  const [canvas] = await store.list('canvases');
  const { tracks } = (await getCanvas(store, canvas?.id ?? '')).document;
  expect(tracks.flatMap(({ items }) => items.map(({ role }) => role))).toEqual(['source', 'cut-out']);
  const [result] = await store.list('assets', { index: 'jobId', value: canvas?.jobId ?? '' });
  expect(result).toMatchObject({ kind: 'result', facts: null });
});

test('a failed migration leaves the database unchanged', async () => {
  await write(3, { canvases: [{ id: 'cnv_broken' }] });
  await expect(openStore().list('canvases')).rejects.toThrow();
  const database = await openDB('offcut');
  expect([database.version, await database.getAll('canvases')]).toEqual([3, [{ id: 'cnv_broken' }]]);
  database.close();
});

test('a database of a newer version stays unchanged', async () => {
  const newer = await openDB('offcut', schemaVersion + 1);
  newer.close();
  await expect(openStore().list('jobs')).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
});

test('a canvas of a newer version is refused with a message, and stays unchanged', async () => {
  const document = { version: 99, tracks: 'as nobody knows yet' };
  const canvas = { id: 'cnv_new', jobId: null, revision: 1, document, createdAt: 0, updatedAt: 0 };
  await write(schemaVersion, { canvases: [canvas] });
  await expect(getCanvas(openStore(), 'cnv_new')).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringMatching(/has version 99, .* reload the page/),
  });
  const database = await openDB('offcut');
  expect(await database.get('canvases', 'cnv_new')).toEqual(canvas);
  database.close();
});

test('a store that is open during the upgrade by a newer version reports that the request can be repeated', async () => {
  const store = openStore();
  expect(await store.list('jobs')).toEqual([]);
  const newer = await openDB('offcut', schemaVersion + 1);
  await expect(store.list('jobs')).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
  newer.close();
});

/** Writes rows into a database of that version, created by the migrations up to it. */
async function write(version: number, rows: z.output<typeof kept>['rows']): Promise<void> {
  const database = await openDB('offcut', version, {
    upgrade: (upgraded, _, __, transaction) => void migrate(upgraded, transaction, 0, version),
  });
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names, 'readwrite');
  await Promise.all(names.flatMap((name) => (rows[name] ?? []).map((row) => transaction.objectStore(name).put(row))));
  await transaction.done;
  database.close();
}
