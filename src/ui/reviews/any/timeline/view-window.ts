/** The visible part of a clip, in seconds of the clip. */
export type ViewWindow = { readonly from: number; readonly to: number };

/** The minimum duration of the visible part. */
const minSeconds = 1;
/** The maximum duration that is visible at first, so that speech and pauses can be distinguished. */
const usualSeconds = 60;

/** Returns the initial window. */
export const firstWindow = (clipSeconds: number, firstSeconds = usualSeconds): ViewWindow => ({
  from: 0,
  to: Math.min(clipSeconds, Math.max(minSeconds, firstSeconds)),
});

/** Returns the nearest window within the clip. */
export function fitWindow({ from, to }: ViewWindow, clipSeconds: number): ViewWindow {
  const length = Math.min(clipSeconds, Math.max(Math.min(minSeconds, clipSeconds), to - from));
  const start = Math.min(clipSeconds - length, Math.max(0, from));
  return { from: start, to: start + length };
}

/** Scales the window by `factor`, and keeps `around` in place. */
export function zoomWindow({ from, to }: ViewWindow, factor: number, around: number, clipSeconds: number): ViewWindow {
  const least = Math.min(minSeconds, clipSeconds) / (to - from);
  const most = clipSeconds / (to - from);
  const applied = Math.min(most, Math.max(least, factor));
  return fitWindow({ from: around - (around - from) * applied, to: around + (to - around) * applied }, clipSeconds);
}

/** Moves the window, if necessary, to show a range and some room around it. */
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
