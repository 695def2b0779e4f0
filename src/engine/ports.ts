import type { ModelEntry } from '#core/model/models.ts';
import type { AnyRun } from '#core/protocol/run.ts';
import type { Clock } from '#core/lib/time.ts';
import type { Lab } from '#store/lab.ts';
import type { Store } from '#store/store.ts';
import type { Bell } from '#wire/bell.ts';
import type { TaskWorker } from './task-worker.ts';
import type { Pool } from './pool.ts';

/** The maximum time between two reads of the rows, because notifications of the bell can be missed. */
export const lookAgainMs = 5000;

export type EnginePorts = {
  readonly store: Store;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly lab: Lab;
  readonly pool: Pool;
  /** Runs tasks next to the jobs, on video, images and audio. */
  readonly taskWorkers: { readonly pictures: TaskWorker; readonly peaks: TaskWorker };
  /** The models of the manifest. */
  readonly models: readonly ModelEntry[];
  /** The runs of the recipes, by recipe id. */
  readonly runs: Readonly<Record<string, AnyRun>>;
  /** The name under which this engine claims jobs. */
  readonly engineId: string;
  /** The names of engines whose tab the user closed or reloaded. */
  readonly endedEngines: readonly string[];
};
