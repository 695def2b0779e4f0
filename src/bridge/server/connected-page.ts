import type { RawData, WebSocket } from 'ws';
import { parseMessage, toFrame, type RelayMessage } from '#core/protocol/relay.ts';

/** The server's end of the WebSocket of a page. It shows that the page is open, and its script runs. */
export class ConnectedPage {
  /** The id of the browser profile. All pages of a profile share one store and one service worker. */
  readonly browser: string;
  readonly #socket: WebSocket;
  #missedPings = 0;

  constructor(socket: WebSocket, browser: string) {
    this.browser = browser;
    this.#socket = socket;
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  setRole(isServing: boolean): void {
    this.#send({ type: 'role', isServing });
  }

  /** Requests that the page's service worker connects. */
  connectWorker(): void {
    this.#send({ type: 'connect' });
  }

  /** Sends a ping. Disconnects a page that did not respond to the last `limit` pings. */
  ping(limit: number): void {
    if (this.#missedPings >= limit) {
      this.#socket.terminate();
      return;
    }
    this.#missedPings += 1;
    this.#send({ type: 'ping' });
  }

  #send(message: RelayMessage): void {
    if (this.isOpen) {
      this.#socket.send(toFrame(message));
    }
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#missedPings = 0;
    if (isBinary || toMessageType(data) !== 'pong') {
      this.#socket.close(1002, 'invalid relay message');
    }
  }
}

function toMessageType(data: RawData): RelayMessage['type'] | undefined {
  try {
    return parseMessage(toBytes(data).toString('utf8')).type;
  } catch {
    return undefined;
  }
}

/** Converts a message of `ws` to one buffer. */
export function toBytes(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) {
    return data;
  }
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
