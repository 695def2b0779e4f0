const steps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
/** The minimum distance of two time labels, in pixels. */
const apartPx = 64;

/** Returns the times of the labels below a bar of `widthPx` pixels, in seconds. Omits the end of the bar, where no label fits. */
export function listTicks(durationSeconds: number, widthPx: number): number[] {
  const secondsApart = (durationSeconds * apartPx) / Math.max(1, widthPx);
  const step = steps.find((one) => one >= secondsApart) ?? 7200;
  const count = Math.max(0, Math.ceil((durationSeconds - secondsApart / 2) / step));
  return Array.from({ length: count }, (_, index) => index * step);
}
