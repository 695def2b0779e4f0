/** The source of the current time: an interface, so that tests can set the time. */
export interface Clock {
  /** Returns the milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Rounds seconds to microseconds, for computed durations in the API: sums of frames have rounding errors in their last digits. */
export const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

/** Converts milliseconds since 1970 to the format of the API: ISO 8601 in UTC. */
export const toIsoTime = (ms: number): string => new Date(ms).toISOString();

/** Returns the duration of a range, in seconds. */
export const getDuration = ({
  startSeconds,
  endSeconds,
}: Readonly<Record<'startSeconds' | 'endSeconds', number>>): number => endSeconds - startSeconds;
