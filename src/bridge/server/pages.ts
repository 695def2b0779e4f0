import type { WebSocket } from 'ws';
import { parseMessage } from '#core/protocol/relay.ts';
import { ConnectedPage, toBytes } from './connected-page.ts';

/** The time to wait for a page that disconnected, because a reload takes a second or two. */
const reloadMs = 5000;
const pingEveryMs = 10_000;
const missedPingsLimit = 3;
/** The time limit for the hello of a page. A socket without a hello is closed. */
const helloWithinMs = 10_000;

/** The reason why no page is connected, as a message for clients, and the time when a page may connect again. */
export type Absence = { readonly message: string; readonly untilMs: number };

/** The connected pages, and which of them answers requests. */
export class Pages {
  /** Set by the headless browser; undefined if the user opens the page. */
  absence: Absence | undefined;
  #pages: ConnectedPage[] = [];
  /** The serving browser. Each browser has its own store, so one browser receives all requests while it has a page. */
  #browser: string | undefined;
  #isClosed = false;
  #lastSeenMs = Number.NEGATIVE_INFINITY;
  readonly #waiting = new Set<() => void>();
  readonly #timer = setInterval(() => this.#pingAll(), pingEveryMs).unref();

  /** Adds a socket whose origin was checked. It counts as a page once it has sent its hello. */
  add(socket: WebSocket): void {
    const timer = setTimeout(() => socket.terminate(), helloWithinMs).unref();
    socket.on('error', () => socket.terminate());
    socket.once('message', (data, isBinary) => {
      clearTimeout(timer);
      const browser = isBinary ? undefined : toBrowser(toBytes(data).toString('utf8'));
      if (browser === undefined) {
        socket.close(1002, 'the first message must be hello');
      } else {
        this.#welcome(socket, browser);
      }
    });
  }

  /** Returns the newest page of the serving browser. Waits while that browser may be reloading its last page. */
  async find(signal: AbortSignal): Promise<ConnectedPage | undefined> {
    return this.#serving() ?? this.wait(this.#lastSeenMs + reloadMs - Date.now(), signal);
  }

  /** Waits for a page of the serving browser. Returns undefined after `timeoutMs`. */
  async wait(timeoutMs: number, signal?: AbortSignal): Promise<ConnectedPage | undefined> {
    const page = this.#serving();
    if (page || timeoutMs <= 0 || this.#isClosed || signal?.aborted) {
      return page;
    }
    const startedMs = Date.now();
    await this.#change(timeoutMs, signal);
    return this.wait(timeoutMs - (Date.now() - startedMs), signal);
  }

  /** Ends every wait. */
  close(): void {
    clearInterval(this.#timer);
    this.#isClosed = true;
    this.#wakeAll();
  }

  #welcome(socket: WebSocket, browser: string): void {
    const page = new ConnectedPage(socket, browser);
    this.#pages.push(page);
    socket.once('close', () => {
      this.#pages = this.#pages.filter((other) => other !== page);
      if (browser === this.#browser) {
        this.#lastSeenMs = Date.now();
        // A little later, because timers may fire early.
        setTimeout(() => this.#choose(), reloadMs + 50).unref();
      }
    });
    this.#choose();
  }

  #serving(): ConnectedPage | undefined {
    return this.#pages.findLast((page) => page.browser === this.#browser && page.isOpen);
  }

  /** Chooses another browser if the serving one has had no page for longer than a reload takes. */
  #choose(): void {
    const isGone = !this.#serving() && Date.now() >= this.#lastSeenMs + reloadMs;
    if (isGone) {
      this.#browser = this.#pages.at(-1)?.browser ?? this.#browser;
    }
    for (const page of this.#pages) {
      page.setRole(page.browser === this.#browser);
    }
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of this.#waiting) {
      wake();
    }
  }

  #pingAll(): void {
    for (const page of this.#pages) {
      page.ping(missedPingsLimit);
    }
  }

  async #change(timeoutMs: number, signal?: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      this.#waiting.add(done);
      signal?.addEventListener('abort', done);
    });
  }
}

function toBrowser(text: string): string | undefined {
  try {
    const message = parseMessage(text);
    return message.type === 'hello' ? message.browser : undefined;
  } catch {
    return undefined;
  }
}
