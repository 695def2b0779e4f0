type KeepParts<T> = {
  readonly read: (key: string, signal: AbortSignal) => Promise<T>;
  readonly atOnce: number;
  readonly getCost: (value: T) => number;
  readonly costMax: number;
  readonly drop?: (value: T) => void;
};

type Entry<T> = {
  /** The callbacks of its subscribers, called when it is ready. */
  readonly users: Set<() => void>;
  /** Null if it could not be read, undefined while it is not loaded. */
  value: T | null | undefined;
  failedAtMs: number;
  reading: AbortController | null;
};

/** The time for which a failure is remembered, so that scrolling does not request the same item repeatedly. */
const failureMs = 30_000;

/**
 * A cache with subscribers, by key. It reads few items at once, in request order. Unused items stay until the total cost
 * exceeds `costMax`; then the least recently used item is evicted through `drop`.
 */
export class StripCache<T> {
  readonly #parts: KeepParts<T>;
  /** The items in the order of the last request. */
  readonly #entries = new Map<string, Entry<T>>();
  readonly #queue = new Set<string>();
  #readings = 0;

  constructor(parts: KeepParts<T>) {
    this.#parts = parts;
  }

  /** Returns the cached item; null if it could not be read, undefined while it is not loaded. */
  peek(key: string): T | null | undefined {
    return this.#entries.get(key)?.value;
  }

  /**
   * Requests an item; `onReady` is called when it is loaded or has failed. Returns a function that cancels the request,
   * which aborts a read without subscribers.
   */
  want(key: string, onReady: () => void): () => void {
    const entry = this.#find(key);
    // Two requests may pass the same function.
    const user = (): void => onReady();
    entry.users.add(user);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (entry.value === undefined && !entry.reading) {
      this.#queue.add(key);
      this.#startNext();
    }
    return () => {
      entry.users.delete(user);
      this.#forgetUnread(key, entry);
    };
  }

  #find(key: string): Entry<T> {
    const known = this.#entries.get(key);
    if (known?.value === null && performance.now() - known.failedAtMs > failureMs) {
      known.value = undefined;
    }
    return known ?? { users: new Set(), value: undefined, failedAtMs: 0, reading: null };
  }

  #forgetUnread(key: string, entry: Entry<T>): void {
    if (entry.users.size === 0 && entry.value === undefined && this.#entries.get(key) === entry) {
      this.#entries.delete(key);
      this.#queue.delete(key);
      entry.reading?.abort();
    }
  }

  #startNext(): void {
    for (const key of this.#queue) {
      const entry = this.#entries.get(key);
      if (this.#readings >= this.#parts.atOnce) {
        return;
      }
      this.#queue.delete(key);
      if (entry) {
        void this.#start(key, entry);
      }
    }
  }

  async #start(key: string, entry: Entry<T>): Promise<void> {
    const controller = new AbortController();
    entry.reading = controller;
    this.#readings += 1;
    const value = await this.#parts.read(key, controller.signal).catch(() => null);
    this.#readings -= 1;
    entry.reading = null;
    if (this.#entries.get(key) === entry) {
      entry.value = value;
      entry.failedAtMs = value === null ? performance.now() : 0;
      for (const tell of entry.users) {
        tell();
      }
      this.#makeRoom();
    } else if (value !== null) {
      this.#parts.drop?.(value);
    }
    this.#startNext();
  }

  #makeRoom(): void {
    const { getCost, costMax, drop } = this.#parts;
    const costOfEntry = ({ value }: Entry<T>): number => (value ? getCost(value) : 0);
    let cost = 0;
    for (const entry of this.#entries.values()) {
      cost += costOfEntry(entry);
    }
    for (const [key, entry] of this.#entries) {
      if (cost <= costMax) {
        return;
      }
      if (entry.users.size === 0 && entry.value) {
        cost -= costOfEntry(entry);
        this.#entries.delete(key);
        drop?.(entry.value);
      }
    }
  }
}
