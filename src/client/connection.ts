import { getRoute } from '#operations/routes.ts';
import { OffcutError, readEnvelope } from './offcut-error.ts';
import type { Answer, AnyCall, Data, Given, OperationName } from './operation-call.ts';

export type ConnectionOptions = {
  /** The root of the API, such as `http://localhost:4321`. A path is kept: `https://host/app/` and `/api/mcp` work too. */
  readonly baseUrl: string | URL;
  /** The API key, or a function that returns it. The function is called again if a key is refused, with that key. */
  readonly apiKey?: string | ((refused: string | null) => Promise<string> | string);
  /** Sends the requests. The default is the global `fetch`. An OffcutError that it throws is the error of the call. */
  readonly fetch?: typeof fetch;
  /** The maximum number of retries of a call that may succeed later. The default is 3. */
  readonly maxRetries?: number;
  /** The longest wait before a retry, in milliseconds. A longer `Retry-After` ends the call with its error. The default is 60,000. */
  readonly maxWaitMs?: number;
};

/** Sends a request. `send` of a call replaces `fetch`. */
export type Send = (url: URL, init: RequestInit, fetchIt: typeof fetch) => Promise<Response>;

/** A call of any operation, as it is sent. */
type UntypedCall = AnyCall & {
  /** Sends each attempt instead of `fetch`, with a body of its own. */
  readonly send?: Send | undefined;
  /** Whether the call can be sent again. The default is true. */
  readonly isRepeatable?: boolean;
};

/** The wait before the first retry without `Retry-After`, in milliseconds. It doubles with each retry. */
const firstWaitMs = 250;

/**
 * Sends calls to one API with one key. A call that may succeed later is retried; a retry of a POST has the same idempotency key.
 */
