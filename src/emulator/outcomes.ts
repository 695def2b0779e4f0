import type { ErrorCode } from '#client/types.generated.ts';
import { Failure } from '#core/lib/failure.ts';
import type { AnyRun, RunContext, RunResult } from '#core/protocol/run.ts';
import type { Store } from '#store/store.ts';
import type { Cassette, RecordedProposal, RecordedResult } from './cassette/cassette.ts';
import { getRecordedSeconds, playProposal, playResult } from './cassette/play.ts';
import { Recordings, refuseUnrecorded, type Recording } from './cassette/recordings.ts';
import { writeBytes } from './emulated-media.ts';
import type { EmulatedPool } from './emulated-workers.ts';

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
  readonly failWith?: ErrorCode;
};

export type OutcomeOptions = {
  /** The outcomes by recipe id. */
  readonly runs?: Readonly<Record<string, Outcome>>;
  /** Recorded runs, which answer the same runs of the same bytes. Later cassettes win. `readCassette` reads one from a folder. */
  readonly cassettes?: readonly Cassette[];
  /** The duration of recorded runs as a share of the recorded duration. The default is 0.001; 1 is the real duration. */
  readonly recordedPace?: number;
  /** Whether a run of a recipe fails if no cassette has it and no outcome is declared. The default is false. */
  readonly isStrict?: boolean;
};

const defaultSeconds = 0.05;
const defaultRecordedPace = 0.001;

type AnyRecording = Recording<RecordedProposal | RecordedResult>;

/** Decides how runs end: as declared, as recorded, or with plausible results. */
export class Outcomes {
  readonly #bytes: Store['bytes'];
  readonly #recordings: Recordings;
  readonly #recordedPace: number;
  readonly #isStrict: boolean;
  readonly #ofRecipes: Map<string, Outcome>;
  /** The outcomes of jobs for which `declareNext` was called. */
  readonly #ofJobs = new Map<string, Outcome>();
  /** The outcome of the next run of any recipe. */
  #next: Outcome | null = null;
  #defaultSeconds = defaultSeconds;
  #seconds = defaultSeconds;

  constructor(bytes: Store['bytes'], { runs = {}, cassettes = [], recordedPace, isStrict = false }: OutcomeOptions) {
    this.#bytes = bytes;
    this.#ofRecipes = new Map(Object.entries(runs));
    this.#recordings = new Recordings(cassettes);
    this.#recordedPace = recordedPace ?? defaultRecordedPace;
    this.#isStrict = isStrict;
  }

  /** The duration of the current work, in seconds. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Sets the duration of work without a declared one, and of the current work. */
  setSeconds(seconds: number): void {
    this.#defaultSeconds = seconds;
    this.#seconds = seconds;
  }

  declare(runs: Readonly<Record<string, Outcome>>): void {
    for (const [id, outcome] of Object.entries(runs)) {
      this.#ofRecipes.set(id, outcome);
    }
  }

  declareNext(outcome: Outcome): void {
    this.#next = outcome;
  }

  /** Returns the run of a recipe with these outcomes. */
  wrap(pool: EmulatedPool, recipeId: string, run: AnyRun): AnyRun {
    const ports = { bytes: this.#bytes, work: pool.work };
    const propose: AnyRun['propose'] = async (context, input, before) => {
      const recording = this.#recordings.findProposal(context, before);
      const { proposal } = await this.#begin(pool, recipeId, context, recording);
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
        const { result } = await this.#begin(pool, recipeId, context, recording);
        const made = recording ? await playResult(ports, context, recording) : await run.make(context, input, approved);
        return result === undefined ? made : this.#replaceResult(made, new Blob([result]));
      },
    };
  }

  /** Sets the duration of the work and returns the declared outcome. Throws its error. */
  async #begin(
    pool: EmulatedPool,
    recipeId: string,
    context: RunContext,
    recording: AnyRecording | undefined,
  ): Promise<Outcome> {
    const outcome = this.#choose(context.job.id, recipeId);
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
  }

  /** Returns the declared outcome of a job. All attempts at a job have the same one. */
  #choose(jobId: string, recipeId: string): Outcome | undefined {
    if (this.#next) {
      this.#ofJobs.set(jobId, this.#next);
      this.#next = null;
    }
    return this.#ofJobs.get(jobId) ?? this.#ofRecipes.get(recipeId);
  }

  /** Writes other bytes into the result file of a run. */
  async #replaceResult(made: RunResult, result: Blob): Promise<RunResult> {
    const assets = made.assets.map((asset) =>
      asset.id === made.resultId ? { ...asset, sizeBytes: result.size } : asset,
    );
    const { file } = assets.find(({ id }) => id === made.resultId) ?? {};
    if (file !== undefined) {
      await writeBytes(this.#bytes, file, new Uint8Array(await result.arrayBuffer()));
    }
    return { ...made, assets };
  }
}
