import { signal } from '@preact/signals';
import type { OperationName } from '#operations/routes.ts';
import { Connection } from '#client/connection.ts';
import type { Data, Given } from '#client/operation-call.ts';
import { base } from './base.ts';
import { serverReady } from './host.ts';
import { toError } from './to-error.ts';

/** The response of an operation: `data` of its envelope. */
export type DataOf<Name extends OperationName> = Data<Name>;

/** True if no API key was ever created here. */
export const isFirstStart = signal(false);

/**
 * The connection of this page to the API in this browser. Its key is kept in memory only. A call whose connection is lost is repeated
 * once: Firefox does not pass a request to the next service worker when it terminates one.
 */
export const connection = new Connection({
  baseUrl: base,
  apiKey: openSession,
  fetch: fetchWhenReady,
  maxRetries: 1,
  // Users see an error at once if a retry is not worth a short wait.
  maxWaitMs: 1000,
});

/** Calls an operation of the API and returns its data. Throws OffcutError, or the reason of the signal. */
export const call = async <Name extends OperationName>(name: Name, ...given: Given<Name>): Promise<DataOf<Name>> =>
  (await connection.call(name, ...given)).data;

/** Waits for the service worker, then fetches. */
async function fetchWhenReady(...request: Parameters<typeof fetch>): Promise<Response> {
  await serverReady;
  return fetch(...request).catch((thrown: unknown) => {
    throw toError(thrown);
  });
}

async function openSession(): Promise<string> {
  const { apiKey, isFirst } = await call('createSession', { body: {} });
  isFirstStart.value = isFirst;
  return apiKey;
}
