import type { RunnableModel } from '#core/models.ts';
import type { Asset, Canvas, Checkpoint, Job } from '#core/records.ts';
import type { Runners } from '#core/runners.ts';
import type { Clock } from '#core/time.ts';
import { createId } from '#store/ids.ts';
import { requireRoom } from '#store/room.ts';
import type { Store } from '#store/store.ts';
import type { RunContext, RunProgress } from './run.ts';

type ContextParts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly job: Job;
  readonly material: Asset;
  readonly model: RunnableModel;
  readonly checkpoint: Checkpoint | undefined;
  readonly runners: Runners;
  readonly report: (progress: RunProgress) => void;
  readonly keep: (checkpoint: Checkpoint) => Promise<void>;
  readonly files: string[];
  readonly finished: Promise<void>;
};

/**
 * What a run needs of the engine. `files` collects the names of what it makes; they are held until `finished`. A run with a
 * `checkpoint` makes the files that it began before.
 */
export function createContext(parts: ContextParts): RunContext {
  const { store, clock, job, material, model, runners, report } = parts;
  return {
    job,
    material,
    model,
    runners,
    report,
    ...createAttempt(parts),
    requireRoom: (neededBytes, leastBytes) => requireRoom(store, 'The run', neededBytes, leastBytes),
    toAsset: async ({ assetId, ...made }) => ({
      id: assetId,
      ...made,
      sizeBytes: (await store.bytes.read(made.file)).size,
      sha256: null,
      sourceUrl: null,
      jobId: job.id,
      createdAt: clock.now(),
    }),
    toCanvas: (document): Canvas => ({
      id: createId('cnv'),
      jobId: job.id,
      revision: 1,
      document,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    }),
  };
}

/** What ties an attempt to the one before. */
function createAttempt(parts: ContextParts): Pick<RunContext, 'newFile' | 'findNotes' | 'keepNotes'> {
  const { store, clock, job, checkpoint, keep, files, finished } = parts;
  const made: Checkpoint['files'] = [];
  return {
    newFile: (extension) => {
      const assetId = createId('ast');
      const one = checkpoint?.files[made.length] ?? { assetId, file: `${assetId}.${extension}` };
      made.push(one);
      files.push(one.file);
      // The hold outlives this call on purpose; it ends with the run, or with this thread.
      void store.bytes.hold(one.file, () => finished);
      return one;
    },
    findNotes: (basis) => (checkpoint?.basis === basis ? checkpoint.notes : undefined),
    keepNotes: (basis, notes) =>
      keep({ id: job.id, basis, files: made, workedMs: measureWork(job, checkpoint, clock), notes }),
  };
}

/** How long a job has been worked on, in milliseconds, by all attempts that count. */
export const measureWork = (job: Job, checkpoint: Checkpoint | undefined, clock: Clock): number =>
  (checkpoint?.workedMs ?? 0) + clock.now() - (job.startedAt ?? clock.now());
