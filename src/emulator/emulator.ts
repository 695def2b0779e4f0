import * as z from 'zod';
import { createApi } from '#api/api.ts';
import { Failure, failureBody } from '#core/lib/failure.ts';
import type { State } from '#core/model/state.ts';
import { knownModels } from '#core/model/manifest.ts';
import { isShipped, type ModelEntry } from '#core/model/models.ts';
import type { SendWebhook, Timing } from '#api/ports.ts';
import type { EnginePorts } from '#engine/ports.ts';
import { runLabEngine, waitUntilAllowed } from '#engine/lab-engine.ts';
import { runs as recipeRuns } from '#recipes/runs.ts';
import { Lab } from '#store/lab.ts';
import { createMemoryStore } from '#store/memory.ts';
import { replaceState } from '#store/state.ts';
import type { Store } from '#store/store.ts';
import { createLocalBell, type Bell } from '#wire/bell.ts';
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
  /** Sends webhooks. The default is `fetch`. */
  readonly sendWebhook?: SendWebhook;
  /** Makes ids and keys reproducible. It applies to all emulators of the thread. */
  readonly seed?: number;
};

const createdKey = z.object({ data: z.object({ apiKey: z.string() }) });

/**
 * The whole API with its real core, engine and recipes, on a store in memory, without a browser. Only the workers are emulated:
 * media is not decoded, and results are tiny files of the right format.
 */
export class Emulator {
  readonly baseUrl: string;
  readonly store: Store;
  readonly bell: Bell = createLocalBell();
  /** The clock, the faults and the seed. */
  readonly lab: Lab;
  readonly #outcomes: Outcomes;
  #pool: EmulatedPool | null = null;
  /** Resolves when the seed is set. */
  readonly #ready: Promise<void>;
  readonly #handle: (request: Request) => Promise<Response>;
  readonly #models: readonly ModelEntry[];
  #stop: AbortController | null = null;
  #engines = 0;

  constructor(options: EmulatorOptions = {}) {
    const { baseUrl = 'http://offcut.localhost/', store, models, timing, seed, sendWebhook } = options;
    this.baseUrl = new URL(baseUrl).href.replace(/\/?$/, '/');
    this.store = store ?? createMemoryStore();
    this.#outcomes = new Outcomes(this.store.bytes, options);
    this.lab = new Lab({ store: this.store, bell: this.bell, thread: 'emulator' });
    this.#models = models ?? knownModels;
    const deployed = (models ?? knownModels.filter(isShipped)).flatMap(({ variants }) =>
      variants.map(({ file }) => file),
    );
    this.#handle = createApi({
      store: this.store,
      bell: this.bell,
      lab: this.lab,
      base: new URL(this.baseUrl),
      manifest: this.#models,
      deployedFiles: async () => deployed,
      hasEngine: async () => this.isWorking,
      fetchOutside: (input, init) => fetch(input, init),
      ...(timing && { timing }),
      ...(sendWebhook && { sendWebhook }),
    });
    this.#ready = seed === undefined ? Promise.resolve() : this.lab.setSeed(seed);
    this.lab.listen(() => this.#pool?.recheck());
    this.start();
  }

  /** Answers a request. The URL must be below `baseUrl`. */
  async handle(request: Request): Promise<Response> {
    await this.#ready;
    return this.#handle(request);
  }

  /** Creates an API key with all scopes. */
  async createKey(name = 'emulator'): Promise<string> {
    return createdKey.parse(await this.#post('keys', { name })).data.apiKey;
  }

  /** Stores the state of all rows and files under a name. Throws VALIDATION_FAILED for an invalid name. */
  async snapshot(name: string): Promise<void> {
    await this.#post('snapshots', { name });
  }

  /** Replaces the state by a snapshot. Throws NOT_FOUND. */
  async restore(name: string): Promise<void> {
    await this.#post(`snapshots/${encodeURIComponent(name)}/restore`);
  }

  /** Deletes everything, undoes all changes of the lab, and writes the rows of `state`, which need no files. */
  async reset(state: State): Promise<void> {
    // Ends the current run, because a reset is refused while a job is running.
    await replaceState(this.store, state, this.lab.clock.now());
    await this.#post('reset');
    await replaceState(this.store, state, this.lab.clock.now());
  }

  /** Calls an operation of the sandbox and returns the response. Throws its failure. */
  async #post(path: string, body: object = {}): Promise<unknown> {
    const url = new URL(`sandbox/v1/${path}`, this.baseUrl);
    const headers = { 'Content-Type': 'application/json' };
    const response = await this.handle(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
    const json: unknown = await response.json();
    if (!response.ok) {
      const { errorCode: code, message, details } = failureBody.parse(json);
      throw Failure.fromWire({ code, message, details });
    }
    return json;
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
    this.#pool?.recheck();
  }

  /** Moves the clock forward: runs proceed, and tickets, reviews and limits expire. */
  advance(seconds: number): Promise<void> {
    return this.lab.advance(seconds);
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
    const { store, bell, lab } = this;
    const { clock } = lab;
    this.#stop = new AbortController();
    const pool = createEmulatedPool({
      bytes: store.bytes,
      clock,
      workSeconds: () => this.#outcomes.seconds * lab.settings.engine.factor,
    });
    this.#pool = pool;
    const tasks = createEmulatedTasks(store.bytes);
    const [engineId, before] = [`emulator-${this.#engines + 1}`, `emulator-${this.#engines}`];
    this.#engines += 1;
    const ports = {
      store,
      bell,
      clock,
      lab,
      pool,
      engineId,
      taskWorkers: { pictures: tasks, peaks: tasks },
      models: this.#models,
      runs: Object.fromEntries(Object.entries(recipeRuns).map(([id, run]) => [id, this.#outcomes.wrap(pool, id, run)])),
      endedEngines: [before],
    };
    runEmulatedEngine(ports, this.#stop.signal).catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- the only trace of a defect in the engine
      console.error(error);
    });
  }

  /** Stops the engine at once, as when the last tab is closed. Its current run starts again with the next engine. */
  stop(): void {
    this.#stop?.abort();
    this.#stop = null;
  }
}

/** Runs engines one after the other, as the lab says. */
async function runEmulatedEngine(ports: EnginePorts, signal: AbortSignal): Promise<void> {
  let { endedEngines } = ports;
  while (!signal.aborted) {
    await waitUntilAllowed(ports);
    await runLabEngine({ ...ports, endedEngines }, signal);
    endedEngines = [...endedEngines, ports.engineId];
  }
}
