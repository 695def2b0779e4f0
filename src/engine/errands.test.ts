import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import type { Errand, ErrandAnswer, ErrandRequest, ErrandRunner, MediaFacts } from '#core/protocol/errands.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import { askErrand } from '#store/errands.ts';
import { createIdleWorker, TestEngine } from '../../test/support/test-engine.ts';
import { testJob, testMaterial } from '../../test/support/rows.ts';
import type { ErrandWorker } from './errand-worker.ts';

const facts: MediaFacts = {
  kind: 'video',
  width: 320,
  height: 180,
  durationSeconds: 1,
  frameRate: 25,
  hasSound: true,
  fault: null,
};
const request: ErrandRequest = {
  kind: 'thumbnail',
  file: testMaterial.file,
  mimeType: 'video/mp4',
  atSeconds: null,
  width: 80,
};

let engine: TestEngine;

beforeEach(async () => {
  engine = await TestEngine.open();
});

afterEach(() => engine.close());

/** A worker that does this. */
function makeWorker(change: Partial<ErrandRunner>): ErrandWorker {
  const runner: ErrandRunner = {
    inspect: () => Promise.resolve(facts),
    answer: async (_, file): Promise<ErrandAnswer> => {
      await engine.write(file);
      return { file, mimeType: 'image/webp', sizeBytes: 3, notes: {}, warnings: [] };
    },
    ...change,
  };
  return { ...createIdleWorker(), do: (_, work) => work(runner, { onStarting: () => undefined }) };
}

async function ended(asked: ErrandRequest): Promise<Errand | undefined> {
  const { id } = await askErrand(engine.store, asked, 1000);
  engine.bell.ring('errands');
  await expect.poll(async () => (await engine.store.get('errands', id))?.status).not.toBe('waiting');
  return engine.store.get('errands', id);
}

test('an errand is done while a job runs, and its file stays', async () => {
  engine.errands = { ...engine.errands, pictures: makeWorker({}) };
  await engine.enqueue(testJob());
  const { promise, resolve } = createDeferred();
  engine.start(async (context, input) => {
    await promise;
    return engine.makeFile(context, input);
  });
  await expect.poll(async () => (await engine.store.get('jobs', 'job_1'))?.status).toBe('running');
  const errand = await ended(request);
  expect(errand).toMatchObject({ status: 'done', error: null });
  expect(await engine.store.bytes.list()).toContain(errand?.answer?.file);
  resolve();
  expect(await engine.ended('job_1')).toMatchObject({ status: 'completed' });
});

test('an errand that fails says why, leaves no file, and the next one is done', async () => {
  const failing = async (_: unknown, file: string): Promise<never> => {
    await engine.write(file);
    throw new Failure('UNSUPPORTED_MEDIA', { message: 'It is damaged.' });
  };
  engine.errands = { pictures: makeWorker({ answer: failing }), peaks: makeWorker({}) };
  engine.start(engine.makeFile);
  expect(await ended(request)).toMatchObject({
    status: 'failed',
    error: { code: 'UNSUPPORTED_MEDIA', message: 'It is damaged.' },
  });
  expect(await engine.store.bytes.list()).toEqual(['material.mp4']);
  expect(await ended({ kind: 'peaks', file: 'material.mp4', mimeType: 'video/mp4' })).toMatchObject({ status: 'done' });
});

test('what only the end of the engine stopped still waits', async () => {
  engine.start(engine.makeFile);
  const { id } = await askErrand(engine.store, request, 1000);
  engine.bell.ring('errands');
  await new Promise((resolve) => setTimeout(resolve, 20));
  await engine.close();
  expect(await engine.store.get('errands', id)).toMatchObject({ status: 'waiting' });
  expect((await engine.store.get('assets', testMaterial.id))?.facts).toBeNull();
});

test('a file that came in is looked into, and one that cannot be used says why', async () => {
  engine.errands = { ...engine.errands, pictures: makeWorker({}) };
  engine.start(engine.makeFile);
  const found = async (id: string) => (await engine.store.get('assets', id))?.facts;
  const seen = { ...facts, audioTracks: [] };
  await expect.poll(() => found(testMaterial.id)).toEqual(seen);
  await engine.close();
  const refuse = () => Promise.reject(new Failure('UNSUPPORTED_MEDIA', { message: 'It is damaged.' }));
  engine.errands = { ...engine.errands, pictures: makeWorker({ inspect: refuse }) };
  await engine.store.transact(['assets'], (transaction) =>
    transaction.put('assets', { ...testMaterial, id: 'mat_2', mimeType: 'audio/mpeg' }),
  );
  engine.start(engine.makeFile);
  await expect.poll(() => found('mat_2')).toMatchObject({ kind: 'sound', fault: 'It is damaged.' });
  expect(await found(testMaterial.id)).toEqual(seen);
});

test('a file with sound whose audio tracks were not listed is looked into again, once', async () => {
  const old: Asset = { ...testMaterial, id: 'mat_old', facts };
  await engine.store.transact(['assets'], (transaction) => transaction.put('assets', old));
  const audioTracks = [{ index: 0, codec: 'aac', channels: 6, channelLayout: '5.1', isDefault: true }];
  let count = 0;
  const inspect = async (): Promise<MediaFacts> => {
    count += 1;
    return { ...facts, audioTracks };
  };
  engine.errands = { ...engine.errands, pictures: makeWorker({ inspect }) };
  engine.start(engine.makeFile);
  const found = async (id: string) => (await engine.store.get('assets', id))?.facts;
  await expect.poll(() => found('mat_old')).toEqual({ ...facts, audioTracks });
  await expect.poll(() => found(testMaterial.id)).toEqual({ ...facts, audioTracks });
  engine.bell.ring('assets');
  await engine.close();
  expect(count).toBe(2);
});
