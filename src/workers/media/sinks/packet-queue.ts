import { Waiter } from '#core/waiter.ts';

/**
 * What one side makes ahead and the other takes. The maker is asked to wait while as many bytes as `mostBytes` lie here, so that
 * memory stays the same however much there is to come.
 */
export class PacketQueue<T> {
  readonly #mostBytes: number;
  readonly #waiting: { readonly item: T; readonly sizeBytes: number }[] = [];
  #bytes = 0;
  #end: { readonly failure: Error | null } | null = null;
  readonly #taker = new Waiter();
  readonly #maker = new Waiter();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  push(item: T, sizeBytes: number): void {
    this.#waiting.push({ item, sizeBytes });
    this.#bytes += sizeBytes;
    this.#taker.wake();
  }

  /** Resolves when more may be made; with false when nobody wants it any more. */
  async hasRoom(): Promise<boolean> {
    while (this.#bytes >= this.#mostBytes && !this.#end) {
      await this.#maker.wait();
    }
    return !this.#end;
  }

  /** Nothing comes or is wanted any more; a `failure` is thrown where what came before it has been taken. */
  end(failure: Error | null = null): void {
    this.#end ??= { failure };
    this.#taker.wake();
    this.#maker.wake();
  }

  /** The next one; null behind the last. */
  async take(): Promise<T | null> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) {
        this.#bytes -= next.sizeBytes;
        this.#maker.wake();
        return next.item;
      }
      if (this.#end) {
        if (this.#end.failure) {
          throw this.#end.failure;
        }
        return null;
      }
      await this.#taker.wait();
    }
  }
}
