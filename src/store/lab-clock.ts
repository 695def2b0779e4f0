import type { ClockSetting } from '#core/model/lab-rows.ts';
import { systemClock, type Clock } from '#core/lib/time.ts';

/** The longest wait of a timer, in milliseconds, so that it fits a 32-bit number. */
const maxTimerMs = 2 ** 31 - 1;

/** The clock of the API and of the engine, which the lab can freeze, shift and move forward. */
export class LabClock implements Clock {
  readonly #real: Clock;
  #setting: ClockSetting = { mode: 'real' };
  readonly #waits = new Set<{ readonly at: number; readonly end: () => void }>();

  constructor(real: Clock = systemClock) {
    this.#real = real;
  }

  /** The time of the lab, in milliseconds since 1970. */
  now(): number {
    const { mode } = this.#setting;
    return mode === 'frozen'
      ? this.#setting.now
      : this.#real.now() + (mode === 'offset' ? 1000 * this.#setting.seconds : 0);
  }

  get setting(): ClockSetting {
    return this.#setting;
  }

  /** Sets the clock. Waits whose time has come end at once. */
  set(setting: ClockSetting): void {
    this.#setting = setting;
    for (const wait of this.#waits) {
      if (wait.at <= this.now()) {
        wait.end();
      }
    }
  }

  /** Resolves after a duration of this clock or of real time. Rejects with the reason of the signal. */
  sleep(seconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const finish = (): void => {
        clearTimeout(timer);
        this.#waits.delete(wait);
        signal?.removeEventListener('abort', stop);
      };
      const stop = (): void => {
        finish();
        reject(signal?.reason);
      };
      const end = (): void => {
        finish();
        resolve();
      };
      const wait = { at: this.now() + 1000 * seconds, end };
      const timer = setTimeout(end, Math.min(1000 * seconds, maxTimerMs));
      this.#waits.add(wait);
      signal?.addEventListener('abort', stop);
    });
  }
}

/** Returns the setting of a clock that is moved forward. */
export const advanceClock = (setting: ClockSetting, seconds: number): ClockSetting =>
  setting.mode === 'frozen'
    ? { mode: 'frozen', now: setting.now + 1000 * seconds }
    : { mode: 'offset', seconds: seconds + (setting.mode === 'offset' ? setting.seconds : 0) };
