import { beforeEach, expect, test } from 'vitest';
import type { TaskRequest } from '#core/protocol/engine-tasks.ts';
import { Failure } from '#core/lib/failure.ts';
import { testMaterial } from '../../test/support/rows.ts';
import { requestTask, dropUselessTasks, nextTask, settleTask } from './engine-tasks.ts';
import { freeIntermediates, trimIntermediates } from './intermediates.ts';
import { createMemoryStore } from './memory.ts';
import type { Store } from './store.ts';
import { sweepFiles } from './sweep.ts';

const request: TaskRequest = {
  kind: 'thumbnail',
  file: testMaterial.file,
  mimeType: 'video/mp4',
  atSeconds: 1,
  width: 80,
};
const kinds = ['thumbnail'] as const;
let store: Store;

beforeEach(async () => {
  store = createMemoryStore();
  await store.transact(['assets'], (transaction) => transaction.put('assets', testMaterial));
});

/** Completes the task of a request with its own file of `sizeBytes`. */
async function answer(asked: TaskRequest, file: string, sizeBytes: number, now: number): Promise<void> {
  const { id } = await requestTask(store, asked, now);
  const sink = await store.bytes.create(file);
  await sink.write(new Uint8Array(3));
  await sink.close();
  const answer = { file, mimeType: 'image/webp', sizeBytes, notes: {}, warnings: [] };
  await settleTask(store, id, { answer }, now);
}

test('equal requests are one task, and a later request gets its result', async () => {
  const { mimeType, ...rest } = request;
  const [first, second] = [await requestTask(store, request, 1), await requestTask(store, { mimeType, ...rest }, 2)];
  expect(second.id).toBe(first.id);
  await answer(request, 'err_1', 3, 3);
  expect(await requestTask(store, request, 4)).toMatchObject({ status: 'done', answer: { file: 'err_1' } });
  expect(await requestTask(store, { ...request, width: 81 }, 4)).toMatchObject({ status: 'waiting' });
  expect(await requestTask(store, request, 4 + 5 * 3_600_000)).toMatchObject({ status: 'done' });
});

test('the oldest task is first, and a task whose callers have given up is skipped', async () => {
  await requestTask(store, { ...request, width: 1 }, 0);
  await requestTask(store, { ...request, width: 2 }, 40_000);
  await requestTask(store, { ...request, width: 3 }, 50_000);
  expect((await nextTask(store, kinds, 61_000))?.request).toMatchObject({ width: 2 });
  expect(await nextTask(store, ['peaks'], 61_000)).toBeUndefined();
  expect((await store.list('errands')).map((task) => task.askedAt).toSorted((a, b) => a - b)).toEqual([40_000, 50_000]);
});

test('a failure is returned for a minute, and then the task is retried', async () => {
  const { id } = await requestTask(store, request, 0);
  await settleTask(store, id, { error: new Failure('UNSUPPORTED_MEDIA').toWire() }, 0);
  expect(await requestTask(store, request, 59_000)).toMatchObject({ status: 'failed' });
  expect(await requestTask(store, request, 61_000)).toMatchObject({ status: 'waiting', error: null });
});

test('a result whose row is deleted is not stored', async () => {
  expect(await settleTask(store, 'none', { error: new Failure('INTERNAL').toWire() }, 0)).toBe(false);
});

test('results are protected from garbage collection, deleted before other intermediates, and deleted with their material', async () => {
  await answer(request, 'err_old', 3, 1);
  await answer({ ...request, width: 200 }, 'err_new', 3, 2);
  await sweepFiles(store);
  expect(await store.bytes.list()).toEqual(['err_old', 'err_new']);
  await freeIntermediates(store, 1);
  expect(await store.bytes.list()).toEqual(['err_new']);
  await store.transact(['assets'], (transaction) => transaction.remove('assets', testMaterial.id));
  await dropUselessTasks(store, 3);
  expect([await store.bytes.list(), await store.list('errands')]).toEqual([[], []]);
});

test('results beyond the limit are deleted, least recently used first', async () => {
  await answer({ ...request, width: 1 }, 'err_1', 3 * 1024 ** 3, 1);
  await answer({ ...request, width: 2 }, 'err_2', 1024 ** 3, 2);
  await answer({ ...request, width: 3 }, 'err_3', 1024 ** 3, 3);
  await trimIntermediates(store);
  expect(await store.bytes.list()).toEqual(['err_2', 'err_3']);
});
