import type { TraceEvent } from './trace-event.ts';

/** What Lighthouse takes a telephone to be slower by, and how long a task may be there. Milliseconds. */
const [slowdown, shortTaskMs] = [4, 50];
const watchedUs = 6_000_000;

/**
 * How long the tasks of a page are beyond 50 ms each on a telephone, in the six seconds from its first contentful paint on: by the
 * clock of its thread, which stands still while other threads have the core. Milliseconds.
 */
export function ownBlockedMs(events: readonly TraceEvent[]): number {
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
  if (!paint) {
    throw new Error('the record of the page lacks its first paint');
  }
  return events
    .filter(
      ({ name, ph, pid, tid }) => ph === 'X' && pid === paint.pid && tid === paint.tid && name.endsWith('RunTask'),
    )
    .filter(({ ts }) => ts >= paint.ts && ts < paint.ts + watchedUs)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (slowdown * tdur) / 1000 - shortTaskMs), 0);
}
