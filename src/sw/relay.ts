import { Failure } from '#core/lib/failure.ts';
import {
  Exchange,
  endToEndHeaders,
  parseBinary,
  parseMessage,
  toFrame,
  toWhole,
  transferPath,
  transfersMax,
  wholeBytesMax,
  type RelayMessage,
  type RelayRequest,
} from '#core/protocol/relay.ts';
import { faultHeader } from '#core/protocol/lab-headers.ts';
import { findFile } from '#api/media-response.ts';
import { setBody } from '#api/open-body.ts';

/** The part of WebSocket that the relay uses. */
type Socket = {
  binaryType: string;
  readonly readyState: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
};

export type RelayOptions = {
  /** The URL of the site. The server's socket and all requests have its origin. */
  readonly base: URL;
  /** Answers a request. Never rejects. */
  readonly answer: (request: Request) => Promise<Response>;
  /** Keeps the service worker running until `work` has settled. */
  readonly keepAwake: (work: Promise<unknown>) => void;
  /** Opens the connections of transfers. */
  readonly fetch?: (address: URL, init: RequestInit) => Promise<Response>;
  readonly openSocket?: (url: string) => Socket;
  /** The time without a request after which the connection may end, in milliseconds. */
  readonly idleMs?: number;
};

/** Connects the service worker to the local server, as `browser`. Does nothing while it is connected. */
type Connect = (call: { readonly url: string; readonly browser: string }) => void;

/**
 * The connection is only open while there are requests, so that a browser may stop an unused service worker. A page has it opened
 * again: unlike a page, a service worker cannot wait for requests.
 */
const defaultIdleMs = 20_000;

/** Answers requests that the local server received from outside the browser. */
export function createRelay(options: RelayOptions): Connect {
  let isConnected = false;
  return ({ url, browser }) => {
    const { origin } = new URL(url.replace(/^ws/, 'http'));
    if (isConnected || origin !== options.base.origin) {
      return;
    }
    isConnected = true;
    const socket = options.openSocket?.(url) ?? new WebSocket(url);
    const end = new RelayEnd(socket, browser, options);
    const closed = new Promise<void>((resolve) => {
      socket.addEventListener('close', resolve);
    });
    options.keepAwake(
      closed.then(() => {
        isConnected = false;
        end.close();
      }),
    );
  };
}

/** Whether data is what a page sends to have its service worker connected. */
export const isRelayCall = (data: unknown): data is Parameters<Connect>[0] =>
  typeof data === 'object' && data !== null && 'browser' in data && 'url' in data && typeof data.url === 'string';

type OpenExchange = { readonly exchange: Exchange; readonly controller: AbortController };

