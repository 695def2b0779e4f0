import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeferred } from '#core/deferred.ts';
import { Failure } from '#core/failure.ts';
import type { Job } from '#core/records.ts';
import type { Runners } from '#core/runners.ts';
import { cutOutTimeline } from '#core/timeline.ts';
import { cancelJob, enqueueJob, readAccount } from '#store/jobs.ts';
import { journalName } from '#store/bytes.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import type { Bell } from '#wire/bell.ts';
import { createLocalBell, personModel } from '../../test/support/node-api.ts';
import { testJob, testKey, testMaterial } from '../../test/support/rows.ts';
import { runEngine } from './engine.ts';
import type { Pool } from './pool.ts';
import type { Run } from './run.ts';

let store: Store;
let stop: AbortController;
let engine: Promise<void> | undefined;
let pool: Pool & { terminations: number; crash: (failure: Failure) => void };
let bell: Bell;

beforeEach(async () => {
  store = createMemoryStore();
  stop = new AbortController();
  pool = createTestPool();
  bell = createLocalBell();
  await store.transact((transaction) => transaction.put('keys', testKey));
  await store.transact((transaction) => transaction.put('assets', testMaterial));
  await writeFile('material.mp4');
});

afterEach(async () => {
  stop.abort();
  await engine;
  engine = undefined;
});

test('a job that is made is settled with its files, its canvas and its price', async () => {
  await enqueue(testJob());
  start(makeFile);
  const job = await ended('job_1');
  expect(job).toMatchObject({
    status: 'completed',
    progress: 1,
    areCreditsCharged: true,
    attempts: 1,
    warnings: ['a note'],
  });
  expect(await readAccount(store)).toMatchObject({ balance: 490, reserved: 0 });
  expect(await store.get('keys', testKey.id)).toMatchObject({ spentCredits: 10, reservedCredits: 0 });
  const result = await store.get('assets', job.resultId ?? '');
  expect(result).toMatchObject({ kind: 'result', sizeBytes: 3, jobId: 'job_1' });
  expect(await store.get('canvases', job.canvasId ?? '')).toMatchObject({ revision: 1, jobId: 'job_1' });
  for (const id of ['remove-background:best', 'remove-background:best:m']) {
    await expect.poll(async () => store.get('measurements', id)).toMatchObject({ runs: 1 });
  }
});

test('a failure keeps its code, gives the credits back and leaves no file', async () => {
  await enqueue(testJob());
  start(async (context, input) => {
    await makeFile(context, input);
    throw new Failure('NO_SUBJECT');
  });
  expect(await ended('job_1')).toMatchObject({
    status: 'failed',
    error: { code: 'NO_SUBJECT' },
    areCreditsCharged: false,
  });
  expect(await readAccount(store)).toMatchObject({ balance: 500, reserved: 0 });
  await expect.poll(() => store.bytes.list()).toEqual(['material.mp4']);
});

const death = new Failure('ENGINE_LOST', { message: 'The media worker stopped: out of memory.' });

test('a run whose worker dies is made once more, and when that dies as well it has failed', async () => {
  await enqueue(testJob());
  let runs = 0;
  start(() => {
    runs += 1;
    return new Promise(() => undefined);
  });
  await expect.poll(() => runs).toBe(1);
  pool.crash(death);
  await expect.poll(() => runs).toBe(2);
  expect(await store.get('jobs', 'job_1')).toMatchObject({ status: 'running', attempts: 2 });
  pool.crash(death);
  expect(await ended('job_1')).toMatchObject({ status: 'failed', error: death.toWire() });
  expect([runs, pool.terminations]).toEqual([2, 2]);
  expect(await readAccount(store)).toMatchObject({ balance: 500, reserved: 0 });
});

test('a run that dies goes on from its checkpoint, with the same files, as often as it gets further', async () => {
  await enqueue(testJob());
  const seen: unknown[] = [];
  start(async (context, input) => {
    const { file } = context.newFile('mov');
    seen.push([file, context.findNotes('basis'), context.findNotes('another basis')]);
    if (seen.length === 4) {
      return makeFile(context, input);
    }
    await writeFile(journalName(file));
    context.report({ progress: seen.length / 10 });
    await context.keepNotes('basis', { step: seen.length });
    pool.crash(death);
    return new Promise(() => undefined);
  });
  const job = await ended('job_1');
  const [file] = seen[0] as [string];
  expect(seen).toEqual([undefined, { step: 1 }, { step: 2 }, { step: 3 }].map((notes) => [file, notes, undefined]));
  expect(job).toMatchObject({ status: 'completed', attempts: 2 });
  expect(await store.list('checkpoints')).toEqual([]);
  const result = await store.get('assets', job.resultId ?? '');
  await expect.poll(() => store.bytes.list()).toEqual(['material.mp4', result?.file]);
});

