import type { RawData, WebSocket } from 'ws';
import { Failure } from '#core/lib/failure.ts';
import {
  Exchange,
  parseMessage,
  parsePiece,
  toFrame,
  type SocketFrame,
  type RelayMessage,
  type RelayRequest,
  type RelayResponse,
} from '#core/protocol/relay.ts';

/** The head of a request, which a page receives before the body. */
export type RelayHead = Omit<RelayRequest, 'type' | 'id'>;

type Request = {
  readonly exchange: Exchange;
  readonly answered: Promise<RelayResponse>;
  readonly abort: (message: string) => void;
  readonly close: () => void;
};

type OpenExchange = { readonly exchange: Exchange; readonly answer: (head: RelayResponse | Failure) => void };

const lost = (): Failure =>
  new Failure('ENGINE_UNAVAILABLE', {
    message: 'The tab that handled this request was closed or reloaded. Send the request again.',
  });

/** The server's end of the WebSocket to a page that answers requests. */
export class ConnectedPage {
  /** The id of the browser profile. All pages of a profile share one store. */
  readonly browser: string;
  readonly #socket: WebSocket;
  readonly #open = new Map<number, OpenExchange>();
  #lastId = 0;
  #missedPings = 0;

  constructor(socket: WebSocket, browser: string) {
    this.browser = browser;
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', () => this.#failAll());
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /**
   * Sends the head of a request. `answered` resolves with the head of the response. It rejects with a Failure if either end aborts
   * or the page is lost. Call `close` when the response is complete.
   */
  request(head: RelayHead): Request {
    this.#lastId += 1;
    const id = this.#lastId;
    const exchange = new Exchange(id, (frame) => this.#send(frame));
    let answer: OpenExchange['answer'] = () => undefined;
    const answered = new Promise<RelayResponse>((resolve, reject) => {
      answer = (result) => (result instanceof Failure ? reject(result) : resolve(result));
    });
    this.#open.set(id, { exchange, answer });
    this.#send(toFrame({ ...head, type: 'request', id }));
    const abort = (message: string): void => {
      exchange.abort(message);
      answer(new Failure('CANCELED', { message }));
    };
    return { exchange, answered, abort, close: () => this.#open.delete(id) };
  }

  setRole(isServing: boolean): void {
    this.#send(toFrame({ type: 'role', isServing }));
  }

  /** Sends a ping. Disconnects a page that did not respond to the last `limit` pings; its requests then fail. */
  ping(limit: number): void {
    if (this.#missedPings >= limit) {
      this.#socket.terminate();
      return;
    }
    this.#missedPings += 1;
    this.#send(toFrame({ type: 'ping' }));
  }

  #send(frame: SocketFrame): void {
    if (this.isOpen) {
      this.#socket.send(frame);
    }
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#missedPings = 0;
    try {
      const bytes = toBytes(data);
      if (isBinary) {
        const piece = parsePiece(bytes);
        this.#open.get(piece.id)?.exchange.receive(piece.bytes);
      } else {
        this.#follow(parseMessage(bytes.toString('utf8')));
      }
    } catch {
      this.#socket.close(1002, 'invalid relay message');
    }
  }

  /** Handles a message. Ignores late messages about requests that have ended. */
  #follow(message: RelayMessage): void {
    switch (message.type) {
      case 'response':
        this.#open.get(message.id)?.answer(message);
        break;
      case 'abort':
        this.#open.get(message.id)?.answer(new Failure('ENGINE_UNAVAILABLE', { message: message.message }));
        this.#open.get(message.id)?.exchange.receive(message);
        break;
      case 'end':
      case 'credit':
        this.#open.get(message.id)?.exchange.receive(message);
        break;
      case 'hello':
      case 'pong':
        break;
      case 'request':
      case 'role':
      case 'ping':
        throw new RangeError(`a page may not send "${message.type}"`);
    }
  }

  #failAll(): void {
    for (const { exchange, answer } of this.#open.values()) {
      const failure = lost();
      exchange.fail(failure);
      answer(failure);
    }
    this.#open.clear();
  }
}

/** Converts a message of `ws` to one buffer. */
export function toBytes(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) {
    return data;
  }
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
