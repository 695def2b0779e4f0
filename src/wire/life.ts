const prefix = 'offcut:life:';

/** Shows who started this worker that it lives: to be called once, and noticed by `watchLife`. */
export function showLife(): void {
  const name = prefix + crypto.randomUUID();
  void navigator.locks.request(name, () => {
    self.postMessage(name);
    return new Promise(() => undefined);
  });
}

/**
 * Calls `onEnd` when a worker that shows its life has ended, however that came: browsers say nothing when they end one that
 * needed too much memory, but they do give its locks away.
 */
export function watchLife(worker: Worker, onEnd: () => void): void {
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' && data.startsWith(prefix)) {
      void navigator.locks.request(data, onEnd);
    }
  });
}
