/** The frames of an animated picture: when each begins and how long all of them take. */
export type FrameTimes = {
  readonly startsUs: readonly number[];
  readonly totalUs: number;
  /** How often it is played again after the first time. */
  readonly repetitions: number;
};

/** The frame that shows at a time since the picture's start. After its last repetition it stays at the last frame. */
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
