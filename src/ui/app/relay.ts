import { Failure } from '#core/lib/failure.ts';
import {
  Exchange,
  endToEndHeaders,
  lostAnswer,
  parseMessage,
  parsePiece,
  toFrame,
  type RelayMessage,
  type RelayRequest,
} from '#core/protocol/relay.ts';
import { callerCacheControlHeader, relayedHeader } from '#core/protocol/relayed-headers.ts';
import { canStreamRequests } from '#client/can-stream-requests.ts';
import { collectBody } from './relay-body.ts';

/** The part of WebSocket that the relay uses. */
type Socket = {
  binaryType: string;
  readonly readyState: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
};

/** 'serving': this browser receives calls from outside; 'standby': another browser receives them; 'offline': no server. */
export type RelayState = 'offline' | 'standby' | 'serving';

export type RelayOptions = {
  /** The URL of the server's socket, absolute or relative to the page. */
  readonly url: string;
  /** True while the service worker handles this page's requests. */
  readonly isReady: () => boolean;
  readonly onState?: (state: RelayState) => void;
  /** The same for all pages that share this store, so that the server can distinguish browsers. */
  readonly browser?: string;
  readonly openSocket?: (url: string) => Socket;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Whether `fetch` accepts a stream as a body; by default the browser is tested for it. */
  readonly canStream?: boolean;
};

const firstDelayMs = 250;
const longestDelayMs = 5000;

/**
 * Answers requests that the local server received from outside the browser: the page fetches them, and the service worker
 * answers. Connects when the page is ready, and reconnects whenever the connection is lost.
 */