export class Connection {
  readonly #baseUrl: URL;
  readonly #options: ConnectionOptions;
  readonly #fetch: typeof fetch;
  #key: Promise<string | null> | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#baseUrl = new URL(options.baseUrl);
    if (!this.#baseUrl.pathname.endsWith('/')) {
      this.#baseUrl.pathname += '/';
    }
    this.#fetch = options.fetch ?? ((...request) => fetch(...request));
  }

  /** Whether the requests are sent by the global `fetch`. */
  get hasGlobalFetch(): boolean {
    return this.#options.fetch === undefined;
  }

  /** Calls an operation. Throws OffcutError, or the reason of the signal. */
  call<Name extends OperationName>(name: Name, ...[call]: Given<Name>): Promise<Answer<Name>> {
    return this.send(name, call ?? {});
  }

  /** Calls an operation and returns the successful response unread, for files and events. A 304 is successful. Throws as `call`. */
  open<Name extends OperationName>(name: Name, ...[call]: Given<Name>): Promise<Response> {
    return this.#retry(name, call ?? {}, async (response) => {
      if (!response.ok && response.status !== 304) {
        await readData(response);
      }
      return response;
    });
  }

  /** Calls an operation whose parts are not typed. Throws as `call`. */
  send<Name extends OperationName>(name: Name, request: UntypedCall): Promise<Answer<Name>> {
    return this.#retry(name, request, async (response) => ({
      // Types the data without checking it: server and types derive from the same description. A response to a long run starts with
      // white space, which JSON allows, and its error has the status 200.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wire
      data: (response.status === 204 || response.status === 304 ? undefined : await readData(response)) as Data<Name>,
      status: response.status,
      headers: response.headers,
      nextCursor: findNextCursor(response.headers.get('Link')),
    }));
  }

  /** The URL of an operation. */
  toUrl(name: OperationName, { params = {}, query = {} }: Pick<AnyCall, 'params' | 'query'> = {}): URL {
    const path = getRoute(name).path.replace(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(String(params[key] ?? '')),
    );
    const url = new URL(path.slice(1), this.#baseUrl);
    for (const [key, value] of Object.entries(query)) {
      if (value !== undefined) {
        url.searchParams.set(key, String(value));
      }
    }
    return url;
  }

  async #retry<T>(name: OperationName, request: UntypedCall, read: (response: Response) => Promise<T>): Promise<T> {
    const { maxRetries = 3, maxWaitMs = 60_000 } = this.#options;
    const { timeoutMs, isRepeatable = true } = request;
    const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
    const signal = timeout && request.signal ? AbortSignal.any([timeout, request.signal]) : (timeout ?? request.signal);
    const { method } = getRoute(name);
    const isPost = method === 'POST';
    // Without an idempotency key, the API may have done what a lost response would have reported.
    const isSafe = isPost || method === 'GET';
    const headers = { ...(isPost && { 'Idempotency-Key': crypto.randomUUID() }), ...request.headers };
    for (let tries = 0; ; tries += 1) {
      try {
        let waitMs = firstWaitMs * 2 ** tries;
        try {
          const response = await this.#send(name, { ...request, headers, signal });
          waitMs = readRetryAfter(response.headers) ?? waitMs;
          return await read(response);
        } catch (thrown) {
          signal?.throwIfAborted();
          const error = thrown instanceof OffcutError ? thrown : toUnreachable(this.#baseUrl, thrown);
          if (
            !error.retryable ||
            !isRepeatable ||
            (isLost(error) && !isSafe) ||
            tries >= maxRetries ||
            waitMs > maxWaitMs
          ) {
            throw error;
          }
        }
        await wait(waitMs, signal);
      } catch (thrown) {
        request.signal?.throwIfAborted();
        throw timeout?.aborted ? toTimeout(name, timeoutMs) : thrown;
      }
    }
  }

  /** Sends a request, and again with another key if the key is refused. */
  async #send(name: OperationName, request: UntypedCall): Promise<Response> {
    const key = this.#hasKey(name) ? await this.getKey() : null;
    const response = await this.#sendOnce(name, request, key);
    if (response.status !== 401 || !this.#hasKey(name)) {
      return response;
    }
    const other = await this.getKey(key);
    return other === key ? response : this.#sendOnce(name, request, other);
  }

  /** Whether a call has the API key. The ticket is the credential of an upload, and the sandbox has none. */
  #hasKey(name: OperationName): boolean {
    return name !== 'fillUpload' && !getRoute(name).path.startsWith('/sandbox/');
  }

  /** Returns the key, or another one if `refused` is the current key. Calls at the same time share a request for it. */
  async getKey(refused: string | null = null): Promise<string | null> {
    const current = this.#key;
    if (current && (refused === null || (await current) !== refused)) {
      return current;
    }
    if (this.#key === current) {
      this.#key = this.#askForKey(refused);
      this.#key.catch(() => (this.#key = null));
    }
    return this.#key;
  }

  async #askForKey(refused: string | null): Promise<string | null> {
    const { apiKey } = this.#options;
    return typeof apiKey === 'function' ? apiKey(refused) : (apiKey ?? null);
  }

  #sendOnce(name: OperationName, request: UntypedCall, key: string | null): Promise<Response> {
    const headers = new Headers(request.headers);
    if (key !== null) {
      headers.set('Authorization', `Bearer ${key}`);
    }
    if (request.body !== undefined) {
      headers.set('Content-Type', 'application/json');
    }
    const body = request.form ?? (request.body === undefined ? null : JSON.stringify(request.body));
    const init = { method: getRoute(name).method, headers, body, signal: request.signal ?? null };
    const url = this.toUrl(name, request);
    return request.send ? request.send(url, init, this.#fetch) : this.#fetch(url, init);
  }
}

const isLost = ({ code }: OffcutError): boolean => code === 'UNREACHABLE' || code === 'INCOMPLETE_RESPONSE';

/** Returns the `cursor` of the URL with rel="next" in a Link header. */
function findNextCursor(link: string | null): string | null {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'https://host.invalid').searchParams.get('cursor');
}

/** Returns the wait that a response asks for, in milliseconds. */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('Retry-After') ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Resolves after `ms` milliseconds. Rejects with the reason of the signal. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Returns the data of a response. Without its end, or without any, the text is empty and the response counts as incomplete. */
const readData = async (response: Response): Promise<unknown> =>
  readEnvelope(await response.text().catch(() => ''), response.status, response.headers.get('X-Request-Id'));

const toUnreachable = (baseUrl: URL, cause: unknown): OffcutError =>
  new OffcutError({
    code: 'UNREACHABLE',
    message: `No response came from ${baseUrl.origin}. Check that the server runs, then try again.`,
    retryable: true,
    cause,
  });

const toTimeout = (name: OperationName, timeoutMs = 0): OffcutError =>
  new OffcutError({
    code: 'TIMEOUT',
    message: `The call ${name} took more than ${timeoutMs} ms. Try again, or allow more time.`,
    retryable: true,
  });
