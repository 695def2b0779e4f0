import type * as z from 'zod';
import type { operations } from '#operations/registry.ts';
import { getRoute, type OperationName } from '#operations/routes.ts';
import { base } from './base.ts';
import { ApiError, readEnvelope } from './envelope.ts';
import { serverReady } from './host.ts';
import { dropSessionKey, getSessionKey } from './session.ts';

type Operations = typeof operations;
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;

/** The response of an operation: `data` of its envelope. */
export type DataOf<Name extends OperationName> = z.output<Operations[Name]['output']>;

export type CallOptions<Name extends OperationName> = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: InputOf<Operations[Name]['query']>;
  readonly body?: InputOf<Operations[Name]['body']>;
  /** The form body of an operation that has one. */
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** Calls an operation of the Offcut API and returns its data. Throws ApiError. */
export async function call<Name extends OperationName>(
  name: Name,
  options: CallOptions<Name> = {},
): Promise<DataOf<Name>> {
  return (await callPage(name, options)).data;
}

/** Like `call`, but also returns the cursor of a list's next page, null at the end. */
export async function callPage<Name extends OperationName>(
  name: Name,
  options: CallOptions<Name> = {},
): Promise<{ data: DataOf<Name>; nextCursor: string | null }> {
  try {
    const response = await send(name, options);
    return {
      data: toData(name, readEnvelope(await response.text())),
      nextCursor: findNextCursor(response.headers.get('Link')),
    };
  } catch (thrown) {
    throw toThrown(thrown, options.signal);
  }
}

/** Types a response of the Offcut API without checking it: both types derive from the same declarations. */
export const toData = <Name extends OperationName>(_name: Name, value: unknown): DataOf<Name> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wire; zod in the page would cost 31 kB
  value as DataOf<Name>;

/**
 * Sends a call with the session key, and again with a new key if the key has expired. Idempotent calls are also retried
 * when the browser terminates the service worker: Firefox does not pass the request to the next one. Rejects as `fetch`
 * does.
 */
export async function send<Name extends OperationName>(name: Name, options: CallOptions<Name>): Promise<Response> {
  await serverReady;
  const response = await fetchOnce(name, options).catch((thrown: unknown) => {
    if (options.signal?.aborted === true || !isRepeatable(name)) {
      throw thrown;
    }
    return fetchOnce(name, options);
  });
  if (response.status !== 401) {
    return response;
  }
  dropSessionKey();
  return fetchOnce(name, options);
}

/** True for a call that only reads, and for a run: an identical run is joined, and charged once. */
const isRepeatable = (name: OperationName): boolean => getRoute(name).method === 'GET' || name.startsWith('run:');

/** Returns the `cursor` of the URL with rel="next" in a Link header. */
export function findNextCursor(link: string | null): string | null {
  const address = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'https://host.invalid').searchParams.get('cursor');
}

/** Returns the URL of an operation with its path parameters filled in. */
export function toOperationAddress(name: OperationName, params: Readonly<Record<string, string>> = {}): URL {
  const filled = getRoute(name).path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  return new URL(filled.slice(1), base);
}

async function fetchOnce<Name extends OperationName>(name: Name, options: CallOptions<Name>): Promise<Response> {
  const address = toOperationAddress(name, options.params);
  for (const [key, value] of Object.entries(options.query ?? {})) {
    if (typeof value === 'string' || typeof value === 'number') {
      address.searchParams.set(key, String(value));
    }
  }
  const headers = new Headers(options.headers);
  const { method, path } = getRoute(name);
  if (!path.startsWith('/sandbox/')) {
    headers.set('Authorization', `Bearer ${await getSessionKey()}`);
  }
  const init: RequestInit = { method, headers, signal: options.signal ?? null };
  if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(options.body);
  }
  if (options.form) {
    init.body = options.form;
  }
  return fetch(address, init);
}

/** Returns the error of a call as ApiError, unless the caller aborted it. */
const toThrown = (thrown: unknown, signal: AbortSignal | undefined): unknown =>
  signal?.aborted === true ? thrown : ApiError.from(thrown);
