import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';

/** The current behaviour of a host of weights. */
type Behaviour = {
  bytes: Uint8Array;
  etag: string | null;
  /** Whether it lets pages of other sites read its responses. */
  hasCors: boolean;
  hasRanges: boolean;
  status: number;
  /** The number of bytes after which the connection of a response breaks. */
  breakAfter: number | null;
  /** The number of bytes of the file after which it stops sending, until this is null again. */
  holdsAfter: number | null;
  /** The delay before each 64 kB. */
  pauseMs: number;
};

const blockBytes = 64 * 1024;
/** The time that a reader has for the sent bytes before the connection breaks. */
const readingMs = 500;

/** A site that serves the weights of a model, at any path. */
export type WeightsHost = Awaited<ReturnType<typeof startWeightsHost>>;

/** Starts a host on this machine; over TLS its certificate is self-signed. */
export async function startWeightsHost(bytes: Uint8Array, options: { isSecure: boolean }) {
  const behaviour: Behaviour = {
    bytes,
    etag: '"one"',
    hasCors: true,
    hasRanges: true,
    status: 200,
    breakAfter: null,
    holdsAfter: null,
    pauseMs: 0,
  };
  const requests: { method: string; range: string | null; referrer: string | null; cookie: string | null }[] = [];
  const listen = (request: IncomingMessage, response: ServerResponse): void => {
    const { range = null, referer = null, cookie = null } = request.headers;
    requests.push({ method: request.method ?? '', range, referrer: referer, cookie });
    answer(behaviour, request, response).catch(() => response.destroy());
  };
  const server = options.isSecure ? createHttpsServer(readTls(), listen) : createHttpServer(listen);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  return {
    baseUrl: `${options.isSecure ? 'https' : 'http'}://localhost:${port}/`,
    behaviour,
    requests,
    /** Returns the variant of a manifest entry that is fetched from this host. */
    variant: (file = 'weights.onnx') => ({
      file,
      bytes: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      width: 256,
      height: 144,
      address: `${options.isSecure ? 'https' : 'http'}://localhost:${port}/${file}`,
      isReachableFromPage: true,
    }),
    close: () =>
      new Promise<void>((resolve) => {
        behaviour.holdsAfter = null;
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const readTls = (): { key: Buffer; cert: Buffer } => {
  const read = (name: string): Buffer => readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url));
  return { key: read('key.pem'), cert: read('certificate.pem') };
};

async function answer(behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { bytes, etag, hasCors, hasRanges, status, breakAfter } = behaviour;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    // No preflight is answered: a page may send only simple requests here.
    response.writeHead(405).end();
    return;
  }
  const [, from] = /^bytes=(\d+)-$/.exec((hasRanges && request.headers.range) || '') ?? [];
  const start = Number(from ?? 0);
  if (start >= bytes.byteLength && from !== undefined) {
    response.writeHead(416, hasCors ? { 'Access-Control-Allow-Origin': '*' } : {}).end();
    return;
  }
  const body = status === 200 ? bytes.subarray(start) : Buffer.from('Not found');
  response.writeHead(status === 200 && from !== undefined ? 206 : status, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': body.byteLength,
    ...(etag !== null && { ETag: etag }),
    ...(from !== undefined && { 'Content-Range': `bytes ${start}-${bytes.byteLength - 1}/${bytes.byteLength}` }),
    ...(hasCors && {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'ETag, Content-Range',
    }),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const sent = body.subarray(0, breakAfter ?? body.byteLength);
  await pipeline(toBlocks(behaviour, sent, start), response, { end: false });
  if (sent.byteLength < body.byteLength) {
    // An error empties the queue of a ReadableStream: bytes that arrived but were not read yet are lost with the
    // connection.
    await setTimeout(readingMs);
    response.destroy();
  } else {
    response.end();
  }
}

async function* toBlocks(behaviour: Behaviour, body: Uint8Array, start: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.byteLength; at += blockBytes) {
    while (behaviour.holdsAfter !== null && start + at >= behaviour.holdsAfter) {
      await setTimeout(20);
    }
    if (behaviour.pauseMs > 0) {
      await setTimeout(behaviour.pauseMs);
    }
    yield body.subarray(at, at + blockBytes);
  }
}
