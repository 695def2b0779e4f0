import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '#core/lib/failure.ts';
import { endToEndHeaders, wholeBytesMax, type Exchange } from '#core/protocol/relay.ts';
import type { ConnectedWorker, RelayHead } from './connected-worker.ts';
import type { Absence, Pages } from './pages.ts';
import type { Transfer } from './transfers.ts';
import { Reply, orLost } from './write-answer.ts';

/** The maximum number of retries of a request whose response is always lost early. */
const repeatsMax = 2;
/** The duration of an attempt after which the count of retries starts again. */
const steadyMs = 20_000;
/** The number of attempts after which a run that loses its service worker each time fails. */
const attemptsMax = 20;
const pauseMs = 250;
const retryAfterSeconds = 5;

/** Forwards a request from outside the browser to the service worker. `path` is the normalised path with its query. */
export async function forward(
  pages: Pages,
  baseUrl: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = new Reply(response);
  const head = toRelayHead(request, path);
  const canRepeat = isRepeatable(head);
  const body = canRepeat && head.bodyBytes !== 0 ? await buffer(request).catch(() => undefined) : request;
  if (body === undefined) {
    return;
  }
  let repeatsLeft = repeatsMax;
  for (let attempt = 1; ; attempt += 1, repeatsLeft -= 1) {
    const startedMs = Date.now();
    const worker = await pages.find(reply.gone);
    if (reply.gone.aborted) {
      return;
    }
    const failure = worker ? await tryWorker(worker, head, body, reply) : noPage(pages, baseUrl);
    repeatsLeft = Date.now() - startedMs > steadyMs ? repeatsMax : repeatsLeft;
    if (!failure || !worker || !canRepeat || !reply.isOpen || repeatsLeft === 0 || attempt === attemptsMax) {
      settle(reply, failure, worker ? undefined : pages.absence);
      return;
    }
    await wait(pauseMs);
  }
}

/**
 * Whether a request may be sent twice. That is true for a read, and for a run, because an identical run joins the started one and
 * is charged once. It is also true for a POST with an idempotency key, because the API stores its response.
 */
function isRepeatable({ method, path, headers, bodyBytes }: RelayHead): boolean {
  if (method === 'GET' || method === 'HEAD') {
    return true;
  }
  const [, below] = /^\/(?:api\/mcp\/)?v1\/(.*)/.exec(path) ?? [];
  const hasKey = headers.some(([name]) => name.toLowerCase() === 'idempotency-key');
  const isSafe = method === 'POST' && below !== undefined && (hasKey || below.startsWith('run/'));
  return isSafe && bodyBytes !== null && bodyBytes <= wholeBytesMax;
}

function noPage({ absence, hasPage }: Pages, baseUrl: string): Failure {
  if (hasPage) {
    return new Failure('ENGINE_UNAVAILABLE', {
      message: 'The browser tab does not respond. Reload it, then send the request again.',
    });
  }
  const message = `No browser tab is connected: the API runs inside the page. Open ${baseUrl} in a browser and keep the tab open, or start with "npm start -- --headless".`;
  return new Failure('ENGINE_UNAVAILABLE', { message: absence?.message ?? message });
}

function settle(reply: Reply, failure: Failure | undefined, absence: Absence | undefined): void {
  if (failure) {
    const isUnavailable = failure.code === 'ENGINE_UNAVAILABLE';
    reply.fail(failure, isUnavailable ? { 'Retry-After': toRetryAfter(absence) } : {});
  }
}

/** The value of Retry-After, in whole seconds. */
function toRetryAfter(absence: Absence | undefined): string {
  const knownSeconds = absence ? Math.ceil((absence.untilMs - Date.now()) / 1000) : 0;
  return String(Math.max(retryAfterSeconds, knownSeconds));
}

/** Lets one service worker respond. Returns the Failure of the attempt, or undefined after a complete response. */
async function tryWorker(
  worker: ConnectedWorker,
  head: RelayHead,
  body: IncomingMessage | Buffer,
  reply: Reply,
): Promise<Failure | undefined> {
  // The response to a large body may start late.
  const isSmall = head.bodyBytes === 0 || Buffer.isBuffer(body);
  const { exchange, sink, transfer, answered, abort, close } = worker.request(
    head,
    Buffer.isBuffer(body) ? body : undefined,
  );
  const leave = (): void => abort('The client disconnected.');
  reply.gone.addEventListener('abort', leave);
  try {
    if (!isSmall) {
      void sendBody(sink, body);
    }
    const answer = await (isSmall ? orLost(answered) : answered);
    await reply.pass(
      answer,
      answer.head.isTransferred ? { read: () => readTransfer(transfer, exchange) } : exchange,
      head.method,
    );
    return undefined;
  } catch (error) {
    return Failure.from(error);
  } finally {
    reply.gone.removeEventListener('abort', leave);
    close();
    exchange.fail(new Failure('ENGINE_UNAVAILABLE'));
  }
}

/** Returns the next bytes of a response body. Rejects if the service worker aborts the request or is lost. */
const readTransfer = (transfer: Transfer, exchange: Exchange): Promise<Uint8Array | undefined> =>
  Promise.race([transfer.read(), exchange.read()]);

/**
 * Sends the request's body to the service worker. Never rejects, because the response reports errors. After an early response, such as
 * a refusal, the rest of the body is read and discarded. Many clients read a response only after they have sent everything, and the
 * next request on the connection follows the body.
 */
async function sendBody(sink: Exchange | Transfer, body: AsyncIterable<Uint8Array>): Promise<void> {
  let isWanted = true;
  try {
    // Uses one iterator for the whole body, because a Node stream may stall if a second reader continues.
    for await (const chunk of body) {
      isWanted &&= await sink.write(chunk).then(
        () => true,
        () => false,
      );
    }
    if (isWanted) {
      sink.end();
    }
  } catch {
    // The client disconnected.
  }
}

function toRelayHead(request: IncomingMessage, path: string): RelayHead {
  const { method = 'GET' } = request;
  // `fetch` refuses a body for these methods, and a body from a client has no meaning (RFC 9110, 9.3.1).
  const hasNoBody = method === 'GET' || method === 'HEAD';
  return {
    method,
    path,
    headers: endToEndHeaders(toHeaderPairs(request)),
    bodyBytes: hasNoBody ? 0 : readBodyBytes(request.headers),
  };
}

/** Returns the length of the body; null if unknown. Throws FILE_TOO_LARGE for a length above the range of safe integers. */
function readBodyBytes(headers: IncomingHttpHeaders): number | null {
  const length = headers['content-length'];
  if (length === undefined) {
    return headers['transfer-encoding'] === undefined ? 0 : null;
  }
  const bodyBytes = Number(length);
  if (!Number.isSafeInteger(bodyBytes)) {
    throw new Failure('FILE_TOO_LARGE');
  }
  return bodyBytes;
}

/** Returns the headers of a request in their original order, including repeated headers. */
export const toHeaderPairs = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
