import * as z from 'zod';
import { Waiter } from '../lib/waiter.ts';
import { Failure } from '../lib/failure.ts';

/**
 * The protocol between the local server and a browser that answers for it. Each page has a WebSocket, which shows that it is open. The
 * service worker has another one, with many HTTP requests at once.
 *
 * A text frame is a message as JSON. A binary frame starts with an id, four bytes, big endian. Above 0 it is the id of a request, and
 * the rest is a piece of a body. For 0 the rest is the size of a message, four bytes, then the message as JSON, then its whole body.
 *
 * The flow-control window of each body: the maximum number of bytes in flight, so neither end ever holds a whole file.
 */
export const windowBytes = 4 * 1024 * 1024;

/** The maximum size of a piece in one frame. Each frame has a fixed cost in the browser. */
export const pieceBytes = 512 * 1024;

/** The maximum size of a body that is sent in one frame with its head. */
export const wholeBytesMax = 64 * 1024;

/** The maximum size of a frame: a piece, or a whole body, with a message of many headers. */
export const frameBytesMax = 2 * pieceBytes;

/** The path prefix of connections that transfer one body; the id of the transfer follows. */
export const transferPath = '/bridge/transfers/';

/**
 * The maximum number of request bodies, and of response bodies, that a service worker transfers at the same time. A browser opens six
 * connections to a server, and slow clients could use all of them. Other bodies use the WebSocket.
 */
export const transfersMax = 2;

const [idBytes, sizeBytes] = [4, 4];
const id = z.int().min(1).max(0xffff_ffff);
const headers = z.array(z.tuple([z.string(), z.string()]));

const relayMessage = z.discriminatedUnion('type', [
  /** The first message of a page or service worker. `browser` is the same for all of them that share one store. */
  z.object({ type: z.literal('hello'), part: z.enum(['page', 'worker']), browser: z.string().min(1).max(100) }),
  /** A message to a page: whether its browser receives the requests. */
  z.object({ type: z.literal('role'), isServing: z.boolean() }),
  /** A message to a page: its service worker must connect, because there is a request. */
  z.object({ type: z.literal('connect') }),
  /** A message from a service worker that has had no request for a while: the server may close the connection. */
  z.object({ type: z.literal('idle') }),
  /** A message to a service worker. `bodyBytes` is 0 for no body and null for a body of unknown size. */
  z.object({
    type: z.literal('request'),
    id,
    method: z.string().regex(/^[A-Z]+$/),
    path: z.string().startsWith('/'),
    headers,
    bodyBytes: z.int().min(0).nullable(),
    /** The transfer of the request body if `isBodyTransferred`; otherwise the response body may use it. */
    transferId: z.string().regex(/^[\w-]+$/),
    isBodyTransferred: z.boolean(),
  }),
  z.object({
    type: z.literal('response'),
    id,
    status: z.int().min(200).max(599),
    headers,
    /** Whether the body uses the transfer of the request. */
    isTransferred: z.boolean().optional(),
  }),
  /** The sender's body is complete. */
  z.object({ type: z.literal('end'), id }),
  /** The sender aborts the request. */
  z.object({ type: z.literal('abort'), id, message: z.string() }),
  /** The reader has consumed this number of bytes, and the sender may send the same number again. */
  z.object({ type: z.literal('credit'), id, bytes: z.int().positive() }),
  /** A message from the server, to check that the page's script still runs: a frozen tab does not answer. */
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
]);
export type RelayMessage = z.output<typeof relayMessage>;
export type RelayRequest = Extract<RelayMessage, { type: 'request' }>;
export type RelayResponse = Extract<RelayMessage, { type: 'response' }>;

/** The data of a WebSocket frame, text or binary. */
export type SocketFrame = string | Uint8Array<ArrayBuffer>;

export const toFrame = (message: RelayMessage): string => JSON.stringify(message);

/** Parses a message of this protocol. Throws for any other text. */
export const parseMessage = (text: string): RelayMessage => relayMessage.parse(JSON.parse(text));

/** Returns a frame with the JSON of a message, in UTF-8, and its whole body. */
export function toWhole(head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(idBytes + sizeBytes + head.length + body.length);
  new DataView(frame.buffer).setUint32(idBytes, head.length);
  frame.set(head, idBytes + sizeBytes);
  frame.set(body, idBytes + sizeBytes + head.length);
  return frame;
}

export function toPiece(requestId: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(idBytes + bytes.length);
  new DataView(frame.buffer).setUint32(0, requestId);
  frame.set(bytes, idBytes);
  return frame;
}

type Piece = { readonly id: number; readonly bytes: Uint8Array };
/** `head` is the JSON of a message, in UTF-8. */
type Whole = { readonly head: Uint8Array; readonly body: Uint8Array };

/** Splits a binary frame. The bytes are views, not copies. Throws RangeError for a frame that is too short. */
export function parseBinary(frame: Uint8Array): Piece | Whole {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const id = view.getUint32(0);
  if (id > 0) {
    return { id, bytes: frame.subarray(idBytes) };
  }
  const bodyStart = idBytes + sizeBytes + view.getUint32(idBytes);
  return { head: frame.subarray(idBytes + sizeBytes, bodyStart), body: frame.subarray(bodyStart) };
}

