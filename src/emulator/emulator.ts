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
import type { Cassette, RecordedProposal, RecordedResult } from './cassette/cassette.ts';
import { getRecordedSeconds, playProposal, playResult } from './cassette/play.ts';
import { Recordings, refuseUnrecorded, type Recording } from './cassette/recordings.ts';
import { EmulatedClock } from './emulated-clock.ts';
import { writeBytes } from './emulated-media.ts';
import { createEmulatedTasks, createEmulatedPool, type EmulatedPool } from './emulated-workers.ts';

/**
 * The outcome of a recipe's runs. Fields that are absent are those of the recorded run, if a cassette has the run. Otherwise a run has
 * a plausible proposal and result after 0.05 seconds.
 */
export type Outcome = {
  /** The duration of the work, in seconds of the emulator's clock. The default is 0.05. */
  readonly seconds?: number;
  /** The proposal for review, instead of the computed one. */
  readonly proposal?: unknown;
  /** The bytes of the result file, instead of a tiny file. Its other facts, such as the duration of the canvas, stay. */
  readonly result?: Blob | Uint8Array<ArrayBuffer>;
  /** The error code with which the runs fail. */
  readonly failWith?: FailureCode;
};

export type EmulatorOptions = {
  /** The root URL that responses contain. The default is `http://offcut.localhost/`. */
  readonly baseUrl?: string;
  /** The outcomes by recipe id. */
  readonly runs?: Readonly<Record<string, Outcome>>;
  /** Recorded runs, which answer the same runs of the same bytes. Later cassettes win. `readCassette` reads one from a folder. */
  readonly cassettes?: readonly Cassette[];
  /** The duration of recorded runs as a share of the recorded duration. The default is 0.001; 1 is the real duration. */
  readonly recordedPace?: number;
  /** Whether a run of a recipe fails if no cassette has it and no outcome is declared. The default is false. */
  readonly isStrict?: boolean;
  /** The default is a store in memory. */
  readonly store?: Store;
  /** The models that are installed. The default are the shipped ones. */
  readonly models?: readonly ModelEntry[];
  readonly timing?: Partial<Timing>;
};

const defaultSeconds = 0.05;
const defaultRecordedPace = 0.001;

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
  readonly #recordings: Recordings;
  readonly #recordedPace: number;
  readonly #isStrict: boolean;
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

  constructor(options: EmulatorOptions = {}) {
    const { baseUrl = 'http://offcut.localhost/', runs = {}, store, models, timing } = options;
    this.#recordings = new Recordings(options.cassettes ?? []);
    this.#recordedPace = options.recordedPace ?? defaultRecordedPace;
    this.#isStrict = options.isStrict ?? false;
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
    const { bytes } = this.store;
    const ports = { bytes, work: pool.work };
    const begin = async (context: RunContext, recording: AnyRecording | undefined): Promise<Outcome> => {
      const outcome = this.#chooseOutcome(context.job.id, id);
      const recordedSeconds = recording && this.#recordedPace * getRecordedSeconds(recording);
      this.#seconds = outcome?.seconds ?? recordedSeconds ?? this.#defaultSeconds;
      if (outcome?.failWith !== undefined) {
        await pool.work(() => undefined);
        throw new Failure(outcome.failWith);
      }
      if (this.#isStrict && !recording && !outcome) {
        refuseUnrecorded(this.#recordings, context);
      }
      return outcome ?? {};
    };
    const propose: AnyRun['propose'] = async (context, input, before) => {
      const recording = this.#recordings.findProposal(context, before);
      const { proposal } = await begin(context, recording);
      const proposed = recording
        ? await playProposal(ports, context, recording)
        : await run.propose?.(context, input, before);
      if (!proposed) {
        throw new Failure('INTERNAL');
      }
      return proposal === undefined ? proposed : { ...proposed, proposal };
    };
    return {
      ...(run.propose && { propose }),
      make: async (context, input, approved) => {
        const recording = this.#recordings.findResult(context, approved);
        const { result } = await begin(context, recording);
        const made = recording ? await playResult(ports, context, recording) : await run.make(context, input, approved);
        return result === undefined ? made : withResult(bytes, made, result);
      },
    };
  }

  /** Returns the declared outcome of a job. All attempts at a job have the same one. */
  #chooseOutcome(jobId: string, recipeId: string): Outcome | undefined {
    if (this.#next) {
      this.#ofJobs.set(jobId, this.#next);
      this.#next = null;
    }
    return this.#ofJobs.get(jobId) ?? this.#outcomes.get(recipeId);
  }
}

type AnyRecording = Recording<RecordedProposal | RecordedResult>;

/** Replaces the bytes of the result file. */
async function withResult(
  bytes: Store['bytes'],
  made: RunResult,
  result: NonNullable<Outcome['result']>,
): Promise<RunResult> {
  const content = new Uint8Array(await new Blob([result]).arrayBuffer());
  const assets = made.assets.map(async (asset) => {
    if (asset.id !== made.resultId) {
      return asset;
    }
    await writeBytes(bytes, asset.file, content);
    return { ...asset, sizeBytes: content.byteLength };
  });
  return { ...made, assets: await Promise.all(assets) };
}