test('a new engine goes on from the checkpoint of one that is gone, and keeps its journal and its progress', async () => {
  await enqueue(testJob({ status: 'running', attempts: 1, progress: 0.4 }));
  const files = [{ assetId: 'ast_1', file: 'ast_1.webm' }];
  const checkpoint = { id: 'job_1', basis: 'basis', files, workedMs: 60_000, notes: { step: 7 } };
  await store.transact((transaction) => transaction.put('checkpoints', checkpoint));
  await writeFile(journalName('ast_1.webm'));
  await writeFile('ast_1.webm.crswap');
  const seen: unknown[] = [];
  start(async (context, input) => {
    seen.push(context.findNotes('basis'), context.job.progress, await store.bytes.list());
    return makeFile(context, input);
  });
  const job = await ended('job_1');
  expect(seen).toEqual([{ step: 7 }, 0.4, ['material.mp4', journalName('ast_1.webm')]]);
  expect(job).toMatchObject({ status: 'completed', resultId: 'ast_1' });
  const measured = store.get('measurements', 'remove-background:best');
  await expect.poll(async () => (await measured)?.secondsPerRun).toBeGreaterThan(60);
});

test('a cancel of a run that waits to go on leaves nothing of it', async () => {
  await enqueue(testJob());
  const files = [{ assetId: 'ast_1', file: 'ast_1.webm' }];
  const checkpoint = { id: 'job_1', basis: 'basis', files, workedMs: 1, notes: null };
  await store.transact((transaction) => transaction.put('checkpoints', checkpoint));
  await writeFile(journalName('ast_1.webm'));
  expect(await cancelJob(store, 'job_1', 5)).toMatchObject({ status: 'canceled' });
  expect(await store.bytes.list()).toEqual(['material.mp4']);
  expect(await store.list('checkpoints')).toEqual([]);
});

test('a cancel reaches a run that is silent, terminates its workers and releases its credits', async () => {
  await enqueue(testJob());
  start(() => new Promise(() => undefined));
  await expect.poll(async () => (await store.get('jobs', 'job_1'))?.status).toBe('running');
  await cancelJob(store, 'job_1', 5);
  bell.ring('jobs');
  expect(await ended('job_1')).toMatchObject({ status: 'canceled', error: { code: 'CANCELED' } });
  expect(pool.terminations).toBe(1);
  expect(await readAccount(store)).toMatchObject({ balance: 500, reserved: 0 });
});

test('a cancel that comes before the run begins keeps it from beginning', async () => {
  const found = createDeferred();
  let isAsked = false;
  const slow: Store = {
    ...store,
    get: async (table, id) => {
      if (table === 'assets') {
        isAsked = true;
        await found.promise;
      }
      return store.get(table, id);
    },
  };
  await enqueue(testJob());
  let runs = 0;
  start(() => {
    runs += 1;
    return new Promise(() => undefined);
  }, slow);
  await expect.poll(() => isAsked).toBe(true);
  await cancelJob(store, 'job_1', 5);
  bell.ring('jobs');
  expect(await ended('job_1')).toMatchObject({ status: 'canceled' });
  found.resolve();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toBe(0);
});

test('what a terminated run has half written goes with it, its scratch files too', async () => {
  await enqueue(testJob());
  start(async (context) => {
    const { file } = context.newFile('mov');
    await writeFile(file);
    await writeFile(`${file}.part`);
    throw new Failure('STORAGE_FULL');
  });
  await ended('job_1');
  await expect.poll(() => store.bytes.list()).toEqual(['material.mp4']);
});

test('a progress that cannot be written fails the job with the reason', async () => {
  const full: Store = {
    ...store,
    transact: (work) =>
      store.transact((transaction) =>
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
  await enqueue(testJob());
  start((context) => {
    context.report({ stage: 'Cutting' });
    return new Promise(() => undefined);
  }, full);
  expect(await ended('job_1')).toMatchObject({ status: 'failed', error: { code: 'STORAGE_FULL' } });
});

test('an engine that waits for long does not pile up listeners', async () => {
  start(makeFile);
  for (const id of ['a', 'b', 'c']) {
    await enqueue(testJob({ id, fingerprint: id }));
    bell.ring('jobs');
    await ended(id);
  }
  expect(getEventListeners(stop.signal, 'abort').length).toBeLessThan(2);
});

test('a run that hangs is stopped, and the next one is made', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await enqueue(testJob());
    let isFirst = true;
    start((context, input) => {
      const hangs = isFirst;
      isFirst = false;
      return hangs ? new Promise(() => undefined) : makeFile(context, input);
    });
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    expect((await store.get('jobs', 'job_1'))?.status).toBe('running');
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(await store.get('jobs', 'job_1')).toMatchObject({ status: 'failed', error: { code: 'INTERNAL' } });
    await enqueue(testJob({ id: 'job_2', fingerprint: 'next' }));
    bell.ring('jobs');
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await store.get('jobs', 'job_2'))?.status).toBe('completed');
  } finally {
    vi.useRealTimers();
  }
});

