const waiting = new Set<() => void>();

/**
 * Calls `act` in a task of its own, behind those that took a turn before: what a person does in between is heard between two
 * of them. The answer takes it back.
 */
export function takeTurn(act: () => void): () => void {
  waiting.add(act);
  if (waiting.size === 1) {
    inNextTask(actNext);
  }
  return () => void waiting.delete(act);
}

/** Resolves in a turn. */
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

/** Says that the page waits for this to show what its address names; `whenIdle` waits for it too. Gives it back. */
export function comesFirst<T>(work: Promise<T>): Promise<T> {
  comingFirst.add(work);
  const end = (): void => void comingFirst.delete(work);
  work.then(end, end);
  return work;
}

/**
 * Resolves when the page has nothing else to do, or after `mostMs` at the latest. A page that waits for its own code or data
 * looks idle to the browser, but is not.
 */
export async function whenIdle(mostMs: number): Promise<void> {
  const until = performance.now() + mostMs;
  const isLate = (): boolean => performance.now() >= until;
  await within(mostMs, quiet(isLate));
}

/** What was read has to be shown before anything that it needs can be asked for. */
const pauseMs = 100;

/** Resolves when nothing that comes first is under way, no turn is waited for, and the browser has had nothing to do. */
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
