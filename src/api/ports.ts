import type { ModelEntry } from '#core/model/models.ts';
import type { Clock } from '#core/lib/time.ts';
import type { Store } from '#store/store.ts';
import type { Bell } from '#wire/bell.ts';

/** How long the API waits for what. All in milliseconds of real time. */
export type Timing = {
  /** How long a run may take to be answered with its true status; what takes longer is streamed. */
  readonly outcomeMs: number;
  /** How often a streamed answer shows that it lives. */
  readonly heartbeatMs: number;
  /** How often a waited-for row is read when no bell rings. */
  readonly pollMs: number;
  /** How long a waiting run goes without any engine before its caller is told. */
  readonly engineGraceMs: number;
  /** How long the address of a material may send nothing. */
  readonly stallMs: number;
  /** How long an agent waits for the material of a run: its client gives a call up after a minute. */
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

/** What the API stands on. */
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
  /** For addresses that a caller named: of materials, and of models. */
  readonly fetchOutside: typeof fetch;
  /** Keeps the thread of the API alive until a promise has settled, where a browser would end it. */
  readonly keepAwake?: (work: Promise<unknown>) => void;
  readonly timing?: Partial<Timing>;
};

/** The ports with every default filled in: what the parts of the API are given. */
export type ApiContext = Omit<ApiPorts, 'timing'> & { readonly timing: Timing };
