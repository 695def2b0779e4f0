/** Where the time comes from: a port, so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds since 1970 as the API writes them: ISO 8601 in UTC. */
export const toIsoTime = (ms: number): string => new Date(ms).toISOString();
