import { Waiter } from '#core/lib/waiter.ts';

/** The user is idle after this time without a new request, in milliseconds. */
const restMs = 150;

/** Tracks whether the user is still scrubbing or editing. Slow work waits until the user is idle. */
export class Hand {
  readonly #waiter = new Waiter();

  /** Records a new request. */
  moves(): void {
    this.#waiter.wake();
  }

  /** Resolves when the user has been idle for a while, or makes a new request. */
  async rests(): Promise<void> {
    const rest = new Promise<void>((resolve) => {
      setTimeout(resolve, restMs);
    });
    await Promise.race([this.#waiter.wait(), rest]);
  }
}
