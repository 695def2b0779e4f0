/** What of the timeline is seen: how many pixels a second takes, and the time at the left edge. */
export type Scale = { readonly pixelsPerSecond: number; readonly startSeconds: number };

/** A time of the canvas, from and to, in seconds. */
export type TimeRange = { readonly fromSeconds: number; readonly toSeconds: number };

/** A frame is never wider than this. */
const frameWidthMax = 48;
/** Browsers keep no positions beyond about 33 million pixels. */
const contentWidthMax = 30e6;
const factorOfStep = 1.5;

/** What is rendered changes by this share of what is seen. */
const stepShare = 1 / 5;
/** So much is rendered beyond both edges at least: three frames of a quick scroll. Pixels. */
const leastBeyondPx = 200;

/**
 * What of the canvas is to be rendered when `widthPx` of it are seen. It changes by steps, so that it is the same while one scrolls
 * within a step. `phase`, 0 to 1, shifts the steps, so that not all that asks changes in the same frame.
 */
export function visibleRange({ pixelsPerSecond, startSeconds }: Scale, widthPx: number, phase = 0): TimeRange {
  const step = Math.max(1e-3, (widthPx * stepShare) / pixelsPerSecond);
  const beyond = Math.max(step / 2, leastBeyondPx / pixelsPerSecond);
  const first = Math.floor(startSeconds / step - phase) + phase;
  const last = Math.ceil((startSeconds + widthPx / pixelsPerSecond) / step - phase) + phase;
  return { fromSeconds: Math.max(0, first * step - beyond), toSeconds: last * step + beyond };
}

/** Whether a range has what is seen and, up to half of what must be rendered beyond it, what is near. */
export function covers(range: TimeRange, { pixelsPerSecond, startSeconds }: Scale, widthPx: number): boolean {
  const nearPx = leastBeyondPx / 2;
  const first = Math.max(0, startSeconds - nearPx / pixelsPerSecond);
  return range.fromSeconds <= first && range.toSeconds >= startSeconds + (widthPx + nearPx) / pixelsPerSecond;
}

/** The smallest and largest zoom: all of a canvas twice, and single frames. Pixels a second. */
export function zoomLimits(canvas: { durationSeconds: number; frameRate: number }, widthPx: number): [number, number] {
  const length = Math.max(10, canvas.durationSeconds);
  const most = Math.min(canvas.frameRate * frameWidthMax, contentWidthMax / (2 * length));
  return [Math.min(most, Math.max(1, widthPx) / (2 * length)), most];
}

/** The scale at another zoom at which the time at `anchorPx`, from the left edge, stays where it is. */
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

/** The scale at which all of a canvas is seen, with a little room behind it. */
export function fit(durationSeconds: number, widthPx: number, [least, most]: readonly [number, number]): Scale {
  const wanted = (0.94 * widthPx) / Math.max(0.1, durationSeconds);
  return { pixelsPerSecond: Math.min(most, Math.max(least, wanted)), startSeconds: 0 };
}

/** The zoom after steps in, or out where they are below 0. */
export const zoomBy = (pixelsPerSecond: number, steps: number): number => pixelsPerSecond * factorOfStep ** steps;

/** Where a zoom is on a slider from 0 to 1, which takes equal factors by equal ways. */
export const toSlider = (pixelsPerSecond: number, [least, most]: readonly [number, number]): number =>
  most > least ? Math.log(pixelsPerSecond / least) / Math.log(most / least) : 0;

export const fromSlider = (share: number, [least, most]: readonly [number, number]): number =>
  least * (most / least) ** share;

/** How many seconds are laid out: the canvas and room behind it to drop things. */
export const contentSeconds = (durationSeconds: number, pixelsPerSecond: number, widthPx: number): number =>
  durationSeconds + (0.75 * widthPx) / pixelsPerSecond;

/** The time at the left edge of what is laid out when it is scrolled to its end. Seconds. */
export const latestStart = (durationSeconds: number, pixelsPerSecond: number, widthPx: number): number =>
  Math.max(0, contentSeconds(durationSeconds, pixelsPerSecond, widthPx) - widthPx / pixelsPerSecond);

/**
 * Where the left edge must be so that a time is seen: as it is while the time is between the edges, otherwise a tenth of the
 * width before it. Seconds.
 */
export function followed({ pixelsPerSecond, startSeconds }: Scale, widthPx: number, seconds: number): number {
  const seen = widthPx / pixelsPerSecond;
  return seconds >= startSeconds && seconds <= startSeconds + 0.95 * seen
    ? startSeconds
    : Math.max(0, seconds - 0.1 * seen);
}
