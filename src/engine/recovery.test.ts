import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Checkpoint } from '#core/model/records.ts';
import { readAccount } from '#store/account.ts';
import { journalName } from '#store/bytes.ts';
import { trimIntermediates, freeIntermediates } from '#store/intermediates.ts';
import { cancelJob } from '#store/jobs.ts';
import { testJob } from '../../test/support/rows.ts';
import { TestEngine } from '../../test/support/test-engine.ts';

let engine: TestEngine;

beforeEach(async () => {
  engine = await TestEngine.open();
});

afterEach(() => engine.close());

const death = new Failure('ENGINE_LOST', { message: 'The media worker stopped: out of memory.' });
const never = (): Promise<never> => new Promise(() => undefined);

/** Returns the checkpoint of a run that was writing `ast_1.webm`. */
const toCheckpoint = (id: string, notes: unknown = { step: 7 }): Checkpoint => ({
  id,
  workedMs: 60_000,
  steps: [
    {
      name: 'cut-out',
      basis: 'basis',
      isDone: false,
      notes,
      files: [{ role: 'result', assetId: 'ast_1', file: 'ast_1.webm' }],
    },
  ],
});

const keep = (checkpoint: Checkpoint): Promise<void> =>
  engine.store.transact(['checkpoints'], (transaction) => transaction.put('checkpoints', checkpoint));

test('a run whose worker dies runs once more, and fails when its worker dies at the same frame again', async () => {
  await engine.enqueue(testJob());
  let runs = 0;
  engine.start((context) => {
    runs += 1;
    context.report({ framesDone: 120 + runs });
    return never();
  });
  const isAt = (frame: number) =>
    engine.reached('job_1', (job) => job.status === 'running' && job.framesDone === frame);
  await isAt(121);
  engine.pool.crash(death);
  expect(await isAt(122)).toMatchObject({ losses: { count: 1, atFrame: 121 } });
  engine.pool.crash(death);
  expect(await engine.ended('job_1')).toMatchObject({ status: 'failed', error: death.toWire() });
  expect([runs, engine.pool.terminations]).toEqual([2, 2]);
  expect(await readAccount(engine.store)).toMatchObject({ balance: 500, reserved: 0 });
});

test('losses at increasing frames are not added up', async () => {
  await engine.enqueue(testJob());
  let runs = 0;
  engine.start((context, input) => {
    runs += 1;
    if (runs === 5) {
      return engine.makeFile(context, input);
    }
    context.report({ framesDone: 100 * runs });
    return never();
  });
  for (let run = 1; run < 5; run++) {
    await engine.reached('job_1', (job) => job.framesDone === 100 * run);
    engine.pool.crash(death);
  }
  expect(await engine.ended('job_1')).toMatchObject({ status: 'completed' });
});

test('a lost run resumes from its checkpoint with the same files, any number of times if it progresses', async () => {
  await engine.enqueue(testJob());
  const seen: unknown[] = [];
  engine.start(async (context, input) => {
    const step = context.step('cut-out', 'basis');
    const { file } = step.file('result', 'mov');
    seen.push([file, step.notes, step.isDone]);
    if (seen.length === 4) {
      return engine.makeFile(context, input);
    }
    await engine.write(journalName(file));
    context.report({ progress: seen.length / 10 });
    await step.keep({ step: seen.length });
    engine.pool.crash(death);
    return never();
  });
  const job = await engine.ended('job_1');
  const [file] = seen[0] as [string];
  expect(seen).toEqual([undefined, { step: 1 }, { step: 2 }, { step: 3 }].map((notes) => [file, notes, false]));
  expect(job).toMatchObject({ status: 'completed', losses: { count: 1 } });
  expect(await engine.store.list('checkpoints')).toEqual([]);
  const result = await engine.store.get('assets', job.resultId ?? '');
  await expect.poll(() => engine.store.bytes.list()).toEqual(['material.mp4', result?.file]);
});

test('a step with another basis starts again with other files, and its earlier files are deleted', async () => {
  await engine.enqueue(testJob({ status: 'running' }));
  await keep(toCheckpoint('job_1'));
  await engine.write(journalName('ast_1.webm'));
  engine.start(async (context, input) => {
    const step = context.step('cut-out', 'another basis');
    expect(step.notes).toBeUndefined();
    expect(step.file('result', 'webm').file).not.toBe('ast_1.webm');
    return engine.makeFile(context, input);
  });
  const { resultId } = await engine.ended('job_1');
  await expect.poll(() => engine.store.bytes.list()).toEqual(['material.mp4', `${resultId}.webm`]);
});

test('late reports of a lost attempt do not count for the next attempt', async () => {
  await engine.enqueue(testJob());
  const { promise: resumed, resolve: resume } = createDeferred();
  const seen: string[] = [];
  engine.start(async (context) => {
    const attempt = seen.push('begun');
    const step = context.step('analysis', 'basis');
    const { file } = step.file('matte', 'webm');
    if (attempt === 2) {
      resume();
      return never();
    }
    engine.pool.crash(death);
    await resumed;
    context.report({ framesDone: 500 });
    await step.finish(file).catch(() => seen.push('refused'));
    return never();
  });
  await expect.poll(() => seen).toEqual(['begun', 'begun', 'refused']);
  expect(await engine.store.get('jobs', 'job_1')).toMatchObject({ framesDone: 0, losses: { count: 1 } });
  expect(await engine.store.list('checkpoints')).toEqual([]);
  await cancelJob(engine.store, 'job_1', 5);
  engine.bell.ring('jobs');
  await engine.ended('job_1');
});

