import { EventSourceParserStream } from 'eventsource-parser/stream';
import * as z from 'zod';
import { readEnvelope } from '#client/offcut-error.ts';
import { Failure } from '#core/lib/failure.ts';

/** The protocol revision of requests to the connector, independent of the client's revision. */
const protocolVersion = '2026-07-28';

type Params = Readonly<Record<string, unknown>>;

/** A request that the relay forwards to the connector. */
export type UpstreamRequest = {
  readonly method: string;
  readonly params: Params;
  /** The client's capabilities, which the current revision sends with each request. */
  readonly capabilities: Params;
  readonly signal: AbortSignal;
  /** Receives the notifications that precede the response, such as progress. */
  readonly onNotification: (notification: Notification) => Promise<void>;
};

const notification = z.object({ method: z.string(), params: z.record(z.string(), z.unknown()).optional() });
type Notification = z.output<typeof notification>;

const rpcError = z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() });
const answer = z.union([z.object({ result: z.record(z.string(), z.unknown()) }), z.object({ error: rpcError })]);

/** The response of the connector: a result, or a JSON-RPC error. */
export type UpstreamAnswer = z.output<typeof answer>;

/** Sends a request to the connector of a running server. Throws the server's OffcutError, or ENGINE_UNAVAILABLE without a server. */
export async function callUpstream(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  { method, params, capabilities, signal, onNotification }: UpstreamRequest,
): Promise<UpstreamAnswer> {
  const meta = z.record(z.string(), z.unknown()).catch({}).parse(params['_meta']);
  const response = await reach(baseUrl, {
    method: 'POST',
    signal,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': protocolVersion,
      'Mcp-Method': method,
      ...toNameHeader(params),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          ...meta,
          'io.modelcontextprotocol/protocolVersion': protocolVersion,
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    }),
  });
  for await (const message of readMessages(response)) {
    const read = answer.safeParse(message);
    if (read.success) {
      return read.data;
    }
    await onNotification(notification.parse(message));
  }
  throw brokenOff();
}

const brokenOff = (cause?: unknown): Failure =>
  new Failure('ENGINE_UNAVAILABLE', { message: 'The response was cut off. Repeat the call.', cause });

/** Sends a request to the connector and returns the unread response. Throws ENGINE_UNAVAILABLE if no server responds. */
async function reach(baseUrl: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${baseUrl}/api/mcp`, init);
  } catch (cause) {
    if (init.signal?.aborted === true) {
      throw cause;
    }
    const message = `No server responds at ${baseUrl}. Start Offcut, then repeat the call.`;
    throw new Failure('ENGINE_UNAVAILABLE', { message, cause });
  }
}

/** Returns the `Mcp-Name` header, which repeats the task, tool or resource of the request. */
function toNameHeader({ taskId, name, uri }: Params): Record<string, string> {
  const value = [taskId, name, uri].find((one) => typeof one === 'string');
  if (typeof value !== 'string') {
    return {};
  }
  const isPlain = /^[\x21-\x7e]*$/.test(value);
  return { 'Mcp-Name': isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=` };
}

/** Yields the message or the stream of messages of a response. Throws ENGINE_UNAVAILABLE if the response is cut off. */
async function* readMessages(response: Response): AsyncGenerator {
  if (!response.body || !(response.headers.get('Content-Type') ?? '').includes('text/event-stream')) {
    const text = await response.text();
    const message: unknown = text.includes('"jsonrpc"') ? JSON.parse(text) : readEnvelope(text);
    yield message;
    return;
  }
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  try {
    for await (const { data } of events) {
      yield JSON.parse(data);
    }
  } catch (cause) {
    throw brokenOff(cause);
  }
}
