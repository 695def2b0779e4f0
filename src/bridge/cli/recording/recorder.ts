import { request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Entry, Har } from 'har-format';
import { Failure } from '#core/lib/failure.ts';
import { endToEndHeaders } from '#core/protocol/relay.ts';
import { toHeaderPairs } from '../../server/forward.ts';
import { getHeader, isText, toEntry, toHar, type ForwardedCall, type HeaderPair } from './har.ts';
import { createReplacer } from './replace-text.ts';
import { serveLocally, type LocalServer } from '../serve-locally.ts';

/** The maximum size of a body in a recording. */
const bodyBytesMax = 32 * 1024 * 1024;

export type RecorderOptions = {
  /** The origin of the server to which calls are forwarded. */
  readonly target: string;
  readonly port: number;
  /** Called after each call. */
  readonly onCall: (entry: Entry) => void;
};

export type Recorder = LocalServer & {
  /** Returns the recorded calls in the order of their start. */
  readonly toHar: () => Har;
};

/**
 * Starts a proxy that records calls. URLs of the target in responses are replaced by URLs of the proxy, so that it receives the
 * next calls too; the recording has the original ones. Throws VALIDATION_FAILED if the port is in use.
 */
export async function startRecorder({ target, port, onCall }: RecorderOptions): Promise<Recorder> {
  const entries: Entry[] = [];
  const open = new Set<Promise<ForwardedCall>>();
  const server = await serveLocally(port, async (request, response, baseUrl) => {
    const call = forwardCall(request, response, { target, baseUrl });
    open.add(call);
    try {
      const entry = toEntry(await call);
      entries.push(entry);
      onCall(entry);
    } finally {
      open.delete(call);
    }
  });
  return {
    baseUrl: server.baseUrl,
    close: async () => {
      await server.close();
      await Promise.allSettled(open);
    },
    toHar: () => toHar(entries.toSorted((a, b) => a.startedDateTime.localeCompare(b.startedDateTime))),
  };
}

type Origins = { readonly target: string; readonly baseUrl: string };

/** Forwards a call and its response. Throws ENGINE_UNAVAILABLE if the target cannot be reached. */
async function forwardCall(
  request: IncomingMessage,
  response: ServerResponse,
  origins: Origins,
): Promise<ForwardedCall> {
  const startedAtMs = Date.now();
  const { method = 'GET', url: path = '/' } = request;
  const url = new URL(origins.target + (path.startsWith('/') ? path : '/'));
  const headers = toForwarded(request, url);
  const sent = new Copy();
  const answered = await send(url, method, headers, { request, response, copy: sent });
  const durationMs = Date.now() - startedAtMs;
  const received = new Copy();
  const pairs = endToEndHeaders(toHeaderPairs(answered));
  await pipeResponse(answered, pairs, received, response, origins);
  // A stream of events is usually ended by the client, and its complete events are useful.
  const isWhole = answered.complete || getHeader(pairs, 'content-type').startsWith('text/event-stream');
  return {
    startedAtMs,
    durationMs,
    method,
    url,
    status: answered.statusCode ?? 0,
    request: { headers, ...sent.end(true) },
    response: { headers: pairs, ...received.end(isWhole) },
  };
}

/** Returns the headers for the target: its own Host, no Origin, and no compression. */
function toForwarded(request: IncomingMessage, url: URL): HeaderPair[] {
  const own = new Set(['host', 'origin', 'accept-encoding', 'expect']);
  const kept = endToEndHeaders(toHeaderPairs(request)).filter(([name]) => !own.has(name.toLowerCase()));
  return [...kept, ['Host', url.host], ['Accept-Encoding', 'identity']];
}

type Incoming = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly copy: Copy };

/** Sends a call to the target and resolves when its response begins. A client that disconnects ends the call. */
function send(
  url: URL,
  method: string,
  headers: readonly HeaderPair[],
  { request, response, copy }: Incoming,
): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = open(url, { method, headers: headers.flat() }, resolve);
    const fail = (cause: unknown): void =>
      reject(new Failure('ENGINE_UNAVAILABLE', { message: `Could not reach ${url.origin}: ${String(cause)}.`, cause }));
    outgoing.on('error', fail);
    response.once('close', () => response.writableFinished || outgoing.destroy());
    // A response may arrive before the whole body was sent.
    pipeline(request, copy.stream, outgoing).catch(fail);
  });
}

async function pipeResponse(
  answered: IncomingMessage,
  pairs: readonly HeaderPair[],
  copy: Copy,
  response: ServerResponse,
  { target, baseUrl }: Origins,
): Promise<void> {
  const isReplaced = isText(getHeader(pairs, 'content-type')) && answered.statusCode !== 304;
  const shown = pairs
    .filter(([name]) => !isReplaced || name.toLowerCase() !== 'content-length')
    .map(([name, value]) => [name, value.replaceAll(target, baseUrl)]);
  response.writeHead(answered.statusCode ?? 502, shown.flat());
  response.flushHeaders();
  const replacer = isReplaced ? createReplacer(target, baseUrl) : new PassThrough();
  // A client that disconnects ends the pipeline.
  await pipeline(answered, copy.stream, replacer, response).catch(() => undefined);
}

/** A copy of the bytes that flow through `stream`, up to the maximum size of a body. */
class Copy {
  readonly #chunks: Buffer[] = [];
  #sizeBytes = 0;
  readonly stream = new Transform({
    transform: (chunk: Buffer, _, done) => {
      this.#sizeBytes += chunk.length;
      if (this.#sizeBytes <= bodyBytesMax) {
        this.#chunks.push(chunk);
      } else {
        this.#chunks.length = 0;
      }
      done(null, chunk);
    },
  });

  /** Returns the copy; no bytes if it is too large or not complete. */
  end(isComplete: boolean): { readonly bytes: Buffer | null; readonly sizeBytes: number } {
    const isWhole = isComplete && this.#sizeBytes <= bodyBytesMax;
    return { bytes: isWhole ? Buffer.concat(this.#chunks) : null, sizeBytes: this.#sizeBytes };
  }
}
