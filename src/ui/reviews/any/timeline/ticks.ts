const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
/** The minimum distance of two time labels, in pixels. */
const apartPx = 64;

/** Returns the times of the labels over a window of `widthPx` pixels, in seconds. Omits the end, where no label fits. */
export function listTicks(from: number, to: number, widthPx: number): number[] {
  const secondsApart = ((to - from) * apartPx) / Math.max(1, widthPx);
  const step = steps.find((one) => one >= secondsApart) ?? 7200;
  const first = Math.ceil(from / step - 1e-6);
  const count = Math.max(0, Math.ceil((to - secondsApart / 2) / step) - first);
  return Array.from({ length: count }, (_, index) => Math.round((first + index) * step * 10) / 10);
}
