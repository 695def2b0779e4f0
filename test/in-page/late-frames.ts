/**
 * Runs in a page before its scripts: animation frames and short timers run half a second late, as on a busy machine.
 * Preact runs effects by one of both.
 */
export function lateFrames(): void {
  const lateMs = 500;
  const [frame, timer] = [requestAnimationFrame.bind(globalThis), setTimeout.bind(globalThis)];
  const later = (then: FrameRequestCallback): number => timer(() => frame(then), lateMs);
  const setLate = (then: TimerHandler, ms = 0, ...rest: unknown[]): number =>
    timer(then, ms > 0 && ms < 100 ? lateMs : ms, ...rest);
  Object.assign(globalThis, {
    requestAnimationFrame: later,
    cancelAnimationFrame: (id: number) => clearTimeout(id),
    setTimeout: setLate,
  });
}
