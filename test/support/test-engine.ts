import { expect } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Job } from '#core/model/records.ts';
import type { Clock } from '#core/lib/time.ts';
import type { Pool } from '#engine/pool.ts';
import type { AnyRun, Run } from '#core/protocol/run.ts';
import type { TaskWorker } from '#engine/task-worker.ts';
import { runEngine } from '#engine/engine.ts';
import { cutOutDocument } from '#recipes/remove-background/document.ts';
import type { removeBackground } from '#recipes/remove-background/recipe.ts';
import { jobTables } from '#store/job-moves.ts';
import { enqueueJob } from '#store/jobs.ts';
import { Lab } from '#store/lab.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import type { Bell } from '#wire/bell.ts';
import { createLocalBell, personModel } from './node-api.ts';
import { testKey, testMaterial } from './rows.ts';
import { createWorkers } from './run-context.ts';

export type TestPool = Pool & { terminations: number; crash: (failure: Failure) => void };

type Make = Run<typeof removeBackground>['make'];

/** The real engine over a store in memory, with workers that only count their terminations. */
export class TestEngine {
  readonly store: Store = createMemoryStore();
  readonly bell: Bell = createLocalBell();
  /** The time of the engine, and of its API: each read advances it by a tenth of a second. */
  readonly lab = new Lab({
    store: this.store,
    bell: this.bell,
    thread: 'engine',
    clock: { now: () => (this.#now += 100) },
  });
  readonly clock: Clock = this.lab.clock;
  readonly pool: TestPool = createTestPool();
  /** The workers of engine tasks, which do nothing unless a test replaces them. */
  taskWorkers: { pictures: TaskWorker; peaks: TaskWorker } = {
    pictures: createIdleWorker(),
    peaks: createIdleWorker(),
  };
  #stop = new AbortController();
  #engine: Promise<void> | undefined;
  #now = 1000;

  /** Creates an engine with a key and a material. */
  static async open(): Promise<TestEngine> {
    const opened = new TestEngine();
    await opened.store.transact(['keys'], (transaction) => transaction.put('keys', testKey));
    await opened.store.transact(['assets'], (transaction) => transaction.put('assets', testMaterial));
    await opened.write('material.mp4');
    return opened;
  }

  private constructor() {}

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Starts the engine with this run of remove-background. */
  start(make: Make, options: { over?: Store; endedEngines?: string[] } = {}): void {
    this.startRuns({ 'remove-background': { make } satisfies Run<typeof removeBackground> }, options);
  }

  /** Starts the engine with these runs, by the ids of their recipes. */
  startRuns(
    runs: Readonly<Record<string, AnyRun>>,
    { over = this.store, endedEngines = [] }: { over?: Store; endedEngines?: string[] } = {},
  ): void {
    const { bell, clock, lab, pool } = this;
    this.#stop = new AbortController();
    const models = ['m', 'n'].map((id) => ({ ...personModel, id }));
    const { taskWorkers } = this;
    const ports = {
      store: over,
      bell,
      clock,
      lab,
      pool,
      taskWorkers,
      models,
      runs,
      engineId: 'engine',
      endedEngines,
    };
    this.#engine = runEngine(ports, this.#stop.signal);
  }

  /** Advances the engine's time. */
  pass(ms: number): void {
    this.#now += ms;
    this.bell.ring('jobs');
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#engine;
  }

  enqueue(job: Job): Promise<void> {
    return this.store.transact(jobTables, (transaction) => enqueueJob(transaction, job));
  }

  async ended(id: string): Promise<Job> {
    return this.reached(id, (job) => job.endedAt !== null);
  }

  /** Returns the job after it has reached this state. */
  async reached(id: string, isThere: (job: Job) => boolean): Promise<Job> {
    const find = async (): Promise<Job | undefined> => {
      const job = await this.store.get('jobs', id);
      return job && isThere(job) ? job : undefined;
    };
    await expect.poll(find, { timeout: 3000 }).toBeDefined();
    const job = await find();
    if (!job) {
      throw new Error(`job ${id} passed this state`);
    }
    return job;
  }

  /** A file of three bytes. */
  async write(name: string): Promise<void> {
    const sink = await this.store.bytes.create(name);
    await sink.write(new Uint8Array([1, 2, 3]));
    await sink.close();
  }

  /** A run that creates one small file. */
  readonly makeFile: Make = async (context) => {
    const made = context.step('cut-out', 'basis').file('result', 'webm');
    await this.write(made.file);
    context.report({ stage: 'Cutting', progress: 0.5 });
    const asset = await context.toAsset({
      ...made,
      kind: 'result',
      name: 'x',
      extension: 'webm',
      mimeType: 'video/webm',
    });
    const document = cutOutDocument({
      title: 'x',
      width: 2,
      height: 2,
      frameRate: 30,
      durationSeconds: 1,
      source: { assetId: context.materials[0]?.id ?? '', startSeconds: 0 },
      cutOut: { assetId: asset.id, proxyAssetId: null },
      backdrop: null,
    });
    return { assets: [asset], resultId: asset.id, document, warnings: ['a note'], durationSeconds: 1 };
  };
}

/** A worker that does nothing until it is stopped. */
export function createIdleWorker(): TaskWorker {
  const { promise, reject } = createDeferred<never>();
  promise.catch(() => undefined);
  return { do: () => promise, stop: () => reject(new Failure('INTERNAL')) };
}

function createTestPool(): TestPool {
  let death = createDeferred<never>();
  const created: TestPool = {
    runners: createWorkers({}),
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