export function startRelay(options: RelayOptions): { close(): void } {
  const settings = toSettings(options);
  let delayMs = firstDelayMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let socket: Socket | undefined;
  let isClosed = false;
  const later = (): void => {
    if (!isClosed) {
      timer = setTimeout(connect, delayMs);
    }
  };
  const connect = (): void => {
    if (!settings.isReady()) {
      later();
      return;
    }
    socket = settings.openSocket(settings.url.href);
    const end = new RelayEnd(socket, settings);
    socket.addEventListener('open', () => {
      delayMs = firstDelayMs;
    });
    socket.addEventListener('close', () => {
      end.close();
      delayMs = Math.min(delayMs * 2, longestDelayMs);
      later();
    });
  };
  connect();
  return {
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}

/** Returns the options with all defaults. */
type Settings = Required<Omit<RelayOptions, 'url'>> & { readonly url: URL };

function toSettings(options: RelayOptions): Settings {
  // Outside a page `location` is undefined, and the URL is absolute.
  const url = new URL(options.url, globalThis.location?.href);
  url.protocol = url.protocol.replace('http', 'ws');
  return {
    onState: () => undefined,
    browser: options.browser ?? getBrowserName(),
    openSocket: (address) => new WebSocket(address),
    fetch: (request) => fetch(request),
    canStream: options.canStream ?? canStreamRequests(),
    ...options,
    url,
  };
}

const browserKey = 'offcut-browser';

/** The id of this browser profile, created once and shared by all pages of the store. */
function getBrowserName(): string {
  const name = localStorage.getItem(browserKey) ?? crypto.randomUUID();
  localStorage.setItem(browserKey, name);
  return name;
}

type OpenExchange = { readonly exchange: Exchange; readonly controller: AbortController };

/** The page's end of one connection. */
class RelayEnd {
  readonly #socket: Socket;
  readonly #settings: Settings;
  readonly #open = new Map<number, OpenExchange>();

  constructor(socket: Socket, settings: Settings) {
    this.#socket = socket;
    this.#settings = settings;
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => this.#send(toFrame({ type: 'hello', browser: settings.browser })));
    socket.addEventListener('message', (event) => this.#receive(event.data));
  }

  /** Aborts all open requests: their callers disconnect with the socket. */
  close(): void {
    for (const { exchange, controller } of this.#open.values()) {
      exchange.fail(new Failure('CANCELED'));
      controller.abort();
    }
    this.#open.clear();
    this.#settings.onState('offline');
  }

  #send(frame: string | Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === 1) {
      this.#socket.send(frame);
    }
  }

  #receive(data: unknown): void {
    try {
      if (data instanceof ArrayBuffer) {
        const piece = parsePiece(new Uint8Array(data));
        this.#open.get(piece.id)?.exchange.receive(piece.bytes);
      } else {
        this.#follow(parseMessage(String(data)));
      }
    } catch {
      this.#socket.close();
    }
  }

  /** Ignores late messages about a request that has already ended here. */
  #follow(message: RelayMessage): void {
    switch (message.type) {
      case 'request':
        void this.#answer(message);
        break;
      case 'abort':
        this.#open.get(message.id)?.exchange.receive(message);
        this.#open.get(message.id)?.controller.abort();
        break;
      case 'end':
      case 'credit':
        this.#open.get(message.id)?.exchange.receive(message);
        break;
      case 'role':
        this.#settings.onState(message.isServing ? 'serving' : 'standby');
        break;
      case 'ping':
        this.#send(toFrame({ type: 'pong' }));
        break;
      case 'hello':
      case 'pong':
      case 'response':
        throw new RangeError(`the server may not send "${message.type}"`);
    }
  }

  /** Fetches a request and sends the response. Never rejects: errors go to the server, which reports them to the caller. */
  async #answer(head: RelayRequest): Promise<void> {
    const exchange = new Exchange(head.id, (frame) => this.#send(frame));
    const controller = new AbortController();
    this.#open.set(head.id, { exchange, controller });
    try {
      if (!this.#settings.isReady()) {
        throw new Failure('ENGINE_UNAVAILABLE', { message: 'The tab is reloading. Send the request again.' });
      }
      await this.#fetch(head, exchange, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) {
        exchange.abort(
          error instanceof Failure ? error.message : `The tab could not handle the request: ${String(error)}`,
        );
      }
    } finally {
      this.#open.delete(head.id);
      exchange.fail(new Failure('CANCELED'));
    }
  }

  async #fetch(head: RelayRequest, exchange: Exchange, signal: AbortSignal): Promise<void> {
    const body = await collectBody(head, exchange, this.#settings.canStream);
    try {
      const response = await this.#settings
        .fetch(toRequest(head, this.#settings.url, body.init, signal))
        .catch((cause) => {
          throw lostAnswer(cause);
        });
      const headers = toResponseHeaders(response);
      this.#send(toFrame({ type: 'response', id: head.id, status: response.status, headers }));
      await sendBody(response, exchange);
      exchange.end();
    } finally {
      await body.release();
    }
  }
}

async function sendBody(response: Response, exchange: Exchange): Promise<void> {
  const reader = response.body?.getReader();
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      await exchange.write(next.value);
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined);
    throw error;
  }
}

/** Returns the request for the service worker. The server has validated the path; the origin is always the socket's. */
function toRequest(head: RelayRequest, socketUrl: URL, body: RequestInit, signal: AbortSignal): Request {
  const origin = socketUrl.origin.replace(/^ws/, 'http');
  const headers = endToEndHeaders(head.headers).filter(([name]) => !isKeptByBrowser(name));
  return new Request(origin + head.path, {
    ...body,
    method: head.method,
    headers: [...headers, [relayedHeader, '1']],
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  });
}

/** True for headers that a script may not set, and for hop-by-hop headers between caller and server. */
const isKeptByBrowser = (name: string): boolean =>
  /^(sec-|proxy-|access-control-request-)/i.test(name) ||
  /^(accept-charset|accept-encoding|content-length|cookie2?|date|dnt|expect|host|origin|referer|via)$/i.test(name);

/** Returns the headers for the caller. The browser has decoded the body, so the encoding and the encoded length are dropped. */
function toResponseHeaders({ headers }: Response): [string, string][] {
  const isEncoded = headers.has('content-encoding');
  const callerCacheControl = headers.get(callerCacheControlHeader);
  const kept = [...headers].filter(([name]) => !isEncoded || !/^content-(encoding|length)$/.test(name));
  if (callerCacheControl === null) {
    return kept;
  }
  const others = kept.filter(([name]) => name !== 'cache-control' && name !== callerCacheControlHeader);
  return [...others, ['cache-control', callerCacheControl]];
}
