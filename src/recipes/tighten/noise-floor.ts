import { Histogram, step } from './sliding-percentile.ts';

/** Noise is what the quietest tenth is not louder than. */
const quietShare = 0.1;

/**
 * The level of the noise at each place: the tenth percentile of the window before it or of that behind it, whichever is higher,
 * so that it rises at once where a fan is switched on.
 */
export function noiseFloorOf(levels: Uint8Array, windowLength: number): Uint8Array {
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
  // Windows lie within the sound.
  return trailing.map((_, index) =>
    Math.max(trailing[Math.max(index, window - 1)] ?? 0, trailing[Math.min(last, index + window - 1)] ?? 0),
  );
}
