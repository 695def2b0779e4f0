import type { FailureCode } from '#core/lib/failure.ts';

/** What the contract is tested on: anything that answers HTTP. */
export type ContractTarget = {
  /** Root of the app with a slash at its end. */
  readonly baseUrl: string;
  /** A client from outside. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** A page of the site, which may call `/sandbox/v1`. */
  readonly sandboxFetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** A key with every scope and no limits. */
  readonly apiKey: string;
  readonly fixtures: {
    /** A short MP4 with a person in it. */
    readonly video: Uint8Array<ArrayBuffer>;
    /** The same in other bytes. */
    readonly otherVideo: Uint8Array<ArrayBuffer>;
    /** Weights of the family matte-nano for pictures of 256 by 144. */
    readonly model: Uint8Array<ArrayBuffer>;
  };
  /** Control over an engine that only pretends; null where a real one works. */
  readonly script: Script | null;
  readonly close: () => Promise<void>;
};

export type Script = {
  /** How long each run takes from now on, the one under way included. */
  setRunMs(runMs: number): void;
  /** How the next run ends. */
  failNext(code: FailureCode): void;
  /** Whether a tab is open that could work. */
  setOpen(isOpen: boolean): void;
};

export type ContractOptions = {
  readonly name: string;
  /** True when `start` gives a `script`: what depends on how long a run takes is tested only then. */
  readonly isScripted: boolean;
  readonly start: () => Promise<ContractTarget>;
};
