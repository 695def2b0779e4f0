import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import { readAccount } from '#store/account.ts';
import { cancelJob } from '#store/jobs.ts';
import type { Store } from '#store/store.ts';
import { personModel } from '../../test/support/node-api.ts';
import { toDetectorEntry } from '../../test/support/detector-files.ts';
import { testJob, testKey, testMaterial } from '../../test/support/rows.ts';
import { TestEngine } from '../../test/support/test-engine.ts';

let engine: TestEngine;

beforeEach(async () => {
  engine = await TestEngine.open();
});

afterEach(() => engine.close());

test('a completed job has its files, its canvas and its price', async () => {
  await engine.enqueue(testJob());
  engine.start(engine.makeFile);
  const job = await engine.ended('job_1');
  expect(job).toMatchObject({
    status: 'completed',
    progress: 1,
    areCreditsCharged: true,
    warnings: ['a note'],
  });
  expect(await readAccount(engine.store)).toMatchObject({ balance: 490, reserved: 0 });
  expect(await engine.store.get('keys', testKey.id)).toMatchObject({ spentCredits: 10, reservedCredits: 0 });
  const result = await engine.store.get('assets', job.resultId ?? '');
  expect(result).toMatchObject({ kind: 'result', sizeBytes: 3, jobId: 'job_1' });
  expect(await engine.store.get('canvases', job.canvasId ?? '')).toMatchObject({ revision: 1, jobId: 'job_1' });
  for (const id of ['remove-background:best', 'remove-background:best:m']) {
    await expect.poll(async () => engine.store.get('measurements', id)).toMatchObject({ runs: 1 });
  }
});

test('a run that takes longer than its caller waits reports that in its result, and is measured with all its models', async () => {
  await engine.enqueue(testJob({ modelIds: ['m', 'n'] }));
  engine.start(async (context, input) => {
    engine.pass(6 * 60_000);
    context.report({ progress: 0.5 });
    engine.pass(6 * 60_000);
    return engine.makeFile(context, input);
  });
  const { warnings } = await engine.ended('job_1');
  expect(warnings).toEqual(['a note', expect.stringMatching(/^This run took about 13 minutes,/)]);
  for (const id of ['remove-background:best', 'remove-background:best:m+n']) {
    await expect.poll(async () => engine.store.get('measurements', id)).toMatchObject({ runs: 1 });
  }
  expect(await engine.store.get('measurements', 'remove-background:best:m')).toBeUndefined();
});

test('an engine that is stopped before it has begun ends', async () => {
  engine.start(engine.makeFile);
  await engine.close();
  await engine.enqueue(testJob());
  engine.bell.ring('jobs');
  expect((await engine.store.get('jobs', 'job_1'))?.status).toBe('queued');
});

test('a failure keeps its code, releases the credits and leaves no file', async () => {
  await engine.enqueue(testJob());
  engine.start(async (context, input) => {
    await engine.makeFile(context, input);
    throw new Failure('NO_SUBJECT');
  });
  expect(await engine.ended('job_1')).toMatchObject({
    status: 'failed',
    error: { code: 'NO_SUBJECT' },
    areCreditsCharged: false,
  });
  expect(await readAccount(engine.store)).toMatchObject({ balance: 500, reserved: 0 });
  await expect.poll(() => engine.store.bytes.list()).toEqual(['material.mp4']);
});

test('a cancellation reaches a silent run, terminates its workers and releases its credits', async () => {
  await engine.enqueue(testJob());
  engine.start(() => new Promise(() => undefined));
  await expect.poll(async () => (await engine.store.get('jobs', 'job_1'))?.status).toBe('running');
  await cancelJob(engine.store, 'job_1', 5);
  engine.bell.ring('jobs');
  expect(await engine.ended('job_1')).toMatchObject({ status: 'canceled', error: { code: 'CANCELED' } });
  expect(engine.pool.terminations).toBe(1);
  expect(await readAccount(engine.store)).toMatchObject({ balance: 500, reserved: 0 });
});

