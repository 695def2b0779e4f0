/** The visible part of the timeline: pixels per second, and the time at the left edge. */
export type Scale = { readonly pixelsPerSecond: number; readonly startSeconds: number };

/** A time range of the canvas, in seconds. */
export type TimeRange = { readonly fromSeconds: number; readonly toSeconds: number };

/** The max width of a frame in pixels. */
const frameWidthMax = 48;
/** Browsers support no positions beyond about 33 million pixels. */
const contentWidthMax = 30e6;
const factorOfStep = 1.5;

/** Returns the min and max zoom: twice the whole canvas, and single frames. Pixels per second. */
export function zoomLimits(canvas: { durationSeconds: number; frameRate: number }, widthPx: number): [number, number] {
  const length = Math.max(10, canvas.durationSeconds);
  const most = Math.min(canvas.frameRate * frameWidthMax, contentWidthMax / (2 * length));
  return [Math.min(most, Math.max(1, widthPx) / (2 * length)), most];
}

/** Returns the scale at another zoom that keeps the time at `anchorPx`, from the left edge, in place. */
export function zoomTo(
  { pixelsPerSecond, startSeconds }: Scale,
  wanted: number,
  [least, most]: readonly [number, number],
  anchorPx: number,
): Scale {
  const next = Math.min(most, Math.max(least, wanted));
  return {
    pixelsPerSecond: next,
    startSeconds: Math.max(0, startSeconds + anchorPx / pixelsPerSecond - anchorPx / next),
  };
}

/** Returns the scale at which the whole canvas is visible, with some space behind it. */
export function fit(durationSeconds: number, widthPx: number, [least, most]: readonly [number, number]): Scale {
  const wanted = (0.94 * widthPx) / Math.max(0.1, durationSeconds);
  return { pixelsPerSecond: Math.min(most, Math.max(least, wanted)), startSeconds: 0 };
}

/** Returns the zoom after a number of steps; negative steps zoom out. */
export const zoomBy = (pixelsPerSecond: number, steps: number): number => pixelsPerSecond * factorOfStep ** steps;

/** Returns the slider position of a zoom, 0 to 1, on a logarithmic scale. */
export const toSlider = (pixelsPerSecond: number, [least, most]: readonly [number, number]): number =>
  most > least ? Math.log(pixelsPerSecond / least) / Math.log(most / least) : 0;

export const fromSlider = (share: number, [least, most]: readonly [number, number]): number =>
  least * (most / least) ** share;

/** Returns the duration of the layout: the canvas, and space behind it to drop clips. */
export const contentSeconds = (durationSeconds: number, pixelsPerSecond: number, widthPx: number): number =>
  durationSeconds + (0.75 * widthPx) / pixelsPerSecond;

/** Returns the time at the left edge at the end of the scroll range. Seconds. */
export const latestStart = (durationSeconds: number, pixelsPerSecond: number, widthPx: number): number =>
  Math.max(0, contentSeconds(durationSeconds, pixelsPerSecond, widthPx) - widthPx / pixelsPerSecond);

/**
 * Returns the time at the left edge that makes a time visible. It is unchanged if the time is visible, otherwise a tenth of the
 * width before it. Seconds.
 */
export function followed({ pixelsPerSecond, startSeconds }: Scale, widthPx: number, seconds: number): number {
  const seen = widthPx / pixelsPerSecond;
  return seconds >= startSeconds && seconds <= startSeconds + 0.95 * seen
    ? startSeconds
    : Math.max(0, seconds - 0.1 * seen);
}
