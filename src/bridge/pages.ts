import type { WebSocket } from 'ws';
import { parseMessage } from '#core/relay.ts';
import { ConnectedPage, toBytes } from './connected-page.ts';

/** How long a page that goes away is waited for: a reload takes a second or two. */
const reloadMs = 5000;
const pingEveryMs = 10_000;
const missedPingsLimit = 3;
/** A page says hello at once; what does not is none of ours. */
const helloWithinMs = 10_000;

/** Why no page can answer for now, as a sentence for callers, and when there may be one again. */
export type Absence = { readonly message: string; readonly untilMs: number };

/** The pages that can answer, and which of them does. */
export class Pages {
  /** Known where this program opens the page itself. */
  absence: Absence | undefined;
  #pages: ConnectedPage[] = [];
  /** Stores differ from browser to browser, so requests stay with one for as long as it has a page. */
  #browser: string | undefined;
  #isClosed = false;
  #lastSeenMs = Number.NEGATIVE_INFINITY;
  readonly #waiting = new Set<() => void>();
  readonly #timer = setInterval(() => this.#pingAll(), pingEveryMs).unref();

  /** Takes a socket whose origin was checked. It becomes a page with its hello. */
  add(socket: WebSocket): void {
    const timer = setTimeout(() => socket.terminate(), helloWithinMs).unref();
    socket.on('error', () => socket.terminate());
    socket.once('message', (data, isBinary) => {
      clearTimeout(timer);
      const browser = isBinary ? undefined : toBrowser(toBytes(data).toString('utf8'));
      if (browser === undefined) {
        socket.close(1002, 'a page says hello first');
      } else {
        this.#welcome(socket, browser);
      }
    });
  }

  /** The newest page of the serving browser; waits while that browser may be reloading its last one. */
  async find(signal: AbortSignal): Promise<ConnectedPage | undefined> {
    return this.#serving() ?? this.wait(this.#lastSeenMs + reloadMs - Date.now(), signal);
  }

  /** The next page that can answer, or undefined after `timeoutMs`. */
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
        // A little later than that, since timers may fire early.
        setTimeout(() => this.#choose(), reloadMs + 50).unref();
      }
    });
    this.#choose();
  }

  #serving(): ConnectedPage | undefined {
    return this.#pages.findLast((page) => page.browser === this.#browser && page.isOpen);
  }

  /** Lets another browser serve once the one that did has been gone for longer than a reload takes. */
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
