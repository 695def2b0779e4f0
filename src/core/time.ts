/** Where the time comes from: a port, so that tests can set it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Seconds to the microsecond, as the API writes lengths that were computed: sums of frames have noise in their last digits. */
export const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

/** Milliseconds since 1970 as the API writes them: ISO 8601 in UTC. */
export const toIsoTime = (ms: number): string => new Date(ms).toISOString();
