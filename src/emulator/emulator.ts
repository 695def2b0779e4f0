import * as z from 'zod';
import { createApi } from '#api/api.ts';
import { Failure, type FailureCode } from '#core/lib/failure.ts';
import { knownModels } from '#core/model/manifest.ts';
import { isShipped, type ModelEntry } from '#core/model/models.ts';
import type { AnyRun, RunContext, RunResult } from '#core/protocol/run.ts';
import type { Timing } from '#api/ports.ts';
import { runEngine } from '#engine/engine.ts';
import { runs as recipeRuns } from '#recipes/runs.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import { createLocalBell, type Bell } from '#wire/bell.ts';
import { EmulatedClock } from './emulated-clock.ts';
import { writeBytes } from './emulated-media.ts';
import { createEmulatedTasks, createEmulatedPool, type EmulatedPool } from './emulated-workers.ts';

/** The outcome of a recipe's runs. Without one, a run has a plausible proposal and result after 0.05 seconds. */
export type Outcome = {
  /** The duration of the work, in seconds of the emulator's clock. The default is 0.05. */
  readonly seconds?: number;
  /** The proposal for review, instead of the computed one. */
  readonly proposal?: unknown;
  /** The bytes of the result file, instead of a tiny file of the format. */
  readonly result?: Uint8Array<ArrayBuffer> | Blob;
  /** The error code with which the runs fail. */
  readonly failWith?: FailureCode;
};

export type EmulatorOptions = {
  /** The root URL that responses contain. The default is `http://offcut.localhost/`. */
  readonly baseUrl?: string;
  /** The outcomes by recipe id. */
  readonly runs?: Readonly<Record<string, Outcome>>;
  /** The default is a store in memory. */
  readonly store?: Store;
  /** The models that are installed. The default are the shipped ones. */
  readonly models?: readonly ModelEntry[];
  readonly timing?: Partial<Timing>;
};

const defaultSeconds = 0.05;

const createdKey = z.object({ data: z.object({ apiKey: z.string() }) });

/**
 * The whole API with its real core, engine and recipes, on a store in memory, without a browser. Only the workers are emulated:
 * media is not decoded, and results are tiny files of the right format.
 */
export class Emulator {
  readonly baseUrl: string;
  readonly clock = new EmulatedClock();
  readonly store: Store;
  readonly bell: Bell = createLocalBell();
  readonly #outcomes = new Map<string, Outcome>();
  #pool: EmulatedPool | null = null;
  readonly #handle: (request: Request) => Promise<Response>;
  readonly #models: readonly ModelEntry[];
  /** The outcomes of jobs for which `declareNext` was called. */
  readonly #ofJobs = new Map<string, Outcome>();
  /** The outcome of the next run of any recipe. */
  #next: Outcome | null = null;
  #defaultSeconds = defaultSeconds;
  #seconds = defaultSeconds;
  #stop: AbortController | null = null;
  #engines = 0;

