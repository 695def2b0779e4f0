import type { RunnableModel } from '#core/models.ts';
import type { Asset, Canvas, Job } from '#core/records.ts';
import type { Runners } from '#core/runners.ts';
import type { Clock } from '#core/time.ts';
import { createId } from '#store/ids.ts';
import type { Store } from '#store/store.ts';
import type { RunContext, RunProgress } from './run.ts';

/** What a run needs of the engine. `files` collects the names of what it makes; they are held until `finished`. */
export function createContext(parts: {
  store: Store;
  clock: Clock;
  job: Job;
  material: Asset;
  model: RunnableModel;
  runners: Runners;
  report: (progress: RunProgress) => void;
  files: string[];
  finished: Promise<void>;
}): RunContext {
  const { store, clock, job, material, model, runners, report, files, finished } = parts;
  return {
    job,
    material,
    model,
    runners,
    report,
    newFile: (extension) => {
      const assetId = createId('ast');
      const file = `${assetId}.${extension}`;
      files.push(file);
      // The hold outlives this call on purpose; it ends with the run, or with this thread.
      void store.bytes.hold(file, () => finished);
      return { assetId, file };
    },
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
