import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Failure } from '#core/lib/failure.ts';
import { endToEndHeaders, lostAnswer, type RelayResponse } from '#core/protocol/relay.ts';
import { faultHeader } from '#core/protocol/lab-headers.ts';
import { answerFailure, toFailureAnswer } from './answer.ts';
import type { RelayAnswer } from './connected-worker.ts';

/**
 * The time without data after which a response counts as lost. The API starts a response within 20 seconds, if only with white
 * space, and sends more every 5 seconds. Firefox was seen to lose a request without an error.
 */
const silenceMs = 90_000;

/** Waits for a part of a response. Throws ENGINE_UNAVAILABLE if the part does not arrive within `limitMs`. */
export async function orLost<T>(part: Promise<T>, limitMs = silenceMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lostAnswer()), limitMs);
  });
  try {
    return await Promise.race([part, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** The body of a response; undefined at its end. */
type Source = { read(): Promise<Uint8Array | undefined> };

/** The response to a client, across all attempts. */
export class Reply {
  readonly response: ServerResponse;
  /** Aborted when the client disconnects before the end of the response. */
  readonly gone: AbortSignal;
  /** True while the client has received only the white space that JSON may start with, so that another attempt can follow. */
  #isBlank = true;
  #isComplete = false;

  constructor(response: ServerResponse) {
    const gone = new AbortController();
    response.on('close', () => {
      if (!this.#isComplete) {
        gone.abort();
      }
    });
    this.response = response;
    this.gone = gone.signal;
  }

  /** True until the client has received a part of a response or disconnects. */
  get isOpen(): boolean {
    return this.#isBlank && !this.gone.aborted;
  }

  /** Forwards a response. Throws ENGINE_UNAVAILABLE if it is cut off, as in Firefox when a service worker is killed. */
  async pass({ head, body }: RelayAnswer, source: Source, method: string): Promise<void> {
    const sizeBytes = findSizeBytes(head, method);
    const isFaked = findHeader(head.headers, faultHeader.toLowerCase()) !== undefined;
    if (body) {
      this.#passWhole(head, body, sizeBytes);
    } else if (sizeBytes === undefined && isJson(head) && !isFaked) {
      await this.#passJson(head, source);
    } else {
      this.#begin(head);
      await this.#passBytes(source, sizeBytes);
    }
    this.#isComplete = true;
    this.response.end();
  }

  /** Ends with a failure, in an envelope if possible. Otherwise the closed connection shows the loss to the client. */
  fail(failure: Failure, headers: Record<string, string>): void {
    if (!this.response.headersSent) {
      answerFailure(this.response, failure, headers);
    } else if (this.isOpen) {
      this.response.end(toFailureAnswer(failure).body);
    } else {
      this.response.destroy();
    }
  }

  /** Sends status, headers and body at once. */
  #passWhole(head: RelayResponse, body: Uint8Array, sizeBytes = 0): void {
    if (body.byteLength < sizeBytes) {
      throw lostAnswer();
    }
    this.#isBlank = false;
    this.#setHead(head);
    this.response.end(body);
  }

  /** Sends status and headers, unless an earlier attempt has sent them. */
  #begin(head: RelayResponse): void {
    if (!this.response.headersSent) {
      this.#setHead(head);
      this.response.flushHeaders();
    }
  }

  /** Sets status and headers, which are sent with the first bytes, unless an earlier attempt has sent them. */
  #setHead({ status, headers }: RelayResponse): void {
    if (this.response.headersSent) {
      return;
    }
    for (const [name, value] of endToEndHeaders(headers)) {
      this.response.setHeader(name, value);
    }
    this.response.writeHead(status);
  }

  /** Forwards white space immediately, and the JSON when it is complete. The head is sent before the first of them. */
  async #passJson(head: RelayResponse, source: Source): Promise<void> {
    const held: Uint8Array[] = [];
    for (let piece = await orLost(source.read()); piece; piece = await orLost(source.read())) {
      if (held.length === 0 && piece.every(isSpace)) {
        this.#begin(head);
        await this.#write(piece);
      } else {
        held.push(piece);
      }
    }
    const whole = Buffer.concat(held);
    // MCP responds to a notification with 202, the JSON type and no body.
    const isEmpty = head.status === 202 && whole.length === 0;
    if (!isEmpty && !isWholeJson(whole)) {
      throw lostAnswer();
    }
    this.#begin(head);
    this.#isBlank = false;
    await this.#write(whole);
  }

  async #passBytes(source: Source, sizeBytes = Number.NaN): Promise<void> {
    this.#isBlank = false;
    let passedBytes = 0;
    for (let piece = await source.read(); piece; piece = await source.read()) {
      passedBytes += piece.byteLength;
      await this.#write(piece);
    }
    if (passedBytes < sizeBytes) {
      throw lostAnswer();
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (!this.response.write(bytes)) {
      await once(this.response, 'drain', { signal: this.gone });
    }
  }
}

/** Returns the body length that the head announces; undefined if it announces none. */
function findSizeBytes({ status, headers }: RelayResponse, method: string): number | undefined {
  if (method === 'HEAD' || status === 204 || status === 304) {
    return 0;
  }
  const length = findHeader(headers, 'content-length');
  return length === undefined ? undefined : Number(length);
}

const isJson = ({ headers }: RelayResponse): boolean =>
  /^application\/(?:[\w.-]+\+)?json\b/i.test(findHeader(headers, 'content-type') ?? '');

const findHeader = (headers: RelayResponse['headers'], wanted: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

/** Whether a byte is a space, tab, line feed or carriage return. */
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

function isWholeJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
