/** The prefix of life names, which are also the names of their locks. */
export const lifePrefix = 'offcut:life:';

/** A request of an engine to its page, which knows from earlier pages which engines ended on purpose. */
export const endedQuestion = 'offcut:ended?';

/**
 * Calls `onEnd` when a worker that shows its life has ended, however that came: browsers say nothing when they end one that
 * needed too much memory, but they do give its locks away. `onName` hears the name of that life.
 */
export function watchLife(worker: Worker, onEnd: () => void, onName: (name: string) => void = () => undefined): void {
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string' && data.startsWith(lifePrefix)) {
      onName(data);
      void navigator.locks.request(data, onEnd);
    }
  });
}

/** Answers what `askEndedLives` of this worker asks. */
export function answerEndedLives(worker: Worker, list: () => readonly string[]): void {
  worker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (data === endedQuestion) {
      ports[0]?.postMessage(list());
    }
  });
}
