import { beforeEach, expect, test } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import type { Asset } from '#core/model/records.ts';
import { assemble } from '#core/timeline/assemble.ts';
import { testJob, testMaterial } from '../../test/support/rows.ts';
import { deleteCanvas, dropUnused, removeAssets, useTables } from './asset-uses.ts';
import { changeCanvas, newCanvas } from './canvases.ts';
import { createMemoryStore } from './memory.ts';
import type { Store } from './store.ts';

const size = { width: 2, height: 2, durationSeconds: 1, frameRate: 25 };
const makeDocument = (assetId: string) => assemble('x', [{ assetId, name: 'clip', kind: 'video', ...size }]);

let store: Store;

beforeEach(async () => {
  store = createMemoryStore();
  await put(testMaterial);
});

async function put(asset: Asset): Promise<void> {
  const sink = await store.bytes.create(asset.file);
  await sink.write(new Uint8Array([1]));
  await sink.close();
  await store.transact(['assets'], (transaction) => transaction.put('assets', asset));
}

async function open(assetId: string): Promise<string> {
  const canvas = newCanvas(makeDocument(assetId), null, 0);
  await store.transact(['canvases'], (transaction) => transaction.put('canvases', canvas));
  return canvas.id;
}

async function remove(asset: Asset = testMaterial): Promise<string[]> {
  const held = await store.bytes.held();
  return store.transact([...useTables, 'assets'], (transaction) => removeAssets(transaction, [asset], held));
}

const getKind = async (id = testMaterial.id): Promise<string | undefined> => (await store.get('assets', id))?.kind;

test('unused assets are removed, and the names of their files are returned', async () => {
  expect(await remove()).toEqual([testMaterial.file]);
  expect(await getKind()).toBeUndefined();
});

test('an asset of a canvas is kept until the last canvas and the last version that name it are deleted', async () => {
  const [one, two] = [await open(testMaterial.id), await open('another')];
  const { document } = newCanvas(makeDocument(testMaterial.id), null, 0);
  await changeCanvas(store, two, 1, 1, async () => document);
  expect(await remove()).toEqual([]);
  expect(await getKind()).toBe('kept');
  await deleteCanvas(store, one, 1);
  expect(await getKind()).toBe('kept');
  for (let revision = 2; revision <= 50; revision += 1) {
    await changeCanvas(store, two, revision, revision, async (before) => ({ ...before, tracks: [] }));
  }
  await dropUnused(store);
  expect([await getKind(), await store.bytes.list()]).toEqual(['kept', [testMaterial.file]]);
  await changeCanvas(store, two, 51, 51, async (before) => before);
  await dropUnused(store);
  expect([await getKind(), await store.bytes.list()]).toEqual([undefined, []]);
});

test('an asset that an open editor can restore by an undo is kept until the editor is closed', async () => {
  const { promise: isClosed, resolve: close } = createDeferred();
  const editor = store.bytes.hold(testMaterial.id, () => isClosed);
  expect(await remove()).toEqual([]);
  await dropUnused(store);
  expect([await getKind(), await store.bytes.list()]).toEqual(['kept', [testMaterial.file]]);
  close();
  await editor;
  await dropUnused(store);
  expect([await getKind(), await store.bytes.list()]).toEqual([undefined, []]);
});

test('the inputs of an open job are kept', async () => {
  await store.transact(['jobs'], (transaction) => transaction.put('jobs', testJob()));
  await remove();
  await dropUnused(store);
  expect(await getKind()).toBe('kept');
});

test('a file that another row names stays if a row of the kind `kept` is deleted', async () => {
  const canvas = await open(testMaterial.id);
  await remove();
  await put({ ...testMaterial, id: 'mat_2' });
  await deleteCanvas(store, canvas, 1);
  expect([await getKind(), await store.bytes.list()]).toEqual([undefined, [testMaterial.file]]);
});

test('a job whose canvas is deleted gets a later `updatedAt`, even within one millisecond', async () => {
  const job = testJob({ status: 'completed', canvasId: 'cnv_1', updatedAt: 7 });
  const canvas = { ...newCanvas(makeDocument(testMaterial.id), job.id, 7), id: 'cnv_1' };
  await store.transact(['canvases', 'jobs'], async (transaction) => {
    await transaction.put('canvases', canvas);
    await transaction.put('jobs', job);
  });
  await deleteCanvas(store, canvas.id, 7);
  expect(await store.get('jobs', job.id)).toMatchObject({ canvasId: null, updatedAt: 8 });
});
