/** A time limit that can be paused. */
export type TimeLimit = {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends the limit; `onReached` is not called. */
  readonly end: () => void;
};

/** Calls `onReached` once, after `limitMs` without the pauses. */
export function createTimeLimit(limitMs: number, onReached: () => void): TimeLimit {
  let leftMs = limitMs;
  let startedAt = 0;
  let isEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resume = (): void => {
    if (timer === undefined && !isEnded) {
      startedAt = Date.now();
      timer = setTimeout(onReached, leftMs);
    }
  };
  const pause = (): void => {
    if (timer !== undefined) {
      clearTimeout(timer);
      timer = undefined;
      leftMs = Math.max(0, leftMs - (Date.now() - startedAt));
    }
  };
  resume();
  const end = (): void => {
    isEnded = true;
    pause();
  };
  return { pause, resume, end };
}
