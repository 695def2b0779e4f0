import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { Failure } from '#core/lib/failure.ts';
import {
  Exchange,
  parseBinary,
  parseMessage,
  toFrame,
  toWhole,
  transfersMax,
  type RelayMessage,
  type RelayRequest,
  type RelayResponse,
  type SocketFrame,
} from '#core/protocol/relay.ts';
import { toBytes } from './connected-page.ts';
import type { Transfer, Transfers } from './transfers.ts';

/** The head of a request, which a service worker receives before the body. */
export type RelayHead = Omit<RelayRequest, 'type' | 'id' | 'transferId' | 'isBodyTransferred'>;

/** The head of a response; with the whole body, unless the body follows in the exchange. */
export type RelayAnswer = { readonly head: RelayResponse; readonly body?: Uint8Array };

type Request = {
  readonly exchange: Exchange;
  /** The receiver of the body, unless it was sent whole. */
  readonly sink: Exchange | Transfer;
  readonly transfer: Transfer;
  readonly answered: Promise<RelayAnswer>;
  readonly abort: (message: string) => void;
  readonly close: () => void;
};

type OpenExchange = { readonly exchange: Exchange; readonly answer: (answer: RelayAnswer | Failure) => void };

const lost = (): Failure =>
  new Failure('ENGINE_UNAVAILABLE', {
    message: 'The browser that handled this request was closed, or stopped its service worker. Send the request again.',
  });

/** The server's end of the WebSocket of a service worker, which answers requests. */
export class ConnectedWorker {
  /** The id of the browser profile. */
  readonly browser: string;
  readonly #socket: WebSocket;
  readonly #wire: Duplex;
  #isCorked = false;
  readonly #open = new Map<number, OpenExchange>();
  readonly #transfers: Transfers;
  #bodyTransfers = 0;
  #lastId = 0;
  #isLeaving = false;

  /** `wire` carries the frames of `socket`. */
  constructor(socket: WebSocket, wire: Duplex, transfers: Transfers, browser: string) {
    this.browser = browser;
    this.#transfers = transfers;
    this.#socket = socket;
    this.#wire = wire;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', () => this.#failAll());
  }

  get isOpen(): boolean {
    return !this.#isLeaving && this.#socket.readyState === this.#socket.OPEN;
  }

  /**
   * Sends the head of a request, and its body if that is given. `answered` resolves with the head of the response. It rejects with a
   * Failure if either end aborts or the service worker is lost. Call `close` when the response is complete.
   */
  request(head: RelayHead, body?: Uint8Array): Request {
    this.#lastId += 1;
    const id = this.#lastId;
    const exchange = new Exchange(id, (frame) => this.#send(frame));
    let answer: OpenExchange['answer'] = () => undefined;
    const answered = new Promise<RelayAnswer>((resolve, reject) => {
      answer = (result) => (result instanceof Failure ? reject(result) : resolve(result));
    });
    this.#open.set(id, { exchange, answer });
    const transfer = this.#transfers.add();
    const isBodyTransferred = !body && head.bodyBytes !== 0 && this.#bodyTransfers < transfersMax;
    this.#bodyTransfers += isBodyTransferred ? 1 : 0;
    const message = { ...head, type: 'request', id, transferId: transfer.id, isBodyTransferred } as const;
    this.#send(body ? toWhole(Buffer.from(toFrame(message)), body) : toFrame(message));
    const abort = (text: string): void => {
      exchange.abort(text);
      answer(new Failure('CANCELED', { message: text }));
    };
    const close = (): void => {
      this.#open.delete(id);
      this.#transfers.remove(transfer);
      this.#bodyTransfers -= isBodyTransferred ? 1 : 0;
    };
    return { exchange, sink: isBodyTransferred ? transfer : exchange, transfer, answered, abort, close };
  }

  /** Ends the connection. All requests fail. */
  terminate(): void {
    this.#socket.terminate();
  }

  #send(frame: SocketFrame): void {
    if (this.#socket.readyState === this.#socket.OPEN) {
      this.#cork();
      this.#socket.send(frame);
    }
  }

  /** Collects the frames of requests that arrived together: a write to the operating system takes longer than all else. */
  #cork(): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#wire.cork();
      setImmediate(() => {
        this.#isCorked = false;
        this.#wire.uncork();
      });
    }
  }

  #receive(data: RawData, isBinary: boolean): void {
    try {
      const bytes = toBytes(data);
      if (!isBinary) {
        this.#follow(parseMessage(bytes.toString('utf8')));
        return;
      }
      const part = parseBinary(bytes);
      if ('head' in part) {
        this.#follow(parseMessage(Buffer.from(part.head).toString('utf8')), part.body);
      } else {
        this.#open.get(part.id)?.exchange.receive(part.bytes);
      }
    } catch {
      this.#socket.close(1002, 'invalid relay message');
    }
  }

  /** Handles a message. Ignores late messages about requests that have ended. */
  #follow(message: RelayMessage, body?: Uint8Array): void {
    switch (message.type) {
      case 'response':
        this.#open.get(message.id)?.answer({ head: message, ...(body && { body }) });
        break;
      case 'abort':
        this.#open.get(message.id)?.answer(new Failure('ENGINE_UNAVAILABLE', { message: message.message }));
        this.#open.get(message.id)?.exchange.receive(message);
        break;
      case 'end':
      case 'credit':
        this.#open.get(message.id)?.exchange.receive(message);
        break;
      case 'idle':
        this.#leaveIfIdle();
        break;
      case 'connect':
      case 'hello':
      case 'ping':
      case 'pong':
      case 'request':
      case 'role':
        throw new RangeError(`a service worker may not send "${message.type}"`);
    }
  }

  /** Closes the connection, unless a request was sent before this message arrived. */
  #leaveIfIdle(): void {
    if (this.#open.size === 0) {
      this.#isLeaving = true;
      this.#socket.close();
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
