import type { Clock } from '#core/lib/time.ts';

/** The longest wait of a timer, in milliseconds, so that it fits a 32-bit number. */
const maxTimerMs = 2 ** 31 - 1;

/** A clock that can be moved forward. Waits whose time has come end at once. */
export class EmulatedClock implements Clock {
  #offsetMs = 0;
  readonly #waits = new Set<{ readonly at: number; readonly end: () => void }>();

  /** The emulated time, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Moves the time forward. */
  advance(seconds: number): void {
    this.#offsetMs += 1000 * seconds;
    for (const wait of this.#waits) {
      if (wait.at <= this.now()) {
        wait.end();
      }
    }
  }

  /** Ends all waits, whose callers check the time. */
  wake(): void {
    for (const wait of this.#waits) {
      wait.end();
    }
  }

  /** Resolves after a duration of this clock, or at `wake`. Rejects with the reason of the signal. */
  sleep(seconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const finish = (): void => {
        clearTimeout(timer);
        this.#waits.delete(wait);
        signal.removeEventListener('abort', stop);
      };
      const stop = (): void => {
        finish();
        reject(signal.reason);
      };
      const end = (): void => {
        finish();
        resolve();
      };
      const wait = { at: this.now() + 1000 * seconds, end };
      const timer = setTimeout(end, Math.min(1000 * seconds, maxTimerMs));
      this.#waits.add(wait);
      signal.addEventListener('abort', stop);
    });
  }
}
