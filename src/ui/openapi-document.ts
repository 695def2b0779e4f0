import { base } from './base.ts';
import { ApiError } from './envelope.ts';
import { serverReady } from './host.ts';
import { resolve, toRecord, toText, type Json } from './json.ts';

/** Where the description of the API is. */
export const openApiAddress = new URL('api-reference/openapi.json', base);

let known: Promise<Json> | undefined;

/** The description of the API, which is read once. Throws ApiError. */
export function readOpenApi(): Promise<Json> {
  known ??= fetchOpenApi();
  known.catch(() => (known = undefined));
  return known;
}

async function fetchOpenApi(): Promise<Json> {
  await serverReady;
  const response = await fetch(openApiAddress);
  if (!response.ok) {
    throw new ApiError({ errorCode: 'UNREACHABLE', message: 'The description could not be read.', isRetryable: true });
  }
  return toRecord(await response.json());
}

/** The schemas of a call: of its body, and of what its job proposes; undefined for what it has not. */
export type CallSchemas = { readonly body: unknown; readonly proposal: unknown };

/** The schemas of `POST path`; undefined where there is no such call. */
export function findCall(document: Json, path: string): CallSchemas | undefined {
  const operation = resolve(document, toRecord(toRecord(document['paths'])[path])['post']);
  if (toText(operation['operationId']) === '') {
    return undefined;
  }
  const content = toRecord(resolve(document, operation['requestBody'])['content']);
  return {
    body: toRecord(content['application/json'])['schema'],
    proposal: operation['x-proposal'],
  };
}
