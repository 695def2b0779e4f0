import { base } from './base.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { serverReady } from './host.ts';
import { resolve, toRecord, toText, type Json } from './json.ts';

/** The URL of the API description. */
export const openApiAddress = new URL('api-reference/openapi.json', base);

const known = new Map<string, Promise<Json>>();

/** Returns the API description, or the part for one path, each read once. Throws OffcutError. */
export function readOpenApi(path = ''): Promise<Json> {
  const reading = known.get(path) ?? fetchOpenApi(path);
  known.set(path, reading);
  reading.catch(() => known.delete(path));
  return reading;
}

async function fetchOpenApi(path: string): Promise<Json> {
  await serverReady;
  const address = new URL(openApiAddress);
  if (path !== '') {
    address.searchParams.set('path', path);
  }
  const response = await fetch(address);
  if (!response.ok) {
    throw new OffcutError({
      code: 'UNREACHABLE',
      message: 'The API description could not be loaded. Try again.',
      retryable: true,
    });
  }
  return toRecord(await response.json());
}

/** Returns the path of the call that runs a recipe. */
export const toRunPath = (recipeId: string): string => `/v1/run/${recipeId}`;

/** The schemas of a call: of its body and of its job's proposal; undefined if it has none. */
export type CallSchemas = { readonly body: unknown; readonly proposal: unknown };

/** Returns the schemas of `POST path`; undefined without such a call. */
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
