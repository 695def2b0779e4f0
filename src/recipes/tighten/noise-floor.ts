import { Histogram, step } from './sliding-percentile.ts';

/** The percentile of the levels that is the noise. */
const quietShare = 0.1;

/**
 * Returns the noise level for each level: the tenth percentile of the window before it or of the window after it, whichever is
 * higher, so that it rises immediately when a fan is switched on.
 */
export function getNoiseFloor(levels: Uint8Array, windowLength: number): Uint8Array {
  const window = Math.min(levels.length, windowLength);
  const trailing = new Uint8Array(levels.length);
  const histogram = new Histogram();
  for (let index = 0; index < levels.length; index += 1) {
    histogram.change(levels[index] ?? 0, 1);
    if (index >= window) {
      histogram.change(levels[index - window] ?? 0, -1);
    }
    if (index >= window - 1 && (index - window + 1) % step === 0) {
      trailing.fill(histogram.percentile(quietShare), index, index + step);
    }
  }
  const last = levels.length - 1;
  // Windows are within the audio.
  return trailing.map((_, index) =>
    Math.max(trailing[Math.max(index, window - 1)] ?? 0, trailing[Math.min(last, index + window - 1)] ?? 0),
  );
}
