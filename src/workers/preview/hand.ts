import { Waiter } from '#core/lib/waiter.ts';

/** A hand that does not move for so long rests, in milliseconds. */
const restMs = 150;

/** Tells whether somebody is still at it: what takes long is done for a hand that rests. */
export class Hand {
  readonly #waiter = new Waiter();

  /** Something new is wanted. */
  moves(): void {
    this.#waiter.wake();
  }

  /** Resolves when the hand has rested for a while, or moves. */
  async rests(): Promise<void> {
    const rest = new Promise<void>((resolve) => {
      setTimeout(resolve, restMs);
    });
    await Promise.race([this.#waiter.wait(), rest]);
  }
}
