/** The clocks of MPEG streams count 90,000 ticks a second in 33 bits, and wrap after 26.5 hours (ISO 13818-1, 2.4.3.5). */
const ticksPerSecond = 90_000;
const wrapTicks = 2 ** 33;
/** Multiplexers let the clock step back a little at a splice. What goes back further is another recording. */
const maxBackSeconds = 0.5;
/** A clock that jumps ahead by more is another recording, as in ffmpeg (`dts_delta_threshold`); less may be lost reception. */
const maxAheadSeconds = 10;

/** Whether a clock that went from `before` to `after`, in ticks, started again. */
export function isClockJump(before: number, after: number): boolean {
  const ahead = (after - before + wrapTicks) % wrapTicks;
  const seconds = (ahead > wrapTicks / 2 ? ahead - wrapTicks : ahead) / ticksPerSecond;
  return seconds < -maxBackSeconds || seconds > maxAheadSeconds;
}
