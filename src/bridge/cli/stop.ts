const lookEveryMs = 500;

/**
 * Calls `stop` when the program is asked to end, possibly twice, because a terminal and npm may both send a signal. Returns
 * an unsubscribe function.
 */
export function onStop(stop: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) {
    process.on(signal, stop);
  }
  const timer = watchParent(stop);
  return () => {
    clearInterval(timer);
    for (const signal of signals) {
      process.off(signal, stop);
    }
  };
}

/** Calls `stop` when the parent ends. npm and its shell do not forward a signal, so only the parent's id changes. */
function watchParent(stop: () => void): ReturnType<typeof setInterval> | undefined {
  const parent = process.ppid;
  const look = (): void => {
    if (process.ppid !== parent) {
      stop();
    }
  };
  return process.env['npm_lifecycle_event'] === undefined ? undefined : setInterval(look, lookEveryMs).unref();
}
