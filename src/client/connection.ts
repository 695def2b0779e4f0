import { getRoute, type OperationName } from '#operations/routes.ts';
import { OffcutError, readEnvelope } from './offcut-error.ts';

export type ConnectionOptions = {
  /** The root of the API, such as `http://localhost:4321`. A path is kept: `https://host/app/` and `/api/mcp` work too. */
  readonly baseUrl: string | URL;
  /** The API key, or a function that returns it. The function is called again if a key is refused, with that key. */
  readonly apiKey?: string | ((refused: string | null) => Promise<string> | string);
  /** The default is the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** The maximum number of retries of a call that may succeed later. The default is 3. */
  readonly maxRetries?: number;
};

/** The untyped parts of a call. */
export type RawCall = {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: unknown;
  /** The form of an operation that takes one, or its encoded form as a stream. */
  readonly form?: FormData | undefined;
  /** The body of an operation that takes raw bytes. */
  readonly file?: Blob | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type RawAnswer = {
  readonly data: unknown;
  readonly status: number;
  readonly headers: Headers;
  /** The cursor of the next page of a list; null at the end. */
  readonly nextCursor: string | null;
};

/** The longest wait before a retry, in milliseconds. A longer `Retry-After` ends the call with its error. */
const maxWaitMs = 60_000;
/** The wait before the first retry without `Retry-After`, in milliseconds. It doubles with each retry. */
const firstWaitMs = 250;

/** Sends calls to one API with one key. A call that may succeed later is retried; a retry of a write has the same idempotency key. */
export class Connection {
  readonly #baseUrl: URL;
  readonly #fetch: typeof fetch;
  readonly #maxRetries: number;
  readonly #getKey: (refused: string | null) => Promise<string | null>;
  #key: string | null = null;

  constructor({ baseUrl, apiKey, fetch: ownFetch, maxRetries = 3 }: ConnectionOptions) {
    this.#baseUrl = new URL(baseUrl);
    if (!this.#baseUrl.pathname.endsWith('/')) {
      this.#baseUrl.pathname += '/';
    }
    this.#fetch = ownFetch ?? ((...request) => fetch(...request));
    this.#maxRetries = maxRetries;
    this.#getKey = async (refused) => (typeof apiKey === 'function' ? apiKey(refused) : (apiKey ?? null));
  }

  /** Makes a call and returns its data. Throws OffcutError, or the reason of the signal. */
  call(name: OperationName, call: RawCall): Promise<RawAnswer> {
    return this.#retry(name, call, async (response) => ({
      // A response to a long run starts with white space, which JSON allows, and its error has the status 200.
      data: response.status === 204 ? undefined : await readData(response),
      status: response.status,
      headers: response.headers,
      nextCursor: findNextCursor(response.headers.get('Link')),
    }));
  }

  /** Makes a call and returns the successful response unread, for files and events. Throws as `call`. */
  open(name: OperationName, call: RawCall): Promise<Response> {
    return this.#retry(name, call, async (response) => {
      if (!response.ok) {
        await readData(response);
      }
      return response;
    });
  }

  async #retry<T>(name: OperationName, call: RawCall, read: (response: Response) => Promise<T>): Promise<T> {
    const isWrite = getRoute(name).method === 'POST' && !call.form;
    const headers = { ...(isWrite ? { 'Idempotency-Key': crypto.randomUUID() } : {}), ...call.headers };
    for (let tries = 0; ; tries += 1) {
      let waitMs = firstWaitMs * 2 ** tries;
      try {
        const response = await this.#send(name, { ...call, headers });
        waitMs = readRetryAfter(response.headers) ?? waitMs;
        return await read(response);
      } catch (thrown) {
        call.signal?.throwIfAborted();
        const error = thrown instanceof OffcutError ? thrown : toUnreachable(this.#baseUrl, thrown);
        // The form of an upload may be a stream, which can be sent only once.
        if (!error.retryable || call.form || tries >= this.#maxRetries || waitMs > maxWaitMs) {
          throw error;
        }
      }
      await wait(waitMs, call.signal);
    }
  }

  /** The URL of an operation. */
  toUrl(name: OperationName, { params = {}, query = {} }: Pick<RawCall, 'params' | 'query'> = {}): URL {
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

  /** Sends a request, and again with another key if the key is refused. */
  async #send(name: OperationName, call: RawCall): Promise<Response> {
    const response = await this.#sendOnce(name, call);
    if (response.status !== 401) {
      return response;
    }
    const refused = this.#key;
    this.#key = await this.#getKey(refused);
    return this.#key === refused ? response : this.#sendOnce(name, call);
  }

  async #sendOnce(name: OperationName, call: RawCall): Promise<Response> {
    const headers = new Headers(call.headers);
    const { method, path } = getRoute(name);
    // The ticket is the credential of an upload, and the sandbox has none.
    if (!path.startsWith('/sandbox/') && name !== 'fillUpload') {
      this.#key ??= await this.#getKey(null);
      if (this.#key !== null) {
        headers.set('Authorization', `Bearer ${this.#key}`);
      }
    }
    if (call.body !== undefined) {
      headers.set('Content-Type', 'application/json');
    }
    const body = call.form ?? call.file ?? (call.body === undefined ? null : JSON.stringify(call.body));
    return this.#fetch(this.toUrl(name, call), { method, headers, body, signal: call.signal ?? null });
  }
}

/** Returns the `cursor` of the URL with rel="next" in a Link header. */
function findNextCursor(link: string | null): string | null {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'https://host.invalid').searchParams.get('cursor');
}

/** Returns the wait that a response asks for, in milliseconds. */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('Retry-After');
  return text !== null && /^\d+$/.test(text) ? Number(text) * 1000 : null;
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

const readData = async (response: Response): Promise<unknown> =>
  readEnvelope(await response.text(), response.status, response.headers.get('X-Request-Id'));

const toUnreachable = (baseUrl: URL, cause: unknown): OffcutError =>
  new OffcutError({
    code: 'UNREACHABLE',
    message: `No response came from ${baseUrl.origin}. Check that the server runs, then try again.`,
    retryable: true,
    cause,
  });