/** The failure of a request whose response was interrupted by the end of the service worker. */
export const lostAnswer = (cause?: unknown): Failure =>
  new Failure('ENGINE_UNAVAILABLE', {
    message:
      'The browser stopped the service worker before the response was complete. Send the request again: a run that has started continues, and is charged once. Before you repeat any other change, check whether it was applied.',
    cause,
  });

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns the headers without the hop-by-hop headers (RFC 9110, 7.6.1). */
export function endToEndHeaders(pairs: readonly (readonly [string, string])[]): [string, string][] {
  const named = pairs.filter(([name]) => name.toLowerCase() === 'connection').flatMap(([, value]) => value.split(','));
  const dropped = new Set([...hopByHop, ...named.map((name) => name.trim().toLowerCase())]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).map(([name, value]) => [name, value]);
}

/** The body that this end sends: `write` waits while the window is full. */
class Outflow {
  readonly #send: (piece: Uint8Array) => void;
  #roomBytes = windowBytes;
  #failure: Failure | undefined;
  readonly #waiter = new Waiter();

  constructor(send: (piece: Uint8Array) => void) {
    this.#send = send;
  }

  async write(bytes: Uint8Array): Promise<void> {
    let rest = bytes;
    while (rest.length > 0) {
      await this.#room();
      const size = Math.min(rest.length, this.#roomBytes, pieceBytes);
      this.#roomBytes -= size;
      this.#send(rest.subarray(0, size));
      rest = rest.subarray(size);
    }
  }

  grant(bytes: number): void {
    this.#roomBytes += bytes;
    this.#waiter.wake();
  }

  fail(failure: Failure): void {
    this.#failure ??= failure;
    this.#waiter.wake();
  }

  async #room(): Promise<void> {
    while (!this.#failure && this.#roomBytes === 0) {
      await this.#waiter.wait();
    }
    if (this.#failure) {
      throw this.#failure;
    }
  }
}

/** The body that this end receives: `read` returns the pieces in order and grants credit to the sender. */
class Inflow {
  readonly #grant: (bytes: number) => void;
  readonly #pieces: Uint8Array[] = [];
  #takenBytes = 0;
  #openBytes = 0;
  #hasEnded = false;
  #failure: Failure | undefined;
  readonly #waiter = new Waiter();

  constructor(grant: (bytes: number) => void) {
    this.#grant = grant;
  }

  push(piece: Uint8Array): void {
    this.#openBytes += piece.length;
    if (this.#openBytes > windowBytes) {
      throw new RangeError('the other end sent more than its window');
    }
    this.#pieces.push(piece);
    this.#waiter.wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#waiter.wake();
  }

  fail(failure: Failure): void {
    this.#failure ??= failure;
    this.#pieces.length = 0;
    this.#waiter.wake();
  }

  /** Returns the next piece; undefined at the end of the body. */
  async read(): Promise<Uint8Array | undefined> {
    while (!this.#failure && !this.#hasEnded && this.#pieces.length === 0) {
      await this.#waiter.wait();
    }
    if (this.#failure) {
      throw this.#failure;
    }
    const piece = this.#pieces.shift();
    this.#take(piece?.length ?? 0);
    return piece;
  }

  // The reader grants a quarter of the window at a time: a credit for each piece would double the frames.
  #take(bytes: number): void {
    this.#takenBytes += bytes;
    if (this.#takenBytes >= windowBytes / 4 && !this.#hasEnded) {
      this.#openBytes -= this.#takenBytes;
      this.#grant(this.#takenBytes);
      this.#takenBytes = 0;
    }
  }
}

/** One end of a request: the body that this end sends and the body that it receives. */
export class Exchange {
  readonly id: number;
  readonly #send: (frame: SocketFrame) => void;
  readonly #out: Outflow;
  readonly #in: Inflow;

  constructor(requestId: number, send: (frame: SocketFrame) => void) {
    this.id = requestId;
    this.#send = send;
    this.#out = new Outflow((piece) => send(toPiece(requestId, piece)));
    this.#in = new Inflow((bytes) => send(toFrame({ type: 'credit', id: requestId, bytes })));
  }

  /** Resolves when all bytes are sent. Rejects with a Failure once the exchange is over. */
  write(bytes: Uint8Array): Promise<void> {
    return this.#out.write(bytes);
  }

  /** Sends the end of this end's body. */
  end(): void {
    this.#send(toFrame({ type: 'end', id: this.id }));
  }

  /** Returns the next piece of the other end's body; undefined at its end. Rejects with a Failure once the exchange is over. */
  read(): Promise<Uint8Array | undefined> {
    return this.#in.read();
  }

  /** Processes a frame of the other end. Throws RangeError if it violates the protocol. */
  receive(part: Uint8Array | Extract<RelayMessage, { type: 'end' | 'abort' | 'credit' }>): void {
    if (part instanceof Uint8Array) {
      this.#in.push(part);
    } else if (part.type === 'credit') {
      this.#out.grant(part.bytes);
    } else if (part.type === 'end') {
      this.#in.end();
    } else {
      this.fail(new Failure('ENGINE_UNAVAILABLE', { message: part.message }));
    }
  }

  /** Aborts the request: notifies the other end, and rejects all reads and writes of this end. */
  abort(message: string): void {
    this.#send(toFrame({ type: 'abort', id: this.id, message }));
    this.fail(new Failure('ENGINE_UNAVAILABLE', { message }));
  }

  /** Rejects all current and later reads and writes of this end. */
  fail(failure: Failure): void {
    this.#out.fail(failure);
    this.#in.fail(failure);
  }
}