  constructor({ baseUrl = 'http://offcut.localhost/', runs = {}, store, models, timing }: EmulatorOptions = {}) {
    this.baseUrl = new URL(baseUrl).href.replace(/\/?$/, '/');
    this.store = store ?? createMemoryStore();
    this.#models = models ?? knownModels;
    const deployed = (models ?? knownModels.filter(isShipped)).flatMap(({ variants }) =>
      variants.map(({ file }) => file),
    );
    this.#handle = createApi({
      store: this.store,
      bell: this.bell,
      clock: this.clock,
      base: new URL(this.baseUrl),
      manifest: this.#models,
      deployedFiles: async () => deployed,
      hasEngine: async () => this.isWorking,
      fetchOutside: (input, init) => fetch(input, init),
      ...(timing && { timing }),
    });
    this.declare(runs);
    this.start();
  }

  /** Answers a request. The URL must be below `baseUrl`. */
  handle(request: Request): Promise<Response> {
    return this.#handle(request);
  }

  /** Creates an API key with all scopes. */
  async createKey(name = 'emulator'): Promise<string> {
    const url = new URL('sandbox/v1/keys', this.baseUrl);
    const headers = { 'Content-Type': 'application/json' };
    const made = await this.handle(new Request(url, { method: 'POST', headers, body: JSON.stringify({ name }) }));
    return createdKey.parse(await made.json()).data.apiKey;
  }

  /** Declares the outcomes of runs, by recipe id. Later declarations replace earlier ones. */
  declare(runs: Readonly<Record<string, Outcome>>): void {
    for (const [id, outcome] of Object.entries(runs)) {
      this.#outcomes.set(id, outcome);
    }
  }

  /** Declares the outcome of the next run only. */
  declareNext(outcome: Outcome): void {
    this.#next = outcome;
  }

  /** Sets the duration of work without a declared one, and of the current work. */
  setSeconds(seconds: number): void {
    this.#defaultSeconds = seconds;
    this.#seconds = seconds;
    this.clock.wake();
  }

  /** Moves the clock forward: runs proceed, and tickets, reviews and limits expire. */
  advance(seconds: number): void {
    this.clock.advance(seconds);
    this.bell.ring('jobs');
  }

  /** Whether the engine works. */
  get isWorking(): boolean {
    return this.#stop !== null;
  }

  /** Starts the engine, as when a tab of the workspace is opened. */
  start(): void {
    if (this.#stop) {
      return;
    }
    const { store, bell, clock } = this;
    this.#stop = new AbortController();
    const pool = createEmulatedPool({ bytes: store.bytes, clock, workSeconds: () => this.#seconds });
    this.#pool = pool;
    const tasks = createEmulatedTasks(store.bytes);
    const [engineId, before] = [`emulator-${this.#engines + 1}`, `emulator-${this.#engines}`];
    this.#engines += 1;
    const ports = {
      store,
      bell,
      clock,
      pool,
      engineId,
      taskWorkers: { pictures: tasks, peaks: tasks },
      models: this.#models,
      runs: Object.fromEntries(Object.entries(recipeRuns).map(([id, run]) => [id, this.#wrap(pool, id, run)])),
      endedEngines: [before],
    };
    runEngine(ports, this.#stop.signal).catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- the only trace of a defect in the engine
      console.error(error);
    });
  }

  /** Stops the engine at once, as when the last tab is closed. Its current run starts again with the next engine. */
  stop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.#pool?.freeze();
  }

  #wrap(pool: EmulatedPool, id: string, run: AnyRun): AnyRun {
    const begin = async ({ job }: RunContext): Promise<Outcome> => {
      const outcome = this.#chooseOutcome(job.id, id);
      this.#seconds = outcome.seconds ?? this.#defaultSeconds;
      if (outcome.failWith !== undefined) {
        await pool.work(() => undefined);
        throw new Failure(outcome.failWith);
      }
      return outcome;
    };
    const propose: AnyRun['propose'] = async (context, input, before) => {
      const { proposal } = await begin(context);
      const proposed = await run.propose?.(context, input, before);
      if (!proposed) {
        throw new Failure('INTERNAL');
      }
      return proposal === undefined ? proposed : { ...proposed, proposal };
    };
    return {
      ...(run.propose && { propose }),
      make: async (context, input, approved) => {
        const { result } = await begin(context);
        const made = await run.make(context, input, approved);
        return result === undefined ? made : this.#replaceResult(made, new Blob([result]));
      },
    };
  }

  /** Writes other bytes into the result file of a run. */
  async #replaceResult(made: RunResult, result: Blob): Promise<RunResult> {
    const assets = made.assets.map((asset) =>
      asset.id === made.resultId ? { ...asset, sizeBytes: result.size } : asset,
    );
    const { file } = assets.find(({ id }) => id === made.resultId) ?? {};
    if (file !== undefined) {
      await writeBytes(this.store.bytes, file, new Uint8Array(await result.arrayBuffer()));
    }
    return { ...made, assets };
  }

  /** Returns the outcome of a job. All attempts at a job have the same one. */
  #chooseOutcome(jobId: string, recipeId: string): Outcome {
    if (this.#next) {
      this.#ofJobs.set(jobId, this.#next);
      this.#next = null;
    }
    return this.#ofJobs.get(jobId) ?? this.#outcomes.get(recipeId) ?? {};
  }
}