test('a cancellation before the run begins prevents the run', async () => {
  const found = createDeferred();
  let isAsked = false;
  const slow: Store = {
    ...engine.store,
    get: async (table, id) => {
      if (table === 'assets') {
        isAsked = true;
        await found.promise;
      }
      return engine.store.get(table, id);
    },
  };
  await engine.enqueue(testJob());
  let runs = 0;
  engine.start(
    () => {
      runs += 1;
      return new Promise(() => undefined);
    },
    { over: slow },
  );
  await expect.poll(() => isAsked).toBe(true);
  await cancelJob(engine.store, 'job_1', 5);
  engine.bell.ring('jobs');
  expect(await engine.ended('job_1')).toMatchObject({ status: 'canceled' });
  found.resolve();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toBe(0);
});

test('the incomplete files of a terminated run are deleted, with its scratch files', async () => {
  await engine.enqueue(testJob());
  engine.start(async (context) => {
    const { file } = context.step('cut-out', 'basis').file('result', 'mov');
    await engine.write(file);
    await engine.write(`${file}.part`);
    throw new Failure('STORAGE_FULL');
  });
  await engine.ended('job_1');
  await expect.poll(() => engine.store.bytes.list()).toEqual(['material.mp4']);
});

test('progress that cannot be written fails the job with the reason', async () => {
  const full: Store = {
    ...engine.store,
    transact: (tables, work) =>
      engine.store.transact(tables, (transaction) =>
        work({
          ...transaction,
          put: async (table, row) => {
            if ('stage' in row && row.stage === 'Cutting') {
              throw new DOMException('no room', 'QuotaExceededError');
            }
            await transaction.put(table, row);
          },
        }),
      ),
  };
  await engine.enqueue(testJob());
  engine.start(
    (context) => {
      context.report({ stage: 'Cutting' });
      return new Promise(() => undefined);
    },
    { over: full },
  );
  expect(await engine.ended('job_1')).toMatchObject({ status: 'failed', error: { code: 'STORAGE_FULL' } });
});

test('an engine that waits for long does not accumulate listeners', async () => {
  engine.start(engine.makeFile);
  for (const id of ['a', 'b', 'c']) {
    await engine.enqueue(testJob({ id, fingerprint: id }));
    engine.bell.ring('jobs');
    await engine.ended(id);
  }
  expect(getEventListeners(engine.signal, 'abort').length).toBeLessThan(2);
});

test('a run that hangs is stopped, and the next one runs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await engine.enqueue(testJob());
    let isFirst = true;
    engine.start((context, input) => {
      const hangs = isFirst;
      isFirst = false;
      return hangs ? new Promise(() => undefined) : engine.makeFile(context, input);
    });
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect((await engine.store.get('jobs', 'job_1'))?.status).toBe('running');
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(await engine.store.get('jobs', 'job_1')).toMatchObject({ status: 'failed', error: { code: 'INTERNAL' } });
    await engine.enqueue(testJob({ id: 'job_2', fingerprint: 'next' }));
    engine.bell.ring('jobs');
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await engine.store.get('jobs', 'job_2'))?.status).toBe('completed');
  } finally {
    vi.useRealTimers();
  }
});

test('files without a row are deleted at the start, except those that a running thread locks', async () => {
  await engine.write('orphan.webm');
  await engine.write('upload.bin');
  await engine.write('upload.bin.part-1');
  const upload = createDeferred();
  void engine.store.bytes.hold('upload.bin', () => upload.promise);
  engine.start(engine.makeFile);
  await expect
    .poll(async () => (await engine.store.bytes.list()).toSorted())
    .toEqual(['material.mp4', 'upload.bin', 'upload.bin.part-1']);
  upload.resolve();
});

