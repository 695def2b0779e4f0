import { beforeEach, expect, test } from 'vitest';
import type { ErrandRequest } from '#core/protocol/errands.ts';
import { Failure } from '#core/lib/failure.ts';
import { testMaterial } from '../../test/support/rows.ts';
import { askErrand, dropUselessErrands, nextErrand, settleErrand } from './errands.ts';
import { freeIntermediates, trimIntermediates } from './intermediates.ts';
import { createMemoryStore } from './memory.ts';
import type { Store } from './store.ts';
import { sweepFiles } from './sweep.ts';

const request: ErrandRequest = {
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

/** Answers the errand of a request with a file of its own, of so many bytes. */
async function answer(asked: ErrandRequest, file: string, sizeBytes: number, now: number): Promise<void> {
  const { id } = await askErrand(store, asked, now);
  const sink = await store.bytes.create(file);
  await sink.write(new Uint8Array(3));
  await sink.close();
  const answer = { file, mimeType: 'image/webp', sizeBytes, notes: {}, warnings: [] };
  await settleErrand(store, id, { answer }, now);
}

test('equal requests are one errand, and its answer is that of the next one', async () => {
  const { mimeType, ...rest } = request;
  const [first, second] = [await askErrand(store, request, 1), await askErrand(store, { mimeType, ...rest }, 2)];
  expect(second.id).toBe(first.id);
  await answer(request, 'err_1', 3, 3);
  expect(await askErrand(store, request, 4)).toMatchObject({ status: 'done', answer: { file: 'err_1' } });
  expect(await askErrand(store, { ...request, width: 81 }, 4)).toMatchObject({ status: 'waiting' });
  expect(await askErrand(store, request, 4 + 5 * 3_600_000)).toMatchObject({ status: 'done' });
});

test('the one that waits longest comes first, and what nobody waits for any more is left out', async () => {
  await askErrand(store, { ...request, width: 1 }, 0);
  await askErrand(store, { ...request, width: 2 }, 40_000);
  await askErrand(store, { ...request, width: 3 }, 50_000);
  expect((await nextErrand(store, kinds, 61_000))?.request).toMatchObject({ width: 2 });
  expect(await nextErrand(store, ['peaks'], 61_000)).toBeUndefined();
  expect((await store.list('errands')).map((errand) => errand.askedAt).toSorted((a, b) => a - b)).toEqual([
    40_000, 50_000,
  ]);
});

test('a failure answers for a minute, and then it is tried again', async () => {
  const { id } = await askErrand(store, request, 0);
  await settleErrand(store, id, { error: new Failure('UNSUPPORTED_MEDIA').toWire() }, 0);
  expect(await askErrand(store, request, 59_000)).toMatchObject({ status: 'failed' });
  expect(await askErrand(store, request, 61_000)).toMatchObject({ status: 'waiting', error: null });
});

test('an answer whose row is gone is of nobody', async () => {
  expect(await settleErrand(store, 'none', { error: new Failure('INTERNAL').toWire() }, 0)).toBe(false);
});

test('answers are no litter, go before other intermediates, and go with their material', async () => {
  await answer(request, 'err_old', 3, 1);
  await answer({ ...request, width: 200 }, 'err_new', 3, 2);
  await sweepFiles(store);
  expect(await store.bytes.list()).toEqual(['err_old', 'err_new']);
  await freeIntermediates(store, 1);
  expect(await store.bytes.list()).toEqual(['err_new']);
  await store.transact(['assets'], (transaction) => transaction.remove('assets', testMaterial.id));
  await dropUselessErrands(store, 3);
  expect([await store.bytes.list(), await store.list('errands')]).toEqual([[], []]);
});

test('what is over the budget goes, the least lately used first', async () => {
  await answer({ ...request, width: 1 }, 'err_1', 3 * 1024 ** 3, 1);
  await answer({ ...request, width: 2 }, 'err_2', 1024 ** 3, 2);
  await answer({ ...request, width: 3 }, 'err_3', 1024 ** 3, 3);
  await trimIntermediates(store);
  expect(await store.bytes.list()).toEqual(['err_2', 'err_3']);
});
