const steps = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
/** Two labels of times are at least so far apart, in pixels. */
const apartPx = 64;

/** The times that are written below a bar of `widthPx` pixels, in seconds; not at its very end, where no label fits. */
export function listTicks(durationSeconds: number, widthPx: number): number[] {
  const secondsApart = (durationSeconds * apartPx) / Math.max(1, widthPx);
  const step = steps.find((one) => one >= secondsApart) ?? 7200;
  const count = Math.max(0, Math.ceil((durationSeconds - secondsApart / 2) / step));
  return Array.from({ length: count }, (_, index) => index * step);
}
