import type { FailureCode } from '#core/lib/failure.ts';

/** The implementation under test: anything that answers HTTP. */
export type ContractTarget = {
  /** Root of the app with a slash at its end. */
  readonly baseUrl: string;
  /** A client from outside. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** A page of the site, which may call `/sandbox/v1`. */
  readonly sandboxFetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** False if the implementation has no `/sandbox/v1`, so that tests that need it are skipped. The default is true. */
  readonly hasSandbox?: boolean;
  /** A key with every scope and no limits. */
  readonly apiKey: string;
  readonly fixtures: {
    /** A short MP4 with a person in it. */
    readonly video: Uint8Array<ArrayBuffer>;
    /** The same in other bytes. */
    readonly otherVideo: Uint8Array<ArrayBuffer>;
    /** Weights of the family matte-nano for images of 256 by 144. */
    readonly model: Uint8Array<ArrayBuffer>;
  };
  /** Controls a simulated engine; null for a real one. */
  readonly script: Script | null;
  readonly close: () => Promise<void>;
};

export type Script = {
  /** The duration of each run from now on, including the active one. */
  setRunMs(runMs: number): void;
  /** The outcome of the next run. */
  failNext(code: FailureCode): void;
  /** Whether a tab is open that can execute jobs. */
  setOpen(isOpen: boolean): void;
};

export type ContractOptions = {
  readonly name: string;
  /** True if `start` returns a `script`: tests that depend on the duration of a run exist only then. */
  readonly isScripted: boolean;
  readonly start: () => Promise<ContractTarget>;
};
