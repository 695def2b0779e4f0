import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import type { EngineTask, TaskAnswer, TaskRequest, TaskRunner, MediaFacts } from '#core/protocol/engine-tasks.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import { requestTask } from '#store/engine-tasks.ts';
import { createIdleWorker, TestEngine } from '../../test/support/test-engine.ts';
import { testJob, testMaterial } from '../../test/support/rows.ts';
import type { TaskWorker } from './task-worker.ts';

const facts: MediaFacts = {
  kind: 'video',
  width: 320,
  height: 180,
  durationSeconds: 1,
  frameRate: 25,
  hasSound: true,
  fault: null,
};
const request: TaskRequest = {
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

/** Creates a worker with this behavior. */
function makeWorker(change: Partial<TaskRunner>): TaskWorker {
  const runner: TaskRunner = {
    inspect: () => Promise.resolve(facts),
    answer: async (_, file): Promise<TaskAnswer> => {
      await engine.write(file);
      return { file, mimeType: 'image/webp', sizeBytes: 3, notes: {}, warnings: [] };
    },
    ...change,
  };
  return { ...createIdleWorker(), do: (_, work) => work(runner, { onStarting: () => undefined }) };
}

async function ended(asked: TaskRequest): Promise<EngineTask | undefined> {
  const { id } = await requestTask(engine.store, asked, 1000);
  engine.bell.ring('errands');
  await expect.poll(async () => (await engine.store.get('errands', id))?.status).not.toBe('waiting');
  return engine.store.get('errands', id);
}

test('a task runs in parallel with a job, and its file stays', async () => {
  engine.taskWorkers = { ...engine.taskWorkers, pictures: makeWorker({}) };
  await engine.enqueue(testJob());
  const { promise, resolve } = createDeferred();
  engine.start(async (context, input) => {
    await promise;
    return engine.makeFile(context, input);
  });
  await expect.poll(async () => (await engine.store.get('jobs', 'job_1'))?.status).toBe('running');
  const task = await ended(request);
  expect(task).toMatchObject({ status: 'done', error: null });
  expect(await engine.store.bytes.list()).toContain(task?.answer?.file);
  resolve();
  expect(await engine.ended('job_1')).toMatchObject({ status: 'completed' });
});

test('a failed task reports the reason and leaves no file, and the next task runs', async () => {
  const failing = async (_: unknown, file: string): Promise<never> => {
    await engine.write(file);
    throw new Failure('UNSUPPORTED_MEDIA', { message: 'It is damaged.' });
  };
  engine.taskWorkers = { pictures: makeWorker({ answer: failing }), peaks: makeWorker({}) };
  engine.start(engine.makeFile);
  expect(await ended(request)).toMatchObject({
    status: 'failed',
    error: { code: 'UNSUPPORTED_MEDIA', message: 'It is damaged.' },
  });
  expect(await engine.store.bytes.list()).toEqual(['material.mp4']);
  expect(await ended({ kind: 'peaks', file: 'material.mp4', mimeType: 'video/mp4' })).toMatchObject({ status: 'done' });
});

test('tasks that the end of the engine interrupted stay queued', async () => {
  engine.start(engine.makeFile);
  const { id } = await requestTask(engine.store, request, 1000);
  engine.bell.ring('errands');
  await new Promise((resolve) => setTimeout(resolve, 20));
  await engine.close();
  expect(await engine.store.get('errands', id)).toMatchObject({ status: 'waiting' });
  expect((await engine.store.get('assets', testMaterial.id))?.facts).toBeNull();
});

test('a new file is inspected, and an unusable one reports the reason', async () => {
  engine.taskWorkers = { ...engine.taskWorkers, pictures: makeWorker({}) };
  engine.start(engine.makeFile);
  const found = async (id: string) => (await engine.store.get('assets', id))?.facts;
  const seen = { ...facts, audioTracks: [] };
  await expect.poll(() => found(testMaterial.id)).toEqual(seen);
  await engine.close();
  const refuse = () => Promise.reject(new Failure('UNSUPPORTED_MEDIA', { message: 'It is damaged.' }));
  engine.taskWorkers = { ...engine.taskWorkers, pictures: makeWorker({ inspect: refuse }) };
  await engine.store.transact(['assets'], (transaction) =>
    transaction.put('assets', { ...testMaterial, id: 'mat_2', mimeType: 'audio/mpeg' }),
  );
  engine.start(engine.makeFile);
  await expect.poll(() => found('mat_2')).toMatchObject({ kind: 'sound', fault: 'It is damaged.' });
  expect(await found(testMaterial.id)).toEqual(seen);
});

test('a file with audio whose tracks were not listed is inspected again, once', async () => {
  const old: Asset = { ...testMaterial, id: 'mat_old', facts };
  await engine.store.transact(['assets'], (transaction) => transaction.put('assets', old));
  const audioTracks = [{ index: 0, codec: 'aac', channels: 6, channelLayout: '5.1', isDefault: true }];
  let count = 0;
  const inspect = async (): Promise<MediaFacts> => {
    count += 1;
    return { ...facts, audioTracks };
  };
  engine.taskWorkers = { ...engine.taskWorkers, pictures: makeWorker({ inspect }) };
  engine.start(engine.makeFile);
  const found = async (id: string) => (await engine.store.get('assets', id))?.facts;
  await expect.poll(() => found('mat_old')).toEqual({ ...facts, audioTracks });
  await expect.poll(() => found(testMaterial.id)).toEqual({ ...facts, audioTracks });
  engine.bell.ring('assets');
  await engine.close();
  expect(count).toBe(2);
});
