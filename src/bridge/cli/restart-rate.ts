const windowMs = 600_000;

/** The pauses before the first restart within the window, the second, and so on. Their number is the limit of restarts. */
const pausesMs = [0, 1000, 5000, 15_000, 45_000];

/** Limits the restarts of the headless browser to five in ten minutes, with growing pauses. */
export class RestartRate {
  #startsMs: number[] = [];

  /**
   * Plans and counts the next restart. `waitMs` starts at `nowMs`. `isUsedUp` is true if the limit is reached and the restart waits
   * until the window allows it.
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
