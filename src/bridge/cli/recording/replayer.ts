import type { IncomingMessage, ServerResponse } from 'node:http';
import { findNearestName } from '#api/nearest-name.ts';
import { Failure } from '#core/lib/failure.ts';
import { shorten } from '#core/lib/shorten.ts';
import { endToEndHeaders } from '#core/protocol/relay.ts';
import { getHeader, isText, type RecordedCall } from './har.ts';
import { serveLocally, type LocalServer } from '../serve-locally.ts';

export type ReplayerOptions = {
  readonly calls: readonly RecordedCall[];
  readonly port: number;
  /** Called with each call and the status of its answer. */
  readonly onCall: (call: { readonly method: string; readonly path: string; readonly status: number }) => void;
};

/**
 * Serves recorded calls. Calls with the same method and path are answered in their recorded order; after the last one it is
 * repeated, so that a program may poll. Unknown calls are answered with NOT_FOUND. Throws VALIDATION_FAILED if the port is in use.
 */
export function startReplayer({ calls, port, onCall }: ReplayerOptions): Promise<LocalServer> {
  const recording = new Recording(calls);
  return serveLocally(port, async (request, response, baseUrl) => {
    const { method = 'GET', url: path = '/' } = request;
    response.once('close', () => onCall({ method, path, status: response.statusCode }));
    // The whole body is read, so that the connection can be used again.
    await readAll(request);
    answer(recording.next(method, new URL(path.startsWith('/') ? `${baseUrl}${path}` : baseUrl)), response, baseUrl);
  });
}

async function readAll(request: IncomingMessage): Promise<void> {
  for await (const _ of request) {
    // The replay does not depend on the body.
  }
}

/** Writes a recorded answer, with URLs of this server instead of the recorded one. */
function answer({ url, status, headers, body }: RecordedCall, response: ServerResponse, baseUrl: string): void {
  const toOwn = (text: string): string => text.replaceAll(url.origin, baseUrl);
  const stale = new Set(['content-length', 'content-encoding']);
  const shown = endToEndHeaders(headers).filter(([name]) => !stale.has(name.toLowerCase()));
  const bytes =
    body && isText(getHeader(headers, 'content-type')) ? Buffer.from(toOwn(body.toString('latin1')), 'latin1') : body;
  response.writeHead(
    status,
    shown.flatMap(([name, value]) => [name, toOwn(value)]),
  );
  response.end(bytes);
}

class Recording {
  readonly #queues = new Map<string, RecordedCall[]>();

  constructor(calls: readonly RecordedCall[]) {
    for (const call of calls) {
      for (const name of toNames(call.method, call.url)) {
        this.#queues.set(name, [...(this.#queues.get(name) ?? []), call]);
      }
    }
  }

  /** Returns the next answer to a call. Throws NOT_FOUND if the recording does not have it. */
  next(method: string, url: URL): RecordedCall {
    const queue = toNames(method, url)
      .map((name) => this.#queues.get(name))
      .find((found) => found !== undefined);
    const call = queue && queue.length > 1 ? queue.shift() : queue?.[0];
    const name = `${method} ${shorten(url.pathname + url.search, 200)}`;
    if (!call) {
      const near = findNearestName(name, [...this.#queues.keys()]);
      throw new Failure('NOT_FOUND', {
        message: `The recording has no call "${name}".${near === undefined ? '' : ` The most similar one is "${near}".`}`,
      });
    }
    if (!call.body) {
      throw new Failure('NOT_FOUND', {
        message: `The recording has only a part of the response to "${name}". Record the call with "offcut record".`,
      });
    }
    return call;
  }
}

/** The names of a call: with its query, and without it for calls whose query differs. */
const toNames = (method: string, { pathname, search }: URL): string[] => [
  ...new Set([`${method} ${pathname}${search}`, `${method} ${pathname}`]),
];
