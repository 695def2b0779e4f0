/** The prefix of life names, which are also the names of their locks. */
export const lifePrefix = 'offcut:life:';

/** A request of an engine to its page, which knows from earlier pages which engines ended on purpose. */
export const endedQuestion = 'offcut:ended?';

/**
 * Calls `onEnd` when a worker that shows its life has ended for any reason. Browsers send no event when they terminate a worker
 * that needs too much memory, but they release its locks. `onName` receives the name of that life.
 */
export function watchLife(worker: Worker, onEnd: () => void, onName: (name: string) => void = () => undefined): void {
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' && data.startsWith(lifePrefix)) {
      onName(data);
      void navigator.locks.request(data, onEnd);
    }
  });
}

/** Answers the question of `askEndedLives` in this worker. */
export function answerEndedLives(worker: Worker, list: () => readonly string[]): void {
  worker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (data === endedQuestion) {
      ports[0]?.postMessage(list());
    }
  });
}
