/** The part of a clip that is seen, in its seconds. */
export type ViewWindow = { readonly from: number; readonly to: number };

/** Less than this is never shown over the whole width. */
const minSeconds = 1;
/** A clip begins with at most so much of it in sight, or speech would be too narrow to be told from pauses. */
const firstSeconds = 60;

/** What is seen first. */
export const firstWindow = (clipSeconds: number): ViewWindow => ({ from: 0, to: Math.min(clipSeconds, firstSeconds) });

/** The window within the clip that is nearest to one that may lie outside. */
export function fitWindow({ from, to }: ViewWindow, clipSeconds: number): ViewWindow {
  const length = Math.min(clipSeconds, Math.max(Math.min(minSeconds, clipSeconds), to - from));
  const start = Math.min(clipSeconds - length, Math.max(0, from));
  return { from: start, to: start + length };
}

/** Shows `factor` times as much, so that `around` stays where it is. */
export function zoomWindow({ from, to }: ViewWindow, factor: number, around: number, clipSeconds: number): ViewWindow {
  const least = Math.min(minSeconds, clipSeconds) / (to - from);
  const most = clipSeconds / (to - from);
  const applied = Math.min(most, Math.max(least, factor));
  return fitWindow({ from: around - (around - from) * applied, to: around + (to - around) * applied }, clipSeconds);
}

/** Moves the window, if it must, so that a range and some room around it are seen. */
export function reveal(
  { from, to }: ViewWindow,
  range: { readonly startSeconds: number; readonly endSeconds: number },
  clipSeconds: number,
): ViewWindow {
  const length = to - from;
  const room = 0.1 * length;
  if (range.startSeconds >= from + room && range.endSeconds <= to - room) {
    return { from, to };
  }
  const middle = (range.startSeconds + range.endSeconds) / 2;
  const wanted = Math.max(length, 1.4 * (range.endSeconds - range.startSeconds));
  return fitWindow({ from: middle - wanted / 2, to: middle + wanted / 2 }, clipSeconds);
}
