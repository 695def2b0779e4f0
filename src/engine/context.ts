import type { Detectors } from '#core/analysis/detection.ts';
import { isRunnableDetector, isRunnableMatte, type ModelEntry, type RunnableModel } from '#core/model/models.ts';
import type { Asset, Checkpoint, CheckpointStep, Job } from '#core/model/records.ts';
import type { JobProgress, MadeFile, RunContext, Step } from '#core/protocol/run.ts';
import type { Clock } from '#core/lib/time.ts';
import { createId } from '#store/ids.ts';
import { readFrozenDocument } from '#store/frozen-documents.ts';
import { requireRoom } from '#store/room.ts';
import type { Store } from '#store/store.ts';

type ContextParts<Workers> = {
  readonly store: Store;
  readonly job: Job;
  readonly materials: readonly Asset[];
  readonly models: readonly RunnableModel<ModelEntry>[];
  readonly runners: Workers;
  readonly clock: Clock;
  readonly work: Work;
  readonly report: (progress: JobProgress) => void;
};

/** Creates the interface of the engine for a run. */
export function createContext<Workers>(parts: ContextParts<Workers>): RunContext<Workers> {
  const { store, clock, job, materials, models, runners, work, report } = parts;
  return {
    job,
    materials,
    models: models.filter(isRunnableMatte),
    detectors: toDetectors(models),
    runners,
    report,
    readDocument: () => readFrozenDocument(store, job.id),
    step: (name, basis) => work.step(name, basis),
    writeText: async ({ file }, text) => {
      const sink = await store.bytes.create(file);
      await sink.write(new TextEncoder().encode(text));
      await sink.close();
    },
    requireRoom: (neededBytes, minBytes) => requireRoom(store, 'The run', neededBytes, minBytes),
    toAsset: async ({ assetId, ...made }) => ({
      id: assetId,
      ...made,
      sizeBytes: (await store.bytes.read(made.file)).size,
      sha256: null,
      sourceUrl: null,
      jobId: job.id,
      facts: null,
      createdAt: clock.now(),
    }),
  };
}

const toDetectors = (models: readonly RunnableModel<ModelEntry>[]): Detectors =>
  Object.fromEntries(models.flatMap((model) => (isRunnableDetector(model) ? [[model.entry.task, model]] : [])));

type WorkParts = {
  readonly store: Pick<Store, 'bytes'>;
  readonly clock: Clock;
  readonly job: Job;
  /** The checkpoint of the previous attempt. */
  readonly checkpoint: Checkpoint | undefined;
  /** Writes a checkpoint. */
  readonly keep: (checkpoint: Checkpoint) => Promise<void>;
  /** Settles when the attempt is over. Until then its files are locked. */
  readonly finished: Promise<void>;
};

/** The steps of one attempt at a job, and all files of these steps. */
export class Work {
  readonly #parts: WorkParts;
  /** The steps so far. A step of the previous attempt stays until this attempt reaches it. */
  readonly #steps: Map<string, CheckpointStep>;
  readonly #files: Set<string>;

  constructor(parts: WorkParts) {
    this.#parts = parts;
    this.#steps = new Map((parts.checkpoint?.steps ?? []).map((step) => [step.name, step]));
    this.#files = new Set([...this.#steps.values()].flatMap(({ files }) => files.map(({ file }) => file)));
  }

  /** The names of all files of this attempt and the previous one. */
  get files(): readonly string[] {
    return [...this.#files];
  }

  /** The time in milliseconds that all counted attempts have worked on the job. */
  get workedMs(): number {
    const { job, checkpoint, clock } = this.#parts;
    return (checkpoint?.workedMs ?? 0) + clock.now() - (job.startedAt ?? clock.now());
  }

  /** Returns the checkpoint from which another attempt would resume now. */
  toCheckpoint(): Checkpoint {
    return { id: this.#parts.job.id, workedMs: this.workedMs, steps: [...this.#steps.values()] };
  }

  step(name: string, basis: string): Step {
    const before = this.#steps.get(name);
    const last = before?.basis === basis ? before : undefined;
    if (!last) {
      this.#steps.delete(name);
    }
    const made: CheckpointStep['files'] = [];
    const note = (notes: unknown, isDone: boolean): Promise<void> => {
      this.#steps.set(name, { name, basis, isDone, notes, files: [...made] });
      return this.#parts.keep(this.toCheckpoint());
    };
    return {
      notes: last?.notes,
      isDone: last?.isDone ?? false,
      file: (role, extension) => {
        const known = [...made, ...(last?.files ?? [])].find((one) => one.role === role);
        const { assetId, file } = known ?? newFile(extension);
        made.push(...(made.some((one) => one.role === role) ? [] : [{ role, assetId, file }]));
        this.#hold(file);
        return { assetId, file };
      },
      keep: (notes) => note(notes, false),
      finish: (notes) => note(notes, true),
    };
  }

  #hold(file: string): void {
    this.#files.add(file);
    // The lock is not awaited: it ends with the attempt, or with this thread.
    void this.#parts.store.bytes.hold(file, () => this.#parts.finished);
  }
}

function newFile(extension: string): MadeFile {
  const assetId = createId('ast');
  return { assetId, file: `${assetId}.${extension}` };
}
