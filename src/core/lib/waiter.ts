/**
 * Lets one caller wait until another wakes it. A wake without a waiting caller has no effect, so check the condition before each
 * wait.
 */
export class Waiter {
  #resume: () => void = () => undefined;

  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  wake(): void {
    this.#resume();
  }
}
