import type { ModelEntry } from '#core/model/models.ts';
import type { Clock } from '#core/lib/time.ts';
import type { Lab } from '#store/lab.ts';
import type { Store } from '#store/store.ts';
import type { Bell } from '#wire/bell.ts';
import type { RequestLog } from './request-log.ts';

/** Time limits of the API, all in milliseconds of real time. */
export type Timing = {
  /** The time within which a run is answered with its real status. The response to a longer run is streamed. */
  readonly outcomeMs: number;
  /** The interval at which a streamed response sends white space. */
  readonly heartbeatMs: number;
  /** The interval at which an awaited row is read if the bell does not ring. */
  readonly pollMs: number;
  /** The time for which a run waits for an engine before the caller receives an error. */
  readonly engineGraceMs: number;
  /** The time for which the server of a material may send no data. */
  readonly stallMs: number;
  /** The time for which an agent waits for the material of a run. Agents cancel a call after a minute. */
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
  /** The clock and the faults. */
  readonly lab: Lab;
  /** The root URL of the app, with a slash at its end. May be a sub-path. */
  readonly base: URL;
  /** The models of the product's own manifest. */
  readonly manifest: readonly ModelEntry[];
  /** The names of the files in the `models/` folder of this deployment. */
  readonly deployedFiles: () => Promise<readonly string[]>;
  /** True if an open tab runs an engine, or is about to. */
  readonly hasEngine: () => Promise<boolean>;
  /** Fetches URLs from callers: of materials and of models. */
  readonly fetchOutside: typeof fetch;
  /** Keeps the worker of the API running until a promise has settled, in browsers that would stop it. */
  readonly keepAwake?: (work: Promise<unknown>) => void;
  readonly timing?: Partial<Timing>;
  /** The time after which the log of requests is written without a reader, in milliseconds; absent if it need not be kept. */
  readonly requestsWriteMs?: number;
};

/** The dependencies of the API with all defaults filled in, which its modules receive. */
export type ApiContext = Omit<ApiPorts, 'timing'> & {
  readonly timing: Timing;
  readonly clock: Clock;
  readonly log: RequestLog;
  /** Answers a request like one of a client. */
  readonly answer: (request: Request) => Promise<Response>;
};
