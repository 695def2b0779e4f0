import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isListed } from '#core/protocol/etag.ts';
import { hashedPath } from '#core/protocol/hashed-files.ts';
import { shorten } from '#core/lib/shorten.ts';
import { Failure } from '#core/lib/failure.ts';
import { bridgeMetaName, serviceWorkerHeaders, siteHeaders } from '#core/protocol/security-headers.ts';
import { chooseEncoding, compress, isCompressible, readCompressed } from './compressed.ts';

/** The path of the relay's WebSocket. */
export const bridgePath = '/bridge';

const mimeTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp4': 'video/mp4',
  '.onnx': 'application/octet-stream',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
};

/** The paths that serve the HTML page, whose router reads the URL. */
const pagePath = /^\/(workspace(\/.*)?|upload\/[^/]+|api-reference)?$/;

/** Responds with the page or a file of the built site. Throws NOT_FOUND. */
export async function answerStatic(
  distDir: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (isPagePath(path)) {
    await answerPage(await readFile(join(distDir, 'index.html'), 'utf8'), request, response);
    return;
  }
  await answerFile(toFile(distDir, path), path, request, response);
}

/** Whether this path serves the HTML page. */
export const isPagePath = (path: string): boolean => pagePath.test(path) || path === '/index.html';

/** Responds with the HTML page. `html` is its source in the folder of the site. */
export const answerPage = (html: string, request: IncomingMessage, response: ServerResponse): Promise<void> =>
  answerText(toPage(html), mimeTypes['.html'] ?? '', request, response);

/** Responds with a text that may change, so caches revalidate it at every use. */
export async function answerText(
  body: string,
  type: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const encoding = chooseEncoding(request, type, Buffer.byteLength(body));
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 32);
  const bytes = encoding ? await compress(body, encoding) : Buffer.from(body);
  const etag = toEtag(hash, encoding);
  setVariantHeaders(response, type, etag, encoding);
  response.setHeader('Cache-Control', 'no-cache');
  answerWhole(bytes, etag, request, response);
}

/** Returns an ETag that differs for each encoding, because the bytes differ. */
const toEtag = (hash: string, encoding: string | null): string =>
  encoding === null ? `"${hash}"` : `"${hash}-${encoding}"`;

/** Sets the headers that distinguish the encodings of one URL. */
function setVariantHeaders(response: ServerResponse, type: string, etag: string, encoding: string | null): void {
  response.setHeader('Content-Type', type);
  response.setHeader('ETag', etag);
  if (isCompressible(type)) {
    response.setHeader('Vary', 'Accept-Encoding');
  }
  if (encoding !== null) {
    response.setHeader('Content-Encoding', encoding);
  }
}

function answerWhole(bytes: Buffer, etag: string, request: IncomingMessage, response: ServerResponse): void {
  if (isFresh(request, etag)) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, { 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/**
 * Responds with a file, or with one range of it (RFC 9110, 14). `path` is the URL path, which decides how long the file is cached.
 * sirv is not used, because it handles suffix, reversed and one-byte ranges incorrectly, and a read error ends the process.
 */
export async function answerFile(
  file: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    throw new Failure('NOT_FOUND', { message: `No file was found at ${shorten(path)}.` });
  }
  const type = mimeTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const encoding = chooseEncoding(request, type, found.size);
  const hash = `${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}`;
  const etag = toEtag(hash, encoding);
  // Reads the file before any header is set, because the response to a read error has other headers.
  const bytes = encoding && (await readCompressed(file, etag, encoding));
  setFileHeaders(path, response);
  setVariantHeaders(response, type, etag, encoding);
  if (bytes) {
    answerWhole(bytes, etag, request, response);
    return;
  }
  if (isFresh(request, etag)) {
    response.writeHead(304).end();
    return;
  }
  const range = parseRange(request, etag, found.size);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${found.size}` }).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: found.size - 1 };
  const partial = range ? { 'Content-Range': `bytes ${start}-${end}/${found.size}` } : {};
  response.writeHead(range ? 206 : 200, { ...partial, 'Content-Length': end - start + 1 });
  if (request.method === 'HEAD' || found.size === 0) {
    response.end();
    return;
  }
  await pipeline(createReadStream(file, { start, end }), response);
}

/** Returns the page with absolute URLs, because it is served at any depth, and with the path of the relay. */
const toPage = (html: string): string =>
  html
    .replaceAll(/\b(src|href)="\.\//g, '$1="/')
    .replace(/<head[^>]*>/, (head) => `${head}<meta name="${bridgeMetaName}" content="${bridgePath}">`);

/**
 * Returns the file of a URL path in `distDir`. Throws NOT_FOUND for a path outside the folder or to a hidden file, except those below
 * `/.well-known` (RFC 8615).
 */
function toFile(distDir: string, path: string): string {
  const file = normalize(join(distDir, decodePath(path)));
  const isInside = file.startsWith(normalize(distDir) + sep);
  const inside = file.slice(normalize(distDir).length).replace(/^.\.well-known(?=[\\/])/, '');
  if (!isInside || file.includes('\0') || inside.includes(`${sep}.`)) {
    throw new Failure('NOT_FOUND', { message: 'No file was found at this path.' });
  }
  return file;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Failure('NOT_FOUND', { message: 'The path contains an invalid percent-encoding.' });
  }
}

function setFileHeaders(path: string, response: ServerResponse): void {
  if (path === '/sw.js') {
    // The headers of other files are already set, and the service worker must not have one of them.
    Object.keys(siteHeaders).forEach((name) => response.removeHeader(name));
    response.setHeaders(new Map(Object.entries(serviceWorkerHeaders)));
  }
  response.setHeader('Cache-Control', hashedPath.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('Accept-Ranges', 'bytes');
}

const isFresh = (request: IncomingMessage, etag: string): boolean =>
  isListed(request.headers['if-none-match'] ?? null, etag);

/** Returns the requested range; undefined for the whole file, also for several ranges or a range of an older version. */
function parseRange(
  request: IncomingMessage,
  etag: string,
  sizeBytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const condition = request.headers['if-range'];
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '') || (condition !== undefined && condition !== etag)) {
    return undefined;
  }
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  const isReversed = first !== '' && last !== '' && Number(last) < Number(first);
  if (isReversed) {
    return undefined;
  }
  return start > end ? 'unsatisfiable' : { start, end };
}