test('an added model is tried in parallel with a run, and becomes installed, or broken with the reason', async () => {
  const row = { status: 'checking', files: [], receivedBytes: 0, error: null, createdAt: 1, updatedAt: 1 } as const;
  const add = (id: string): Promise<void> =>
    engine.store.transact(['models'], (transaction) =>
      transaction.put('models', { ...row, files: [], id, entry: { ...personModel, id } }),
    );
  engine.pool.tryModel = async ({ entry }) => {
    if (entry.id === 'misfit') {
      throw new Failure('MODEL_UNUSABLE', { message: 'It has two inputs.' });
    }
  };
  await engine.enqueue(testJob());
  engine.start(() => new Promise(() => undefined));
  await add('good');
  await add('misfit');
  engine.bell.ring('models');
  await expect.poll(async () => (await engine.store.get('models', 'good'))?.status).toBe('installed');
  await expect.poll(async () => (await engine.store.get('models', 'misfit'))?.status).toBe('broken');
  expect((await engine.store.get('models', 'misfit'))?.error).toMatchObject({ message: 'It has two inputs.' });
  expect(await engine.store.get('jobs', 'job_1')).toMatchObject({ status: 'running' });
  await cancelJob(engine.store, 'job_1', 1);
  engine.bell.ring('jobs');
  await engine.ended('job_1');
});

test('a job whose model was removed fails with the name of the model', async () => {
  await engine.enqueue(testJob({ modelIds: ['gone'] }));
  engine.start(engine.makeFile);
  expect(await engine.ended('job_1')).toMatchObject({
    error: { code: 'MODEL_NOT_FOUND', message: expect.stringContaining('"gone"') },
  });
});

test('a run receives its matting models as a list, and detectors by their task', async () => {
  const row = { status: 'installed', files: [], receivedBytes: 0, error: null, createdAt: 1, updatedAt: 1 } as const;
  const voice = toDetectorEntry('voice', Uint8Array.of(1));
  await engine.store.transact(['models'], async (transaction) => {
    for (const entry of [personModel, voice]) {
      await transaction.put('models', { ...row, files: [], id: entry.id, entry });
    }
  });
  const given: unknown[] = [];
  await engine.enqueue(testJob({ modelIds: [voice.id, personModel.id] }));
  engine.start(async (context, input) => {
    const { models, detectors } = context;
    given.push(
      models.map(({ entry }) => entry.id),
      detectors.voice?.entry.id,
      detectors.faces,
    );
    return engine.makeFile(context, input);
  });
  await engine.ended('job_1');
  expect(given).toEqual([[personModel.id], voice.id, undefined]);
});

test('jobs run in the order in which they were queued', async () => {
  const order: string[] = [];
  await engine.enqueue(testJob({ id: 'second', createdAt: 2, fingerprint: 'b' }));
  await engine.enqueue(testJob({ id: 'first', createdAt: 1, fingerprint: 'a' }));
  engine.start(async (context, input) => {
    order.push(context.job.id);
    return engine.makeFile(context, input);
  });
  await engine.ended('second');
  expect(order).toEqual(['first', 'second']);
});

test('the pace of a run is stored by its frames, their size and the time of the start', async () => {
  const facts = { kind: 'video', width: 640, height: 360, durationSeconds: 4, frameRate: 25, hasSound: false } as const;
  await engine.store.transact(['assets'], async (transaction) => {
    await transaction.put('assets', { ...testMaterial, facts: { ...facts, fault: null } });
  });
  for (let at = 0; at < 10; at += 1) {
    await engine.enqueue(testJob({ id: `job_${at}`, createdAt: at, fingerprint: `print ${at}` }));
  }
  engine.start(async (context, input) => {
    context.report({ framesDone: 0 });
    context.report({ framesDone: 1 });
    return engine.makeFile(context, input);
  });
  const find = async () => engine.store.get('measurements', 'remove-background:best');
  await expect.poll(async () => (await find())?.runs).toBe(10);
  const samples = (await find())?.samples ?? [];
  expect(samples).toHaveLength(8);
  for (const { frameCount, pixels, startSeconds, workSeconds } of samples) {
    expect([frameCount, pixels]).toEqual([100, 640 * 360]);
    expect(startSeconds).toBeGreaterThanOrEqual(0);
    expect(workSeconds).toBeGreaterThan(startSeconds);
  }
});
