import { EventSourceParserStream } from 'eventsource-parser/stream';
import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import { readEnvelope } from '../cli/api-client.ts';

/** The revision that the connector is spoken to in, whatever the client speaks. */
const protocolVersion = '2026-07-28';

type Params = Readonly<Record<string, unknown>>;

/** A request of the connector, as the relay passes it on. */
export type UpstreamRequest = {
  readonly method: string;
  readonly params: Params;
  /** What the client can do, which the current revision says with each request. */
  readonly capabilities: Params;
  readonly signal: AbortSignal;
  /** Gets what the connector tells before its answer, such as progress. */
  readonly onNotification: (notification: Notification) => Promise<void>;
};

const notification = z.object({ method: z.string(), params: z.record(z.string(), z.unknown()).optional() });
type Notification = z.output<typeof notification>;

const rpcError = z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() });
const answer = z.union([z.object({ result: z.record(z.string(), z.unknown()) }), z.object({ error: rpcError })]);

/** What the connector has answered: a result, or an error of JSON-RPC. */
export type UpstreamAnswer = z.output<typeof answer>;

/** Sends a request to the connector of a running server. Throws the Failure of the server, and ENGINE_UNAVAILABLE for none. */
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
  new Failure('ENGINE_UNAVAILABLE', { message: 'The answer broke off; call again.', cause });

/** The answer of the connector as it comes. Throws ENGINE_UNAVAILABLE where no server is. */
async function reach(baseUrl: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${baseUrl}/api/mcp`, init);
  } catch (cause) {
    if (init.signal?.aborted === true) {
      throw cause;
    }
    const message = `No server answers at ${baseUrl}: start Offcut, and call again.`;
    throw new Failure('ENGINE_UNAVAILABLE', { message, cause });
  }
}

/** The header that repeats what a request names. */
function toNameHeader({ taskId, name, uri }: Params): Record<string, string> {
  const value = [taskId, name, uri].find((one) => typeof one === 'string');
  if (typeof value !== 'string') {
    return {};
  }
  const isPlain = /^[\x21-\x7e]*$/.test(value);
  return { 'Mcp-Name': isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=` };
}

/** The messages of a response, whether it is one or a stream of them. Throws ENGINE_UNAVAILABLE when it breaks off. */
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
