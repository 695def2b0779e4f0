import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { Failure } from '#core/lib/failure.ts';
import { sandboxHeader } from '#core/protocol/lab-headers.ts';
import { fail, toResponse } from '../answer.ts';
import { getKey } from '../authorise.ts';
import { readText } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';
import { ApiCalls } from './api-calls.ts';
import { bothTypes, normaliseMessage, toJsonAnswer, wantsJson } from './liberal-transport.ts';

/** The inputs for the server of one request. */
export type ServerParts = {
  readonly context: ApiContext;
  readonly calls: ApiCalls;
  /** Whether the client may control the lab. */
  readonly isSandboxOpen: boolean;
};

export type BuildServer = (parts: ServerParts) => McpServer | Promise<McpServer>;

/** The size of the largest API body, that of a review, plus the JSON around it. */
const bodyBytesMax = 17 * 1024 * 1024;

/**
 * Creates an MCP server over HTTP for both eras of the protocol. Each request has its own server, and all state is in the store. A
 * request without a key, or from a page of another site, is refused before its body is read.
 */
export function createConnector(
  context: ApiContext,
  answer: (request: Request) => Promise<Response>,
  build: BuildServer,
): (request: Request) => Promise<Response> {
  const { base, timing } = context;
  const handler = createMcpHandler(
    ({ requestInfo }) =>
      build({
        context,
        calls: new ApiCalls(base, answer, requestInfo?.headers.get('Authorization') ?? ''),
        isSandboxOpen: requestInfo?.headers.has(sandboxHeader) ?? false,
      }),
    { keepAliveMs: timing.heartbeatMs, maxRequestBodySize: bodyBytesMax },
  );
  return async (request) => {
    try {
      refuseOtherOrigins(request, base);
      await getKey(context, request.headers.get('Authorization'));
      const response = await handler.fetch(...(await readBody(request)));
      return wantsJson(request.headers.get('Accept')) ? await toJsonAnswer(response) : response;
    } catch (thrown) {
      return toResponse(fail(thrown), request);
    }
  };
}

function refuseOtherOrigins({ headers }: Request, base: URL): void {
  const origin = headers.get('Origin');
  if (origin !== null && origin !== base.origin) {
    throw new Failure('FORBIDDEN', {
      message: 'Pages of other sites may not use this server; call it from the workspace or from a program.',
    });
  }
}

/** Returns the request with its body parsed as JSON. The SDK would read `request.body`, which Firefox lacks in a service worker. */
async function readBody(request: Request): Promise<[Request, { parsedBody?: unknown }]> {
  if (request.method !== 'POST') {
    return [request, {}];
  }
  const text = await readText(request, bodyBytesMax);
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  headers.set('Accept', bothTypes);
  try {
    const parsedBody = normaliseMessage(JSON.parse(text));
    return [new Request(url, { method, headers, body: JSON.stringify(parsedBody), signal }), { parsedBody }];
  } catch {
    return [new Request(url, { method, headers, body: text, signal }), {}];
  }
}
