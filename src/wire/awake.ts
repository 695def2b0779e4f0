import type { Bell } from './bell.ts';

/** A path below the site root. The service worker returns an empty response; the request only creates an event. */
export const awakePath = 'awake';

/** The notification that requests such a fetch. */
const askName = 'awake';

/** Firefox stops a service worker 30 seconds after its last event. On a busy machine, five notifications may be late or lost. */
const askEveryMs = 5000;

/** Keeps a service worker running. */
export interface Wakefulness {
  /** Keeps it running until `work` has settled. */
  readonly during: (work: Promise<unknown>) => void;
}

/**
 * Requests events from other threads while there is work. Browsers count only the events of a service worker, not its pending work:
 * 30 seconds after the last event, Firefox ends a streamed response so that it looks complete, and 30 seconds later it drops a
 * pending one (https://github.com/w3c/ServiceWorker/issues/882). A service worker cannot send events to itself.
 */
export function createWakefulness(bell: Pick<Bell, 'ring'>): Wakefulness {
  let openCount = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const end = (): void => {
    openCount -= 1;
    if (openCount === 0) {
      clearInterval(timer);
    }
  };
  return {
    during: (work) => {
      if (openCount === 0) {
        timer = setInterval(() => bell.ring(askName), askEveryMs);
      }
      openCount += 1;
      work.then(end, end);
    },
  };
}

/**
 * Sends an event to the service worker at `base` whenever it requests one. Call this in a worker of each page that does nothing
 * else: the thread of a page may be busy for long, and in Firefox a worker that starts another one waits for that thread.
 */
export function keepAwake(bell: Pick<Bell, 'listen'>, base: URL): void {
  const address = new URL(awakePath, base);
  bell.listen((name) => {
    if (name === askName) {
      // Only the event matters, not the response.
      fetch(address, { cache: 'no-store' }).catch(() => undefined);
    }
  });
}
