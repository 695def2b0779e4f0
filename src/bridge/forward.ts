import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '#core/failure.ts';
import { endToEndHeaders, type Exchange, type RelayResponse } from '#core/relay.ts';
import { answerFailure } from './answer.ts';
import type { ConnectedPage, RelayHead } from './connected-page.ts';
import type { Absence, Pages } from './pages.ts';

/** To how many pages a request is sent, at most, when none of them begins an answer. */
const attempts = 3;
const retryAfterSeconds = 5;

/** Lets a page answer a request from outside the browser. `path` is the normalised path with its query. */
export async function forward(
  pages: Pages,
  baseUrl: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const head = toRelayHead(request, path);
  const isRepeatable = head.method === 'GET' || head.method === 'HEAD';
  for (let attempt = 1; !gone.signal.aborted; attempt += 1) {
    const page = await pages.find(gone.signal);
    const failure = page ? await tryPage(page, head, request, response, gone.signal) : noPage(pages, baseUrl);
    const canRepeat = isRepeatable && attempt < attempts && !response.headersSent && page?.isOpen === false;
    if (!failure || !canRepeat) {
      settle(response, failure, page ? undefined : pages.absence);
      return;
    }
  }
}

function noPage({ absence }: Pages, baseUrl: string): Failure {
  const message = `No browser tab is connected: the API runs inside the page. Open ${baseUrl} in a browser and keep the tab open, or start with "npm start -- --headless".`;
  return new Failure('ENGINE_UNAVAILABLE', { message: absence?.message ?? message });
}

/** Answers with the failure. After a part of an answer it closes the connection, so that the caller sees the loss. */
function settle(response: ServerResponse, failure: Failure | undefined, absence: Absence | undefined): void {
  if (failure && response.headersSent) {
    response.destroy();
  } else if (failure) {
    const isUnavailable = failure.code === 'ENGINE_UNAVAILABLE';
    answerFailure(response, failure, isUnavailable ? { 'Retry-After': toRetryAfter(absence) } : {});
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
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<Failure | undefined> {
  const { exchange, answered, abort, close } = page.request(head);
  const leave = (): void => abort('The caller has gone away.');
  gone.addEventListener('abort', leave);
  try {
    void sendBody(exchange, head, request);
    await writeAnswer(await answered, exchange, response, gone);
    return undefined;
  } catch (error) {
    return Failure.from(error);
  } finally {
    gone.removeEventListener('abort', leave);
    close();
    exchange.fail(new Failure('ENGINE_UNAVAILABLE'));
  }
}

/**
 * Sends the request's body to the page. Never rejects: the answer tells what went wrong. After an early answer, such as a
 * refusal, the rest of the body is read and dropped. Many clients read an answer only after they have sent everything, and
 * the next request on the connection comes after the body.
 */
async function sendBody(exchange: Exchange, head: RelayHead, request: IncomingMessage): Promise<void> {
  let isWanted = head.bodyBytes !== 0;
  try {
    // One iterator for the whole body: a Node stream may stall when a second reader takes over.
    for await (const chunk of request) {
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

async function writeAnswer(
  head: RelayResponse,
  exchange: Exchange,
  response: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  for (const [name, value] of endToEndHeaders(head.headers)) {
    response.setHeader(name, value);
  }
  response.writeHead(head.status);
  response.flushHeaders();
  for (let piece = await exchange.read(); piece; piece = await exchange.read()) {
    if (!response.write(piece)) {
      await once(response, 'drain', { signal: gone });
    }
  }
  response.end();
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
