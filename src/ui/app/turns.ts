const waiting = new Set<() => void>();

/**
 * Calls `act` in its own task, in queue order: input events are handled between two of them. Returns a function that
 * cancels it.
 */
export function takeTurn(act: () => void): () => void {
  waiting.add(act);
  if (waiting.size === 1) {
    inNextTask(actNext);
  }
  return () => void waiting.delete(act);
}

/** Resolves in its own queued task. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void takeTurn(resolve));

function actNext(): void {
  const [next] = waiting;
  if (next) {
    waiting.delete(next);
    if (waiting.size > 0) {
      inNextTask(actNext);
    }
    next();
  }
}

function inNextTask(act: () => void): void {
  if ('scheduler' in globalThis) {
    void scheduler.postTask(act);
  } else {
    setTimeout(act);
  }
}

const comingFirst = new Set<Promise<unknown>>();

/**
 * Marks that the page waits for this before it shows the content of its URL; `whenIdle` waits for it too. Returns a
 * function that releases it.
 */
export function comesFirst<T>(work: Promise<T>): Promise<T> {
  comingFirst.add(work);
  const end = (): void => void comingFirst.delete(work);
  work.then(end, end);
  return work;
}

/**
 * Resolves when the page is idle, or after `mostMs` at the latest. A page that waits for its own code or data appears idle
 * to the browser, but is not.
 */
export async function whenIdle(mostMs: number): Promise<void> {
  const until = performance.now() + mostMs;
  const isLate = (): boolean => performance.now() >= until;
  await within(mostMs, quiet(isLate));
}

/** Loaded data must be rendered before the requests that the new view sends. */
const pauseMs = 100;

/** Resolves when no prioritized work is pending, the queue is empty, and the browser is idle. */
async function quiet(isLate: () => boolean): Promise<void> {
  do {
    await Promise.allSettled(comingFirst);
    await idle();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  } while ((comingFirst.size > 0 || waiting.size > 0) && !isLate());
}

const within = (ms: number, work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, ms))]);

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) {
      requestIdleCallback(() => resolve());
    } else {
      setTimeout(resolve, 200);
    }
  });
