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
};

/** Paths that all serve the one page, whose router reads the address. */
const pagePath = /^\/(workspace(\/.*)?|upload\/[^/]+|api-reference)?$/;

/** Answers from the built site. Throws NOT_FOUND and METHOD_NOT_ALLOWED. */
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

/** Whether the one page answers this path. */
export const isPagePath = (path: string): boolean => pagePath.test(path) || path === '/index.html';

/** Answers with the one page, `html` as it is in the folder of the site. */
export const answerPage = (html: string, request: IncomingMessage, response: ServerResponse): Promise<void> =>
  answerText(toPage(html), mimeTypes['.html'] ?? '', request, response);

/** Answers with a text that may change, so it is revalidated at every use. */
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

/** Each encoding of a file has a tag of its own, as its bytes are others. */
const toEtag = (hash: string, encoding: string | null): string =>
  encoding === null ? `"${hash}"` : `"${hash}-${encoding}"`;

/** Sets the headers that tell the encodings of one address apart. */
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
 * Answers with a file, whole or one range of it (RFC 9110, 14). `path` is its address, which decides how long it is cached.
 * Not by sirv: it answers suffix, reversed and one-byte ranges wrongly, and an error while it reads ends the process.
 */
export async function answerFile(
  file: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    throw new Failure('NOT_FOUND', { message: `Nothing is at ${shorten(path)}.` });
  }
  const type = mimeTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  const encoding = chooseEncoding(request, type, found.size);
  const hash = `${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}`;
  const etag = toEtag(hash, encoding);
  // Before any header is set: the answer to a file that cannot be read has others.
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

/** The page with absolute addresses, since it is served at any depth, and with the address of the relay. */
const toPage = (html: string): string =>
  html
    .replaceAll(/\b(src|href)="\.\//g, '$1="/')
    .replace(/<head[^>]*>/, (head) => `${head}<meta name="${bridgeMetaName}" content="${bridgePath}">`);

/** The file of a path below `distDir`. Throws NOT_FOUND for a path that leads out of it or to a hidden file. */
function toFile(distDir: string, path: string): string {
  const file = normalize(join(distDir, decodePath(path)));
  const isInside = file.startsWith(normalize(distDir) + sep);
  if (!isInside || file.includes('\0') || file.slice(distDir.length).includes(`${sep}.`)) {
    throw new Failure('NOT_FOUND', { message: 'Nothing is at this path.' });
  }
  return file;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Failure('NOT_FOUND', { message: 'This path is not valid: its % signs stand for no character.' });
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

/** The range of a request; undefined for the whole file, also where several ranges or a range of an older version are asked for. */
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
