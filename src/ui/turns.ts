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

/** Resolves when the page has nothing else to do, or after `mostMs` at the latest. */
export const whenIdle = (mostMs: number): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) {
      requestIdleCallback(() => resolve(), { timeout: mostMs });
    } else {
      setTimeout(resolve, mostMs / 4);
    }
  });