test('the files of a finished step are complete for the next attempt', async () => {
  await engine.enqueue(testJob());
  const seen: unknown[] = [];
  engine.start(async (context, input) => {
    const step = context.step('analysis', 'basis');
    const { file } = step.file('matte', 'webm');
    seen.push(step.isDone);
    if (!step.isDone) {
      await engine.write(file);
      await step.finish({ mattes: 1 });
      engine.pool.crash(death);
      return never();
    }
    expect((await engine.store.bytes.read(file)).size).toBe(3);
    return engine.makeFile(context, input);
  });
  await engine.ended('job_1');
  expect(seen).toEqual([false, true]);
});

test('a new engine resumes from the checkpoint of an ended one, and keeps its journal and its progress', async () => {
  await engine.enqueue(testJob({ status: 'running', progress: 0.4 }));
  await keep(toCheckpoint('job_1'));
  await engine.write(journalName('ast_1.webm'));
  await engine.write('ast_1.webm.crswap');
  const seen: unknown[] = [];
  engine.start(async (context, input) => {
    seen.push(context.step('cut-out', 'basis').notes, context.job.progress, await engine.store.bytes.list());
    return engine.makeFile(context, input);
  });
  const job = await engine.ended('job_1');
  expect(seen).toEqual([{ step: 7 }, 0.4, ['material.mp4', journalName('ast_1.webm')]]);
  expect(job).toMatchObject({ status: 'completed', resultId: 'ast_1' });
  const find = () => engine.store.get('measurements', 'remove-background:best');
  await expect.poll(async () => (await find())?.secondsPerRun).toBeGreaterThan(60);
});

test('canceling a run that waits to resume deletes all its files', async () => {
  await engine.enqueue(testJob());
  await keep(toCheckpoint('job_1', null));
  await engine.write(journalName('ast_1.webm'));
  expect(await cancelJob(engine.store, 'job_1', 5)).toMatchObject({ status: 'canceled' });
  expect(await engine.store.bytes.list()).toEqual(['material.mp4']);
  expect(await engine.store.list('checkpoints')).toEqual([]);
});

test('a run that was lost with its tab runs once more, and fails after the second loss', async () => {
  const lost = { status: 'running', engineId: 'gone' } as const;
  const once = { count: 1, atFrame: 0 };
  await engine.enqueue(testJob({ ...lost, id: 'once' }));
  await engine.enqueue(testJob({ ...lost, id: 'twice', losses: once, fingerprint: 'other' }));
  await engine.enqueue(testJob({ ...lost, id: 'canceled', isCancelRequested: true, fingerprint: 'third' }));
  engine.start(engine.makeFile);
  expect(await engine.ended('once')).toMatchObject({ status: 'completed', losses: once });
  expect(await engine.ended('twice')).toMatchObject({ status: 'failed', error: { code: 'ENGINE_LOST' } });
  expect(await engine.ended('canceled')).toMatchObject({ status: 'canceled' });
  expect(await readAccount(engine.store)).toMatchObject({ balance: 490, reserved: 0 });
});

test('a tab that the user closes or reloads does not count as a loss, however often', async () => {
  const once = { count: 1, atFrame: 0 };
  await engine.enqueue(testJob({ status: 'running', engineId: 'reloaded', losses: once }));
  engine.start(engine.makeFile, { endedEngines: ['before', 'reloaded'] });
  expect(await engine.ended('job_1')).toMatchObject({ status: 'completed', losses: once });
});

test('the next identical run resumes where a lost one has failed', async () => {
  await engine.enqueue(testJob({ status: 'running', progress: 0.7, losses: { count: 1, atFrame: 0 } }));
  await keep(toCheckpoint('job_1'));
  await engine.write(journalName('ast_1.webm'));
  const seen: unknown[] = [];
  engine.start(async (context, input) => {
    seen.push(context.step('cut-out', 'basis').notes, context.job.progress);
    return engine.makeFile(context, input);
  });
  expect(await engine.ended('job_1')).toMatchObject({ status: 'failed', error: { code: 'ENGINE_LOST' } });
  expect(await engine.store.bytes.list()).toContain(journalName('ast_1.webm'));
  await engine.enqueue(testJob({ id: 'job_2' }));
  engine.bell.ring('jobs');
  expect(await engine.ended('job_2')).toMatchObject({ status: 'completed', resultId: 'ast_1' });
  expect(seen).toEqual([{ step: 7 }, 0.7]);
  expect(await engine.store.list('checkpoints')).toEqual([]);
});

test('checkpoints of lost runs are deleted if storage is needed, except those in use', async () => {
  await engine.enqueue(testJob({ id: 'lost', status: 'failed', fingerprint: 'a' }));
  await engine.enqueue(testJob({ id: 'queued', fingerprint: 'b' }));
  await keep(toCheckpoint('lost'));
  await keep({ ...toCheckpoint('queued'), steps: [] });
  await engine.write(journalName('ast_1.webm'));
  await trimIntermediates(engine.store);
  expect(await engine.store.bytes.list()).toContain(journalName('ast_1.webm'));
  await freeIntermediates(engine.store, 1);
  expect(await engine.store.bytes.list()).toEqual(['material.mp4']);
  expect((await engine.store.list('checkpoints')).map(({ id }) => id)).toEqual(['queued']);
});
