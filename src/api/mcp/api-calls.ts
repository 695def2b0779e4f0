import * as z from 'zod';
import { failureBody, type FailureBody } from '#core/lib/failure.ts';
import type { Operation } from '#core/protocol/operation.ts';
import { getFields } from '#operations/tools.ts';
import { invalid, parsePart } from '../parse-request.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The outcome of an API call: the payload with the response headers, or the failure as the API reports it. */
export type Outcome =
  | { readonly isDone: true; readonly data: unknown; readonly headers: Headers }
  | { readonly isDone: false; readonly failure: FailureBody };

const success = z.object({ success: z.literal(true), data: z.unknown() });

/** Calls the API for one caller. Everything that a tool does is an ordinary request with the caller's key. */
export class ApiCalls {
  readonly #base: URL;
  readonly #answer: (request: Request) => Promise<Response>;
  readonly #authorization: string;

  constructor(base: URL, answer: (request: Request) => Promise<Response>, authorization: string) {
    this.#base = base;
    this.#answer = answer;
    this.#authorization = authorization;
  }

  /**
   * Calls an operation with its path parameters, query and body in one object. Throws VALIDATION_FAILED if a path parameter is
   * missing.
   */
  async call(operation: Operation, given: Arguments, headers: Record<string, string> = {}): Promise<Outcome> {
    const { path, query, body } = divide(operation, given);
    const url = new URL(path.slice(1), this.#base);
    url.search = query.toString();
    const type: Record<string, string> = body === null ? {} : { 'Content-Type': 'application/json' };
    const request = new Request(url, {
      method: operation.method,
      headers: { Authorization: this.#authorization, ...type, ...headers },
      ...(body !== null && { body: JSON.stringify(body) }),
    });
    return toOutcome(await this.#answer(request));
  }

  /** Requests a file of the API, which needs no key. */
  file(address: string, method: 'GET' | 'HEAD'): Promise<Response> {
    return this.#answer(new Request(address, { method }));
  }
}

async function toOutcome(response: Response): Promise<Outcome> {
  const answer: unknown = await response.json();
  const done = success.safeParse(answer);
  return done.success
    ? { isDone: true, data: done.data.data, headers: response.headers }
    : { isDone: false, failure: failureBody.parse(answer) };
}

type Divided = { readonly path: string; readonly query: URLSearchParams; readonly body: Arguments | null };

/** Separates arguments into path parameters, query and body. The API reports the rest as unknown fields. */
function divide({ path, params, query, body }: Operation, given: Arguments): Divided {
  const inPath = new Set(Object.keys(getFields(params)));
  const inQuery = new Set(Object.keys(getFields(query)));
  const pick = (isWanted: (name: string) => boolean): [string, unknown][] =>
    Object.entries(given).filter(([name, value]) => isWanted(name) && value !== undefined);
  const values = Object.fromEntries(pick((name) => inPath.has(name)));
  parsePart(params, values);
  const asked = pick((name) => inQuery.has(name) || (body === null && !inPath.has(name)));
  return {
    path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => toSegment(name, values[name])),
    query: new URLSearchParams(asked.map(([name, value]) => [name, toText(value)])),
    body: body && Object.fromEntries(pick((name) => !inPath.has(name) && !inQuery.has(name))),
  };
}

/** Converts a value to one segment of a path. Throws VALIDATION_FAILED for segments of dots, which would change the path. */
function toSegment(name: string, value: unknown): string {
  const text = String(value).toWellFormed();
  if (text === '.' || text === '..') {
    throw invalid([
      { path: name, message: 'must not consist of dots; send the id of a job, material, canvas or model' },
    ]);
  }
  return encodeURIComponent(text);
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
