import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '#core/lib/failure.ts';
import { endToEndHeaders, type Exchange } from '#core/protocol/relay.ts';
import type { ConnectedPage, RelayHead } from './connected-page.ts';
import type { Absence, Pages } from './pages.ts';
import { Reply, orLost } from './write-answer.ts';

/** How often a request is sent again, at most, when each answer is lost at once. */
const repeatsMax = 2;
/** After an attempt that lasted longer, repeats are counted from the start. */
const steadyMs = 20_000;
/** The number of attempts after which a run that loses its service worker each time fails. */
const attemptsMax = 20;
const pauseMs = 250;
const retryAfterSeconds = 5;
/** Up to this size the body of a request is kept, so that it can be sent again. */
const keptBytesMax = 64 * 1024;

/** Lets a page answer a request from outside the browser. `path` is the normalised path with its query. */
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
    const page = await pages.find(reply.gone);
    if (reply.gone.aborted) {
      return;
    }
    const failure = page ? await tryPage(page, head, body, reply) : noPage(pages, baseUrl);
    repeatsLeft = Date.now() - startedMs > steadyMs ? repeatsMax : repeatsLeft;
    if (!failure || !page || !canRepeat || !reply.isOpen || repeatsLeft === 0 || attempt === attemptsMax) {
      settle(reply, failure, page ? undefined : pages.absence);
      return;
    }
    await wait(pauseMs);
  }
}

/**
 * True for a request that may be sent twice: one that only reads, and a run, since an identical run that has started is joined and charged
 * once. The API keeps its answer to a POST with an idempotency key.
 */
function isRepeatable({ method, path, headers, bodyBytes }: RelayHead): boolean {
  if (method === 'GET' || method === 'HEAD') {
    return true;
  }
  const [, below] = /^\/(?:api\/mcp\/)?v1\/(.*)/.exec(path) ?? [];
  const hasKey = headers.some(([name]) => name.toLowerCase() === 'idempotency-key');
  const isSafe = method === 'POST' && below !== undefined && (hasKey || below.startsWith('run/'));
  return isSafe && bodyBytes !== null && bodyBytes <= keptBytesMax;
}

function noPage({ absence }: Pages, baseUrl: string): Failure {
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

/** Lets one page answer. Gives the Failure that ended it, or undefined after a complete answer. */
async function tryPage(
  page: ConnectedPage,
  head: RelayHead,
  body: IncomingMessage | Buffer,
  reply: Reply,
): Promise<Failure | undefined> {
  const { exchange, answered, abort, close } = page.request(head);
  const leave = (): void => abort('The caller has gone away.');
  reply.gone.addEventListener('abort', leave);
  try {
    void sendBody(exchange, head, body);
    // A large body may take long before its answer begins.
    const isSmall = head.bodyBytes === 0 || Buffer.isBuffer(body);
    await reply.pass(await (isSmall ? orLost(answered) : answered), exchange, head.method);
    return undefined;
  } catch (error) {
    return Failure.from(error);
  } finally {
    reply.gone.removeEventListener('abort', leave);
    close();
    exchange.fail(new Failure('ENGINE_UNAVAILABLE'));
  }
}

/**
 * Sends the request's body to the page. Never rejects: the answer tells what went wrong. After an early answer, such as a
 * refusal, the rest of the body is read and dropped. Many clients read an answer only after they have sent everything, and
 * the next request on the connection comes after the body.
 */
async function sendBody(exchange: Exchange, head: RelayHead, body: IncomingMessage | Buffer): Promise<void> {
  let isWanted = head.bodyBytes !== 0;
  try {
    // One iterator for the whole body: a Node stream may stall when a second reader takes over.
    for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
      isWanted &&= await exchange.write(chunk).then(
        () => true,
        () => false,
      );
    }
    if (isWanted) {
      exchange.end();
    }
  } catch {
    // The caller has disconnected.
  }
}

function toRelayHead(request: IncomingMessage, path: string): RelayHead {
  const { method = 'GET' } = request;
  // `fetch` refuses a body here, and one that a client sends has no meaning (RFC 9110, 9.3.1).
  const hasNoBody = method === 'GET' || method === 'HEAD';
  return {
    method,
    path,
    headers: endToEndHeaders(toHeaderPairs(request)),
    bodyBytes: hasNoBody ? 0 : readBodyBytes(request.headers),
  };
}

/** Throws FILE_TOO_LARGE for a length that the protocol cannot state: a page ends the connection for a message like that. */
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

/** The headers of a request in their order, with repeated ones. */
export const toHeaderPairs = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
