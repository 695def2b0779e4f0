import { createDeferred } from '#core/lib/deferred.ts';

const channelName = 'offcut';

/** Notifies other threads that rows of a table have changed, without data. Each listener also reads the rows once at its start. */
export interface Bell {
  ring(table: string): void;
  /** Calls `listener` for every notification by another thread or by this one. Returns an unsubscribe function. */
  listen(listener: (table: string) => void): () => void;
}

export function openBell(): Bell {
  const channel = new BroadcastChannel(channelName);
  const local = createLocalBell();
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') {
      local.ring(data);
    }
  });
  return {
    ring: (table) => {
      channel.postMessage(table);
      local.ring(table);
    },
    listen: (listener) => local.listen(listener),
  };
}

/** Creates a bell that only notifies listeners of this thread. */
export function createLocalBell(): Bell {
  const listeners = new Set<(table: string) => void>();
  return {
    ring: (table) => {
      for (const listener of listeners) {
        listener(table);
      }
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Yields whenever a table should be read: at once, after each notification, and every `pollMs`, because notifications can be
 * missed. Notifications while the caller reads cause one more read after it, so no change is missed. Ends when `signal` aborts.
 */
export async function* changes(
  bell: Pick<Bell, 'listen'>,
  table: string,
  pollMs: number,
  signal?: AbortSignal,
): AsyncGenerator<void, void> {
  let wake = createDeferred();
  const ring = (): void => wake.resolve();
  const unsubscribe = bell.listen((rung) => rung === table && ring());
  signal?.addEventListener('abort', ring);
  try {
    // oxlint-disable-next-line no-unmodified-loop-condition -- the owner of the controller aborts it
    while (signal?.aborted !== true) {
      wake = createDeferred();
      yield;
      const timer = setTimeout(ring, pollMs);
      await wake.promise;
      clearTimeout(timer);
    }
  } finally {
    unsubscribe();
    signal?.removeEventListener('abort', ring);
  }
}