test('a run that was lost with its tab is made once more, and after the second loss it has failed', async () => {
  await enqueue(testJob({ id: 'once', status: 'running', attempts: 1 }));
  await enqueue(testJob({ id: 'twice', status: 'running', attempts: 2, fingerprint: 'other' }));
  await enqueue(
    testJob({ id: 'canceled', status: 'running', attempts: 1, isCancelRequested: true, fingerprint: 'third' }),
  );
  start(makeFile);
  expect(await ended('once')).toMatchObject({ status: 'completed', attempts: 2 });
  expect(await ended('twice')).toMatchObject({ status: 'failed', error: { code: 'ENGINE_LOST' } });
  expect(await ended('canceled')).toMatchObject({ status: 'canceled' });
  expect(await readAccount(store)).toMatchObject({ balance: 490, reserved: 0 });
});

test('files without a row are swept at the start, but not those that a live thread holds', async () => {
  await writeFile('orphan.webm');
  await writeFile('upload.bin');
  await writeFile('upload.bin.part-1');
  const upload = createDeferred();
  void store.bytes.hold('upload.bin', () => upload.promise);
  start(makeFile);
  await expect
    .poll(async () => (await store.bytes.list()).toSorted())
    .toEqual(['material.mp4', 'upload.bin', 'upload.bin.part-1']);
  upload.resolve();
});

test('a model that was added is tried beside a run, and becomes installed, or broken with the reason', async () => {
  const row = { status: 'checking', files: [], receivedBytes: 0, error: null, createdAt: 1, updatedAt: 1 } as const;
  const add = (id: string): Promise<void> =>
    store.transact((transaction) =>
      transaction.put('models', { ...row, files: [], id, entry: { ...personModel, id } }),
    );
  pool.tryModel = async ({ entry }) => {
    if (entry.id === 'misfit') {
      throw new Failure('MODEL_UNUSABLE', { message: 'It has two inputs.' });
    }
  };
  await enqueue(testJob());
  start(() => new Promise(() => undefined));
  await add('good');
  await add('misfit');
  bell.ring('models');
  await expect.poll(async () => (await store.get('models', 'good'))?.status).toBe('installed');
  await expect.poll(async () => (await store.get('models', 'misfit'))?.status).toBe('broken');
  expect((await store.get('models', 'misfit'))?.error).toMatchObject({ message: 'It has two inputs.' });
  expect(await store.get('jobs', 'job_1')).toMatchObject({ status: 'running' });
  await cancelJob(store, 'job_1', 1);
  bell.ring('jobs');
  await ended('job_1');
});

test('a job whose model is gone fails by its name', async () => {
  await enqueue(testJob({ modelId: 'gone' }));
  start(makeFile);
  expect(await ended('job_1')).toMatchObject({
    error: { code: 'MODEL_NOT_FOUND', message: expect.stringContaining('"gone"') },
  });
});

test('jobs are made in the order in which they came', async () => {
  const order: string[] = [];
  await enqueue(testJob({ id: 'second', createdAt: 2, fingerprint: 'b' }));
  await enqueue(testJob({ id: 'first', createdAt: 1, fingerprint: 'a' }));
  start(async (context, input) => {
    order.push(context.job.id);
    return makeFile(context, input);
  });
  await ended('second');
  expect(order).toEqual(['first', 'second']);
});

const makeFile: Run<'remove-background'> = async (context) => {
  const made = context.newFile('webm');
  await writeFile(made.file);
  context.report({ stage: 'Cutting', progress: 0.5 });
  const asset = await context.toAsset({
    ...made,
    kind: 'result',
    name: 'x',
    extension: 'webm',
    mimeType: 'video/webm',
  });
  const document = cutOutTimeline({
    title: 'x',
    width: 2,
    height: 2,
    frameRate: 30,
    durationSeconds: 1,
    source: { assetId: context.material.id, startSeconds: 0 },
    cutOut: { assetId: asset.id, proxyAssetId: null },
  });
  return { assets: [asset], canvas: context.toCanvas(document), warnings: ['a note'], durationSeconds: 1 };
};

function start(run: Run<'remove-background'>, over = store): void {
  let now = 1000;
  const clock = { now: () => (now += 100) };
  const models = [{ ...personModel, id: 'm' }];
  engine = runEngine({ store: over, bell, clock, pool, models, runs: { 'remove-background': run } }, stop.signal);
}

const enqueue = (job: Job): Promise<void> => store.transact((transaction) => enqueueJob(transaction, job));

async function ended(id: string): Promise<Job> {
  await expect.poll(async () => (await store.get('jobs', id))?.endedAt, { timeout: 3000 }).toEqual(expect.any(Number));
  const job = await store.get('jobs', id);
  if (!job) {
    throw new Error(`no job ${id}`);
  }
  return job;
}

async function writeFile(name: string): Promise<void> {
  const sink = await store.bytes.create(name);
  await sink.write(new Uint8Array([1, 2, 3]));
  await sink.close();
}

function createTestPool(): typeof pool {
  let death = createDeferred<never>();
  const created = {
    runners: {} as Runners,
    terminations: 0,
    crash: (failure: Failure) => death.reject(failure),
    crashed: () => death.promise,
    tryModel: () => Promise.resolve(),
    terminate: () => {
      created.terminations += 1;
      death = createDeferred<never>();
      death.promise.catch(() => undefined);
    },
    rest: () => undefined,
  };
  return created;
}
