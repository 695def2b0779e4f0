import type { Bell } from './bell.ts';

/** A path below the site root. The service worker returns an empty response; the request only creates an event. */
export const awakePath = 'awake';

/** The ring that asks for such a request. */
const askName = 'awake';

/** Firefox ends a service worker 30 seconds after its last event; five rings of a loaded machine may be late or lost. */
const askEveryMs = 5000;

/** Keeps a service worker alive. */
export interface Wakefulness {
  /** Keeps it alive until `work` has settled. */
  readonly during: (work: Promise<unknown>) => void;
}

/**
 * Asks other threads for events while there is work. Browsers count only the events of a service worker, not what it has begun: Firefox
 * cuts a streamed answer 30 seconds after the last event, so that it looks finished, and drops a pending one 30 seconds later
 * (https://github.com/w3c/ServiceWorker/issues/882). A service worker cannot send events to itself.
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
 * Sends the service worker at `base` an event whenever it asks for one. To be called in a worker of each page that does nothing else: the
 * thread of a page may be busy for long, and in Firefox a worker that starts another waits for that thread.
 */
export function keepAwake(bell: Pick<Bell, 'listen'>, base: URL): void {
  const address = new URL(awakePath, base);
  bell.listen((name) => {
    if (name === askName) {
      // The event itself is what counts.
      fetch(address, { cache: 'no-store' }).catch(() => undefined);
    }
  });
}
