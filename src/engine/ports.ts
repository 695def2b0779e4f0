import type { ModelEntry } from '#core/models.ts';
import type { Clock } from '#core/time.ts';
import type { Store } from '#store/store.ts';
import type { Bell } from '#wire/bell.ts';
import type { Runs } from '../recipes/runs.ts';
import type { ErrandWorker } from './errand-worker.ts';
import type { Pool } from './pool.ts';

/** The maximum wait between reads, because rings can be missed. */
export const lookAgainMs = 5000;

export type EnginePorts = {
  readonly store: Store;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly pool: Pool;
  /** Runs tasks next to the jobs, on video, images and audio. */
  readonly errands: { readonly pictures: ErrandWorker; readonly peaks: ErrandWorker };
  /** The models of the manifest. */
  readonly models: readonly ModelEntry[];
  readonly runs: Runs;
  /** The name by which this engine claims jobs. */
  readonly engineId: string;
  /** The names of engines whose tab the user closed or reloaded. */
  readonly endedEngines: readonly string[];
};
