import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Answers a request of Node's server with a handler of web requests. If the handler does not read the whole body, the rest is read
 * and discarded, so that the client receives the response and keeps its connection; adapters that end the stream reset it.
 */
export async function answerWith(
  handle: (request: Request) => Promise<Response>,
  baseUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const response = await handle(toRequest(incoming, baseUrl, gone.signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null || incoming.method === 'HEAD') {
    outgoing.end();
  } else {
    // A client that disconnects ends the pipeline.
    await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => undefined);
  }
  discard(incoming);
}

/** Discards the rest of a body. A reader that is left would pause it again. */
const discard = (incoming: IncomingMessage): void =>
  void incoming.removeAllListeners('data').removeAllListeners('end').resume();

function toRequest(incoming: IncomingMessage, baseUrl: string, signal: AbortSignal): Request {
  const { method = 'GET', url = '/' } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, baseUrl), {
    method,
    headers: toHeaders(incoming),
    signal,
    ...(hasBody && { body: toStream(incoming), duplex: 'half' }),
  });
}

function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  return headers;
}

/** The body as a stream. Canceling it discards the rest, where `Readable.toWeb` would close the connection. */
const toStream = (incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start: (controller) => {
      incoming.on('data', (chunk: Buffer) => {
        controller.enqueue(Uint8Array.from(chunk));
        if ((controller.desiredSize ?? 0) <= 0) {
          incoming.pause();
        }
      });
      incoming.once('end', () => controller.close());
      incoming.once('error', (error) => controller.error(error));
      incoming.pause();
    },
    pull: () => void incoming.resume(),
    cancel: () => discard(incoming),
  });
