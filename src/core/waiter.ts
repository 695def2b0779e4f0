/**
 * Where one caller waits until another wakes it. A wake that nobody waits for is forgotten, so look at what is waited for
 * before each wait.
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
