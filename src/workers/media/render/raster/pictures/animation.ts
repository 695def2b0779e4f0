/** The frames of an animated image: the start of each, and the total duration. */
export type FrameTimes = {
  readonly startsUs: readonly number[];
  readonly totalUs: number;
  /** The number of repetitions after the first playback. */
  readonly repetitions: number;
};

/** Returns the index of the frame at a time since the image's start. After its last repetition the last frame stays. */
export function frameIndexAt({ startsUs, totalUs, repetitions }: FrameTimes, seconds: number): number {
  const timeUs = Math.max(0, Math.round(seconds * 1e6));
  if (totalUs <= 0 || timeUs >= totalUs * (repetitions + 1)) {
    return startsUs.length - 1;
  }
  const withinUs = timeUs % totalUs;
  return Math.max(
    0,
    startsUs.findLastIndex((startUs) => startUs <= withinUs),
  );
}
