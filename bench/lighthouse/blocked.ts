import type { TraceEvent } from '../lib/trace-event.ts';

/** Lighthouse's slowdown factor for a phone, and the duration of a task, in milliseconds, from which it blocks there. */
const [slowdown, shortTaskMs] = [4, 50];
const watchedUs = 6_000_000;

/**
 * Sums up the part of a page's tasks beyond 50 ms on a phone, in the six seconds from its first contentful paint on. It uses the
 * thread's CPU time, which does not advance while other threads have the core. Milliseconds.
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
