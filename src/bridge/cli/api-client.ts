import * as z from 'zod';
import { Failure, failures, type FailureCode } from '#core/lib/failure.ts';

const envelope = z.discriminatedUnion('success', [
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({
    success: z.literal(false),
    errorCode: z.string(),
    message: z.string().default(''),
    details: z.unknown().optional(),
  }),
]);

/** Calls the API over HTTP with a key, as any program outside the browser does. */
export class ApiClient {
  readonly #baseUrl: string;
  readonly #apiKey: string;

  constructor(baseUrl: string, apiKey: string) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
  }

  /** Sends a request and returns `data` of the envelope. Throws the Failure that the API returned. */
  async call<T extends z.ZodType>(
    path: string,
    output: T,
    init: {
      method?: string;
      json?: unknown;
      form?: FormData;
      headers?: Readonly<Record<string, string>>;
      timeoutMs?: number;
    } = {},
  ): Promise<z.output<T>> {
    const { method = 'GET', json, form, headers = {}, timeoutMs = 60_000 } = init;
    const response = await this.open(path, {
      method,
      headers: { ...headers, ...(json === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form === undefined ? {} : { body: form }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    // The response to a long run starts with white space, which JSON allows.
    return output.parse(readEnvelope(await response.text()));
  }

  /** Sends a request and returns the unread response. Adds the key, except to the upload of a ticket's file. */
  open(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!/^\/v1\/uploads\/[^/]+\/file$/.test(path)) {
      headers.set('Authorization', `Bearer ${this.#apiKey}`);
    }
    return fetch(this.#baseUrl + path, { ...init, headers });
  }
}

/** Returns `data` of an envelope. Throws the Failure that an error envelope describes. */
export function readEnvelope(text: string): unknown {
  const read = envelope.safeParse(parseJson(text));
  if (!read.success) {
    throw new Failure('INTERNAL', { message: `The response is not a valid envelope: ${text.trim().slice(0, 200)}` });
  }
  if (!read.data.success) {
    const { errorCode, message, details } = read.data;
    throw new Failure(isCode(errorCode) ? errorCode : 'INTERNAL', { message: `${errorCode}: ${message}`, details });
  }
  return read.data.data;
}

const isCode = (text: string): text is FailureCode => Object.hasOwn(failures, text);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
