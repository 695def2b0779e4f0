const windowMs = 600_000;

/** Milliseconds before the first restart within the window, the second, and so on. There are no more than these. */
const pausesMs = [0, 1000, 5000, 15_000, 45_000];

/** How often the headless browser may be started again: five times in ten minutes, with growing pauses. */
export class RestartRate {
  #startsMs: number[] = [];

  /**
   * Plans the next restart and counts it. `waitMs` is from `nowMs` on; `isUsedUp` is true when the window allowed no more and
   * the restart waits until it does.
   */
  plan(nowMs: number): { waitMs: number; isUsedUp: boolean } {
    this.#startsMs = this.#startsMs.filter((startMs) => startMs > nowMs - windowMs);
    const pauseMs = pausesMs[this.#startsMs.length];
    const freeMs = (this.#startsMs[0] ?? nowMs) + windowMs - nowMs;
    const waitMs = pauseMs ?? freeMs;
    this.#startsMs.push(nowMs + waitMs);
    return { waitMs, isUsedUp: pauseMs === undefined };
  }
}
