import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '#core/lib/failure.ts';
import { transferPath } from '#core/protocol/relay.ts';

type Connection = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * An HTTP connection of the service worker that carries one large body. Browsers transfer it several times as fast as the frames of a
 * WebSocket, and the bytes of a stored file do not pass through a script.
 */
export class Transfer {
  readonly id = randomUUID();
  readonly #opened: Promise<Connection>;
  #open: (connection: Connection) => void = () => undefined;
  #fail: (failure: Failure) => void = () => undefined;
  #connection: Connection | undefined;
  #bytes: AsyncIterator<Uint8Array> | undefined;

  constructor() {
    this.#opened = new Promise((resolve, reject) => {
      this.#open = resolve;
      this.#fail = reject;
    });
    this.#opened.catch(() => undefined);
  }

  get isOpen(): boolean {
    return this.#connection !== undefined;
  }

  open(connection: Connection): void {
    this.#connection = connection;
    this.#open(connection);
  }

  /** Sends bytes of a request body, as the response to the service worker. Rejects if it does not read on. */
  async write(bytes: Uint8Array): Promise<void> {
    const { response } = await this.#opened;
    if (response.destroyed) {
      throw new Failure('CANCELED');
    }
    if (!response.write(bytes)) {
      await nextEvent(response, ['drain', 'close']);
    }
  }

  /** Completes the request body. */
  end(): void {
    this.#connection?.response.end();
  }

  /** Returns the next bytes of a response body, which is the body of a request of the service worker; undefined at its end. */
  async read(): Promise<Uint8Array | undefined> {
    const { request, response } = await this.#opened;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream without an encoding yields buffers
    this.#bytes ??= request[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    const { done, value } = await this.#bytes.next();
    if (done) {
      response.writeHead(204).end();
      return undefined;
    }
    return value;
  }

  /** Ends the connection, unless its body is complete. */
  close(): void {
    this.#fail(new Failure('CANCELED'));
    const { request, response } = this.#connection ?? {};
    if (response?.writableEnded === false) {
      request?.destroy();
    }
  }
}

/** The transfers of a server. */
export class Transfers {
  readonly #transfers = new Map<string, Transfer>();

  /** Adds a transfer, which the service worker may use for the response. */
  add(): Transfer {
    const transfer = new Transfer();
    this.#transfers.set(transfer.id, transfer);
    return transfer;
  }

  remove(transfer: Transfer): void {
    this.#transfers.delete(transfer.id);
    transfer.close();
  }

  /** Accepts a connection of a service worker. Throws NOT_FOUND for an unknown transfer, and for a request of any other program. */
  accept(path: string, request: IncomingMessage, response: ServerResponse): void {
    const transfer = this.#transfers.get(path.slice(transferPath.length));
    if (!transfer || transfer.isOpen || request.headers['sec-fetch-site'] !== 'same-origin') {
      throw new Failure('NOT_FOUND');
    }
    if (request.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Cache-Control': 'no-store' });
      response.flushHeaders();
    }
    transfer.open({ request, response });
  }
}

/** Resolves at the next of these events. */
const nextEvent = (from: ServerResponse, names: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      names.forEach((name) => from.off(name, end));
      resolve();
    };
    names.forEach((name) => from.on(name, end));
  });
