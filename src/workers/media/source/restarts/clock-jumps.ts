/** The clocks of MPEG streams count 90,000 ticks per second in 33 bits, and wrap after 26.5 hours (ISO 13818-1, 2.4.3.5). */
const ticksPerSecond = 90_000;
const wrapTicks = 2 ** 33;
/** The maximum step back of a clock within a recording, as multiplexers create at a splice. */
const maxBackSeconds = 0.5;
/** The maximum jump ahead within a recording, as in ffmpeg (`dts_delta_threshold`); smaller jumps may be lost reception. */
const maxAheadSeconds = 10;

/** Returns whether a clock that changed from `before` to `after`, in ticks, started again. */
export function isClockJump(before: number, after: number): boolean {
  const ahead = (after - before + wrapTicks) % wrapTicks;
  const seconds = (ahead > wrapTicks / 2 ? ahead - wrapTicks : ahead) / ticksPerSecond;
  return seconds < -maxBackSeconds || seconds > maxAheadSeconds;
}
