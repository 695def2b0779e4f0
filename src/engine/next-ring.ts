import { createDeferred } from '#core/deferred.ts';
import type { TableName } from '#core/records.ts';
import type { Bell } from '#wire/bell.ts';

/** Rings can be missed; nobody waits longer than this. */
const lookAgainMs = 5000;

/**
 * The next ring for `table`, an abort, or the time to look again. Ask before the look at the rows, so that no ring falls
 * between the two, and stop it after.
 */
export function nextRing(
  bell: Bell,
  table: TableName,
  signal: AbortSignal,
): { promise: Promise<void>; stop: () => void } {
  const { promise, resolve } = createDeferred();
  const wake = (): void => resolve();
  const timer = setTimeout(wake, lookAgainMs);
  const deafen = bell.listen((rung) => rung === table && resolve());
  signal.addEventListener('abort', wake);
  return {
    promise,
    stop: () => {
      clearTimeout(timer);
      deafen();
      signal.removeEventListener('abort', wake);
    },
  };
}
