/** With this the names of lives begin, which are those of their locks too. */
export const lifePrefix = 'offcut:life:';

/** What an engine asks its page, which can read what the pages before it have left: which engines ended on purpose. */
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
