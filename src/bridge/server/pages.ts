import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { parseMessage, type RelayMessage } from '#core/protocol/relay.ts';
import { ConnectedPage, toBytes } from './connected-page.ts';
import { ConnectedWorker } from './connected-worker.ts';
import { Transfers } from './transfers.ts';

/** The time to wait for a page that disconnected, because a reload takes a second or two. */
const reloadMs = 5000;
const pingEveryMs = 10_000;
const missedPingsLimit = 3;
/** The time limit for the service worker of an open page to connect. */
const connectMs = 30_000;
/** The interval of requests to connect: a service worker ignores them while its last connection is closing. */
const connectAgainMs = 500;
/** The time limit for the hello. A socket without a hello is closed. */
const helloWithinMs = 10_000;

/** The reason why no page is connected, as a message for clients, and the time when a page may connect again. */
export type Absence = { readonly message: string; readonly untilMs: number };

/** The connected pages, and the service workers that answer requests for them. */
export class Pages {
  /** Set by the headless browser; undefined if the user opens the page. */
  absence: Absence | undefined;
  readonly transfers = new Transfers();
  #pages: ConnectedPage[] = [];
  #workers: ConnectedWorker[] = [];
  /** The serving browser. Each browser has its own store, so one browser receives all requests while it has a page. */
  #browser: string | undefined;
  #isClosed = false;
  #lastSeenMs = Number.NEGATIVE_INFINITY;
  readonly #waiting = new Set<() => void>();
  readonly #timer = setInterval(() => this.#pingAll(), pingEveryMs).unref();

  /** Adds a socket whose origin was checked. It counts as a page or service worker once it has sent its hello. `wire` carries it. */
  add(socket: WebSocket, wire: Duplex): void {
    const timer = setTimeout(() => socket.terminate(), helloWithinMs).unref();
    socket.on('error', () => socket.terminate());
    socket.once('message', (data, isBinary) => {
      clearTimeout(timer);
      const hello = isBinary ? undefined : toHello(toBytes(data).toString('utf8'));
      if (hello === undefined) {
        socket.close(1002, 'the first message must be hello');
      } else if (hello.part === 'page') {
        this.#welcomePage(socket, hello.browser);
      } else {
        this.#welcomeWorker(new ConnectedWorker(socket, wire, this.transfers, hello.browser), socket);
      }
    });
  }

  /** Whether the serving browser has an open page. */
  get hasPage(): boolean {
    return this.#pages.some((page) => page.browser === this.#browser && page.isOpen);
  }

  /**
   * Returns the newest service worker of the serving browser. Lets it connect if necessary, and waits while that browser may be
   * reloading its last page.
   */
  async find(signal: AbortSignal): Promise<ConnectedWorker | undefined> {
    const waitMs = this.hasPage ? connectMs : this.#lastSeenMs + reloadMs - Date.now();
    return this.#serving() ?? this.wait(waitMs, signal);
  }

  /** Waits for a page of the serving browser and its service worker. Returns undefined after `timeoutMs`. */
  async wait(timeoutMs: number, signal?: AbortSignal): Promise<ConnectedWorker | undefined> {
    const worker = this.#serving();
    if (worker || timeoutMs <= 0 || this.#isClosed || signal?.aborted) {
      return worker;
    }
    this.#connectWorker();
    const startedMs = Date.now();
    await this.#change(Math.min(timeoutMs, connectAgainMs), signal);
    return this.wait(timeoutMs - (Date.now() - startedMs), signal);
  }

  /** Ends every wait. */
  close(): void {
    clearInterval(this.#timer);
    this.#isClosed = true;
    this.#wakeAll();
  }

  #welcomePage(socket: WebSocket, browser: string): void {
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

  #welcomeWorker(worker: ConnectedWorker, socket: WebSocket): void {
    this.#workers.push(worker);
    socket.once('close', () => {
      this.#workers = this.#workers.filter((other) => other !== worker);
      this.#wakeAll();
    });
    this.#wakeAll();
  }

  #serving(): ConnectedWorker | undefined {
    return this.hasPage
      ? this.#workers.findLast((worker) => worker.browser === this.#browser && worker.isOpen)
      : undefined;
  }

  /** Asks all pages of the serving browser, because some may be frozen. */
  #connectWorker(): void {
    for (const page of this.#pages.filter(({ browser }) => browser === this.#browser)) {
      page.connectWorker();
    }
  }

  /** Chooses another browser if the serving one has had no page for longer than a reload takes. */
  #choose(): void {
    const isGone = !this.hasPage && Date.now() >= this.#lastSeenMs + reloadMs;
    if (isGone) {
      // Without a page no engine runs, and a request could wait forever.
      this.#workers.filter(({ browser }) => browser === this.#browser).forEach((worker) => worker.terminate());
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

function toHello(text: string): Extract<RelayMessage, { type: 'hello' }> | undefined {
  try {
    const message = parseMessage(text);
    return message.type === 'hello' ? message : undefined;
  } catch {
    return undefined;
  }
}
