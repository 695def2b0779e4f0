import type { TimeRange } from '#recipes/input.ts';

/** When in the tightened clip a time of the clip is seen; the join where it is cut out. `removed` are ranges in order. */
export function toResultSeconds(removed: readonly TimeRange[], clipSeconds: number): number {
  const gone = removed.reduce(
    (sum, { startSeconds, endSeconds }) => sum + Math.max(0, Math.min(endSeconds, clipSeconds) - startSeconds),
    0,
  );
  return clipSeconds - gone;
}

/** Which time of the clip is seen at a time of the tightened one. */
export function toClipSeconds(removed: readonly TimeRange[], resultSeconds: number): number {
  let seconds = resultSeconds;
  for (const { startSeconds, endSeconds } of removed) {
    if (startSeconds > seconds + 1e-9) {
      break;
    }
    seconds += endSeconds - startSeconds;
  }
  return seconds;
}
