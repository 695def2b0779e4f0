import * as z from 'zod';
import { createApi } from '#api/api.ts';
import { knownModels } from '#core/model/manifest.ts';
import { isShipped, type ModelEntry } from '#core/model/models.ts';
import type { Timing } from '#api/ports.ts';
import { runEngine } from '#engine/engine.ts';
import { runs as recipeRuns } from '#recipes/runs.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import { createLocalBell, type Bell } from '#wire/bell.ts';
import { EmulatedClock } from './emulated-clock.ts';
import { createEmulatedTasks, createEmulatedPool, type EmulatedPool } from './emulated-workers.ts';
import { Outcomes, type Outcome, type OutcomeOptions } from './outcomes.ts';

export type EmulatorOptions = OutcomeOptions & {
  /** The root URL that responses contain. The default is `http://offcut.localhost/`. */
  readonly baseUrl?: string;
  /** The default is a store in memory. */
  readonly store?: Store;
  /** The models that are installed. The default are the shipped ones. */
  readonly models?: readonly ModelEntry[];
  readonly timing?: Partial<Timing>;
};

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
  readonly #outcomes: Outcomes;
  #pool: EmulatedPool | null = null;
  readonly #handle: (request: Request) => Promise<Response>;
  readonly #models: readonly ModelEntry[];
  #stop: AbortController | null = null;
  #engines = 0;

  constructor(options: EmulatorOptions = {}) {
    const { baseUrl = 'http://offcut.localhost/', store, models, timing } = options;
    this.baseUrl = new URL(baseUrl).href.replace(/\/?$/, '/');
    this.store = store ?? createMemoryStore();
    this.#outcomes = new Outcomes(this.store.bytes, options);
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
    this.#outcomes.declare(runs);
  }

  /** Declares the outcome of the next run only. */
  declareNext(outcome: Outcome): void {
    this.#outcomes.declareNext(outcome);
  }

  /** Sets the duration of work without a declared one, and of the current work. */
  setSeconds(seconds: number): void {
    this.#outcomes.setSeconds(seconds);
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
    const pool = createEmulatedPool({ bytes: store.bytes, clock, workSeconds: () => this.#outcomes.seconds });
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
      runs: Object.fromEntries(Object.entries(recipeRuns).map(([id, run]) => [id, this.#outcomes.wrap(pool, id, run)])),
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
}
