import { expect, test, vi } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { assemble } from '#core/timeline/assemble.ts';
import { changeCanvas, listVersions, newCanvas, readVersion } from './canvases.ts';
import { createMemoryStore } from './memory.ts';

const store = createMemoryStore();

async function open(document: TimelineDocument): Promise<string> {
  const canvas = newCanvas(document, null, 0);
  await store.transact(['canvases'], (transaction) => transaction.put('canvases', canvas));
  return canvas.id;
}

const change = (id: string, edit: (document: TimelineDocument) => TimelineDocument, now = 1) =>
  changeCanvas(store, id, null, now, async (document) => edit(document));

const revisions = async (id: string): Promise<number[]> =>
  (await listVersions(store, id)).map(({ revision }) => revision);

test('50 states of a canvas are stored: all new ones, fewer of the older ones, each with its start time', async () => {
  const id = await open(assemble('0', []));
  for (let count = 1; count <= 55; count += 1) {
    await change(id, (document) => ({ ...document, title: String(count) }), count * 1000);
  }
  const kept = await revisions(id);
  expect(kept).toHaveLength(50);
  expect(kept.slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, index) => 55 - index));
  expect((await listVersions(store, id)).at(-1)).toMatchObject({ revision: 1, title: '0', createdAt: 0 });
  expect((await readVersion(store, id, 55)).title).toBe('54');
  expect(kept).not.toContain(2);
  await expect(readVersion(store, id, 2)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a list of versions reads the document of each only once', async () => {
  const id = await open(assemble('0', []));
  const read = vi.spyOn(store, 'get');
  const countReads = async (): Promise<number> => {
    read.mockClear();
    await revisions(id);
    return read.mock.calls.filter(([table]) => table === 'versions').length;
  };
  await change(id, (document) => ({ ...document, title: '1' }));
  await change(id, (document) => ({ ...document, title: '2' }));
  expect([await countReads(), await countReads()]).toEqual([2, 0]);
  await change(id, (document) => ({ ...document, title: '3' }));
  expect(await countReads()).toBe(1);
  expect(await revisions(id)).toEqual([3, 2, 1]);
  read.mockRestore();
});

test('fewer states are stored of documents of several megabytes, but at least five', async () => {
  const id = await open(assemble('small', []));
  for (let count = 1; count <= 20; count += 1) {
    await change(id, (document) => ({ ...document, title: String(count) }));
  }
  const label = 'x'.repeat(500);
  const markers = Array.from({ length: 5000 }, (_, index) => ({ id: `marker-${index}`, atSeconds: index, label }));
  const tracks = Array.from({ length: 2 }, (_, track) => ({
    ...assemble('', []).tracks[0],
    id: `track-${track}`,
  }));
  await change(id, (document) => ({ ...document, markers, tracks: tracks as TimelineDocument['tracks'] }));
  expect(await revisions(id)).toHaveLength(21);
  // A document of about 2.7 MB of JSON; twelve of them fit.
  await change(id, (document) => ({ ...document, title: 'large' }));
  expect(await revisions(id)).toHaveLength(12);
});

test('a change that throws leaves the canvas and its versions unchanged', async () => {
  const id = await open(assemble('before', []));
  const failing = changeCanvas(store, id, 1, 1, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await store.get('canvases', id)).toMatchObject({ revision: 1, document: { title: 'before' } });
  expect(await revisions(id)).toEqual([]);
});
