import type { ModelEntry } from '#core/model/models.ts';
import type { Clock } from '#core/lib/time.ts';
import type { Store } from '#store/store.ts';
import type { Bell } from '#wire/bell.ts';

/** Time limits of the API, all in milliseconds of real time. */
export type Timing = {
  /** The time within which a run is answered with its real status; longer runs are streamed. */
  readonly outcomeMs: number;
  /** The interval at which a streamed response sends white space. */
  readonly heartbeatMs: number;
  /** The interval at which an awaited row is read when no bell rings. */
  readonly pollMs: number;
  /** The time for which a run waits without any engine before the caller receives an error. */
  readonly engineGraceMs: number;
  /** The time for which the server of a material may send no data. */
  readonly stallMs: number;
  /** The time for which an agent waits for the material of a run: its client cancels a call after a minute. */
  readonly agentMs: number;
};

export const defaultTiming: Timing = {
  outcomeMs: 20_000,
  heartbeatMs: 5_000,
  pollMs: 1_000,
  engineGraceMs: 30_000,
  stallMs: 30_000,
  agentMs: 45_000,
};

/** The dependencies of the API. */
export type ApiPorts = {
  readonly store: Store;
  readonly bell: Bell;
  readonly clock: Clock;
  /** Root of the app with a slash at its end; may be a sub-path. */
  readonly base: URL;
  /** The models that the product knows by itself. */
  readonly manifest: readonly ModelEntry[];
  /** The names of the files in the `models/` folder of this deployment. */
  readonly deployedFiles: () => Promise<readonly string[]>;
  /** True when an open tab does the work, or is about to. */
  readonly hasEngine: () => Promise<boolean>;
  /** Fetches URLs that a caller named, of materials and of models. */
  readonly fetchOutside: typeof fetch;
  /** Keeps the thread of the API alive until a promise has settled, where a browser would end it. */
  readonly keepAwake?: (work: Promise<unknown>) => void;
  readonly timing?: Partial<Timing>;
};

/** The ports with every default filled in: what the parts of the API are given. */
export type ApiContext = Omit<ApiPorts, 'timing'> & { readonly timing: Timing };
