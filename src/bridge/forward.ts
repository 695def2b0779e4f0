import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Failure } from '#core/failure.ts';
import { endToEndHeaders, type Exchange, type RelayResponse } from '#core/relay.ts';
import { answerFailure } from './answer.ts';
import type { ConnectedPage, RelayHead } from './connected-page.ts';
import type { Absence, Pages } from './pages.ts';

/** How often a request that nobody has begun to answer is sent to another page. */
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

/** An answer that broke off is cut, so that the caller does not take it for whole. */
function settle(response: ServerResponse, failure: Failure | undefined, absence: Absence | undefined): void {
  if (failure && response.headersSent) {
    response.destroy();
  } else if (failure) {
    const isUnavailable = failure.code === 'ENGINE_UNAVAILABLE';
    answerFailure(response, failure, isUnavailable ? { 'Retry-After': toRetryAfter(absence) } : {});
  }
}

/** In whole seconds. */
function toRetryAfter(absence: Absence | undefined): string {
  const knownSeconds = absence ? Math.ceil((absence.untilMs - Date.now()) / 1000) : 0;
  return String(Math.max(retryAfterSeconds, knownSeconds));
}

/** Undefined when the answer was given whole. */
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
 * Never rejects: why the body could not be sent is said by the answer, or by the caller having gone. An answer may come
 * before the body was read, for example a refusal: the rest is read all the same, and dropped, as many clients read an answer
 * only when they have sent everything, and the next request on the connection lies behind it.
 */
async function sendBody(exchange: Exchange, head: RelayHead, request: IncomingMessage): Promise<void> {
  let isWanted = head.bodyBytes !== 0;
  try {
    // One reader from the first byte to the last: Node's streams may stand still when another one takes over in between.
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
    // The caller has gone away in the middle.
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
  // A page may not fetch with a body then; what some clients send has no meaning (RFC 9110, 9.3.1).
  const hasNoBody = method === 'GET' || method === 'HEAD';
  return {
    method,
    path,
    headers: endToEndHeaders(toHeaderPairs(request)),
    bodyBytes: hasNoBody ? 0 : readBodyBytes(request.headers),
  };
}

function readBodyBytes(headers: IncomingHttpHeaders): number | null {
  const length = headers['content-length'];
  const unknown = headers['transfer-encoding'] === undefined ? 0 : null;
  return length === undefined ? unknown : Number(length);
}

/** The headers of a request as they came. */
export const toHeaderPairs = ({ rawHeaders }: IncomingMessage): [string, string][] =>
  rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
