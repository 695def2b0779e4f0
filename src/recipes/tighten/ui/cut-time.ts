import type { TimeRange } from '#recipes/input.ts';

/**
 * Converts a time of the clip to a time of the tightened clip; a time within a cut becomes the time of the cut. `removed` are
 * ranges in order.
 */
export function toResultSeconds(removed: readonly TimeRange[], clipSeconds: number): number {
  const gone = removed.reduce(
    (sum, { startSeconds, endSeconds }) => sum + Math.max(0, Math.min(endSeconds, clipSeconds) - startSeconds),
    0,
  );
  return clipSeconds - gone;
}

/** Converts a time of the tightened clip to a time of the clip. */
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