/** The service worker's end of one connection. */
class RelayEnd {
  readonly #socket: Socket;
  readonly #options: RelayOptions;
  readonly #open = new Map<number, OpenExchange>();
  #answerTransfers = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(socket: Socket, browser: string, options: RelayOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => {
      this.#send(toFrame({ type: 'hello', part: 'worker', browser }));
      this.#waitForRequests();
    });
    socket.addEventListener('message', (event) => this.#receive(event.data));
  }

  /** Aborts all open requests: their callers disconnect with the socket. */
  close(): void {
    clearTimeout(this.#idleTimer);
    for (const { exchange, controller } of this.#open.values()) {
      exchange.fail(new Failure('CANCELED'));
      controller.abort();
    }
    this.#open.clear();
  }

  #waitForRequests(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#send(toFrame({ type: 'idle' })), this.#options.idleMs ?? defaultIdleMs);
  }

  #send(frame: string | Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === 1) {
      this.#socket.send(frame);
    }
  }

  #receive(data: unknown): void {
    try {
      if (!(data instanceof ArrayBuffer)) {
        this.#follow(parseMessage(String(data)));
        return;
      }
      const part = parseBinary(new Uint8Array(data));
      if ('head' in part) {
        this.#follow(parseMessage(new TextDecoder().decode(part.head)), part.body);
      } else {
        this.#open.get(part.id)?.exchange.receive(part.bytes);
      }
    } catch {
      this.#socket.close();
    }
  }

  /** Ignores late messages about a request that has already ended here. */
  #follow(message: RelayMessage, body?: Uint8Array): void {
    switch (message.type) {
      case 'request':
        void this.#answer(message, body);
        break;
      case 'abort':
        this.#open.get(message.id)?.exchange.receive(message);
        this.#open.get(message.id)?.controller.abort();
        break;
      case 'end':
      case 'credit':
        this.#open.get(message.id)?.exchange.receive(message);
        break;
      case 'connect':
      case 'hello':
      case 'idle':
      case 'ping':
      case 'pong':
      case 'response':
      case 'role':
        throw new RangeError(`the server may not send "${message.type}"`);
    }
  }

  /** Answers a request. Never rejects: errors go to the server, which reports them to the caller. */
  async #answer(head: RelayRequest, body?: Uint8Array): Promise<void> {
    clearTimeout(this.#idleTimer);
    const exchange = new Exchange(head.id, (frame) => this.#send(frame));
    const controller = new AbortController();
    this.#open.set(head.id, { exchange, controller });
    try {
      const request = toRequest(head, this.#options.base, body, controller.signal);
      if (!body && head.bodyBytes !== 0) {
        setBody(request, () => this.#openBody(head, exchange, controller.signal));
      }
      await this.#pass(head, await this.#options.answer(request), exchange, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) {
        exchange.abort(`The service worker could not handle the request: ${String(error)}`);
      }
    } finally {
      this.#open.delete(head.id);
      exchange.fail(new Failure('CANCELED'));
      if (this.#open.size === 0) {
        this.#waitForRequests();
      }
    }
  }

  async #openBody(
    { transferId, isBodyTransferred }: RelayRequest,
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
    const { body } = isBodyTransferred
      ? await this.#fetchTransfer(transferId, { signal })
      : { body: toStream(exchange) };
    return body ?? new Blob().stream();
  }

  async #pass(request: RelayRequest, response: Response, exchange: Exchange, signal: AbortSignal): Promise<void> {
    const { status, headers } = response;
    const head = { type: 'response', id: exchange.id, status, headers: [...headers] } as const;
    const body = await readWhole(response, request.method);
    const file = findFile(response);
    if (body) {
      this.#send(toWhole(new TextEncoder().encode(toFrame({ ...head, headers: [...headers] })), body));
    } else if (file && this.#answerTransfers < transfersMax) {
      this.#send(toFrame({ ...head, headers: [...headers], isTransferred: true }));
      await this.#postFile(request.transferId, file, signal);
    } else {
      this.#send(toFrame({ ...head, headers: [...headers] }));
      await sendBody(response, exchange);
      exchange.end();
    }
  }

  /** Sends a file. The browser reads it from the disk without a script. */
  async #postFile(transferId: string, body: Blob, signal: AbortSignal): Promise<void> {
    this.#answerTransfers += 1;
    try {
      await this.#fetchTransfer(transferId, { method: 'POST', body, signal });
    } finally {
      this.#answerTransfers -= 1;
    }
  }

  /** Opens the connection of a transfer. Rejects unless the server accepts it. */
  async #fetchTransfer(transferId: string, init: RequestInit): Promise<Response> {
    const { base, fetch: send = (...given) => fetch(...given) } = this.#options;
    const response = await send(new URL(transferPath + transferId, base), { ...init, cache: 'no-store' });
    if (!response.ok) {
      throw new Failure('ENGINE_UNAVAILABLE', { message: 'The server has closed the transfer.' });
    }
    return response;
  }
}

/** Returns the body if it is small and complete, or null. A fault of the lab may break the body after its first bytes. */
async function readWhole(response: Response, method: string): Promise<Uint8Array | null> {
  if (method === 'HEAD' || response.body === null) {
    await response.body?.cancel();
    return new Uint8Array();
  }
  const isFaked = response.headers.has(faultHeader);
  const sizeBytes = isFaked ? Infinity : Number(response.headers.get('Content-Length') ?? Infinity);
  return sizeBytes <= wholeBytesMax ? new Uint8Array(await response.arrayBuffer()) : null;
}

async function sendBody({ body }: Response, exchange: Exchange): Promise<void> {
  const reader = body?.getReader();
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      await exchange.write(next.value);
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined);
    throw error;
  }
}

/** Returns the request for the API, with this body if it has a whole one. The server has validated the path. */
function toRequest(head: RelayRequest, base: URL, body: Uint8Array | undefined, signal: AbortSignal): Request {
  return new Request(base.origin + head.path, {
    method: head.method,
    headers: endToEndHeaders(head.headers).filter(([name]) => !isKeptByBrowser(name)),
    signal,
    ...(body && { body: new Uint8Array(body) }),
  });
}

/** True for headers that a script may not set, and for hop-by-hop headers between caller and server. */
const isKeptByBrowser = (name: string): boolean =>
  /^(sec-|proxy-|access-control-request-)/i.test(name) ||
  /^(accept-charset|accept-encoding|content-length|cookie2?|date|dnt|expect|host|origin|referer|via)$/i.test(name);

const toStream = (exchange: Exchange): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream(
    {
      pull: async (controller) => {
        const piece = await exchange.read();
        if (piece) {
          controller.enqueue(piece.slice());
        } else {
          controller.close();
        }
      },
    },
    { highWaterMark: 0 },
  );
