import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import { shorten } from '#core/lib/shorten.ts';
import { Failure } from '#core/lib/failure.ts';
import { pieceBytes } from '#core/protocol/relay.ts';
import { siteHeaders } from '#core/protocol/security-headers.ts';
import { answerFailure } from './answer.ts';
import { forward, toHeaderPairs } from './forward.ts';
import { checkOrigin, isFromPage, isRelayed, toPart } from './guard.ts';
import { createInstalledModels, type InstalledModels } from './installed-models.ts';
import { Pages, type Absence } from './pages.ts';
import { answerParserErrors } from './parser-errors.ts';
import { limitStalledBody } from './stalled-body.ts';
import { answerFile, answerStatic, answerText, bridgePath } from './static-files.ts';

type RequestLimits = {
  /** From the start of a request, or of its connection, to the end of its head. */
  readonly headMs: number;
  /** Between two pieces of its body. */
  readonly silentBodyMs: number;
};

const defaultLimits: RequestLimits = { headMs: 30_000, silentBodyMs: 60_000 };

/** The files of the site: by default those of the build in `distDir`, in development those that Vite serves. */
export interface SiteFiles {
  /** The security headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Throws NOT_FOUND. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Takes over a WebSocket of a page of this server. Returns false for a path that is not its own. */
  upgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Ends its WebSockets and frees what it holds. */
  close(): Promise<void>;
}

export type ServerOptions = {
  /** 0 for any free port. */
  readonly port: number;
  readonly distDir: string;
  readonly files?: SiteFiles;
  /** More folders with model weights, under any file name. */
  readonly modelsDirs?: readonly string[];
  /** Whether callers outside the browser may control the sandbox. Pages always may. */
  readonly isSandboxOpen?: boolean;
  /** How long a request may send nothing; shorter in tests. */
  readonly limits?: RequestLimits;
  /** Gets a line for each unexpected error. */
  readonly log?: (line: string) => void;
};

export type RunningServer = {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  /** Resolves with true once a page can answer, with false after `timeoutMs`. */
  waitForPage(timeoutMs: number): Promise<boolean>;
  /** What callers are told while no page is connected; without it, how to connect one. */
  setAbsence(absence: Absence | undefined): void;
  close(): Promise<void>;
};

type Site = {
  readonly options: ServerOptions;
  readonly files: SiteFiles;
  readonly port: number;
  readonly baseUrl: string;
  readonly pages: Pages;
  readonly models: InstalledModels;
};

/**
 * Serves the built site on the loopback interface, and relays API requests from outside the browser to a page of the site.
 * Throws VALIDATION_FAILED when the port cannot be used.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = createOwnServer((options.limits ?? defaultLimits).headMs);
  const files = options.files ?? createBuiltFiles(options.distDir);
  const port = await listen(server, options.port).catch(async (error: unknown) => {
    await files.close();
    throw error;
  });
  const site: Site = {
    options,
    files,
    port,
    baseUrl: new URL(`http://127.0.0.1:${port}`).origin,
    pages: new Pages(),
    models: createInstalledModels({
      manifestFile: fileURLToPath(new URL('../../../models/manifest.json', import.meta.url)),
      distDir: options.distDir,
      extraDirs: options.modelsDirs ?? [],
    }),
  };
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    // Room for a piece with its id, and for a message with many headers.
    maxPayload: 2 * pieceBytes,
  });
  answerParserErrors(server);
  server.on('request', (request, response) => void handle(site, request, response));
  // An expectation that is unknown here may be ignored (RFC 9110, 10.1.1); Node would answer 417 without an envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() === 'websocket') {
      upgrade(site, sockets, request, socket, head);
    } else {
      declineUpgrade(server, request, socket, head);
    }
  });
  return {
    baseUrl: site.baseUrl,
    waitForPage: async (timeoutMs) => (await site.pages.wait(timeoutMs)) !== undefined,
    setAbsence: (absence) => {
      site.pages.absence = absence;
    },
    close: async () => {
      // First, as the server waits for WebSockets that it does not know.
      await files.close();
      await close(server, sockets, site.pages);
    },
  };
}

const createBuiltFiles = (distDir: string): SiteFiles => ({
  headers: siteHeaders,
  answer: (path, request, response) => answerStatic(distDir, path, request, response),
  upgrade: () => false,
  close: async () => undefined,
});

function createOwnServer(headersTimeout: number): Server {
  return createServer({
    headersTimeout,
    connectionsCheckingInterval: headersTimeout / 2,
    // A run may take many minutes, and an upload as long as the disk needs.
    requestTimeout: 0,
    // Longer than clients keep an idle connection, so that none sends on a connection that is being closed.
    keepAliveTimeout: 65_000,
    // Node's own refusal has no envelope; the guard refuses too.
    requireHostHeader: false,
  });
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toPortFailure(error, port)));
    server.listen({ port, host: '127.0.0.1' }, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function toPortFailure(error: NodeJS.ErrnoException, port: number): Failure {
  const taken = `Port ${port} is in use; choose another, for example with "--port ${port + 1}".`;
  const message = error.code === 'EADDRINUSE' ? taken : `Port ${port} cannot be used: ${error.message}.`;
  return new Failure('VALIDATION_FAILED', { message, cause: error });
}

async function close(server: Server, sockets: WebSocketServer, pages: Pages): Promise<void> {
  pages.close();
  for (const socket of sockets.clients) {
    socket.terminate();
  }
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}

/** Answers a request. The boundary to HTTP: every error below becomes an answer here. */
async function handle(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    response.setHeaders(new Map(Object.entries(site.files.headers)));
    limitStalledBody(request, response, (site.options.limits ?? defaultLimits).silentBodyMs);
    checkOrigin(toGuarded(request), site.port);
    await route(site, toUrl(request, site.baseUrl), request, response);
  } catch (error) {
    if (!(error instanceof Failure) && !response.destroyed) {
      site.options.log?.(`${request.method} ${shorten(request.url ?? '')}: ${String(error)}`);
    }
    if (response.headersSent) {
      response.destroy();
    }
    answerFailure(response, Failure.from(error));
  }
}

/** The methods that a page may fetch with and an API can use. */
const relayedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

async function route(site: Site, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const part = toPart(url.pathname);
  if (part === 'site') {
    await answerSite(site, url, request, response);
  } else if (!relayedMethods.includes(request.method ?? '')) {
    response.setHeader('Allow', relayedMethods.join(', '));
    throw new Failure('METHOD_NOT_ALLOWED');
  } else if (isRelayed(request.headers)) {
    throw new Failure('NOT_FOUND');
  } else if (isFromPage(request.headers)) {
    throw new Failure('ENGINE_UNAVAILABLE', {
      message: 'The service worker does not answer for this page yet; wait until it does, or reload the page.',
    });
  } else if (part === 'sandbox' && !site.options.isSandboxOpen) {
    throw new Failure('FORBIDDEN', {
      message:
        'Only the workspace may use the sandbox; start with "npm start -- --sandbox" to open it to other callers.',
    });
  } else {
    await forward(site.pages, site.baseUrl, url.pathname + url.search, request, response);
  }
}

async function answerSite(site: Site, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    throw new Failure('METHOD_NOT_ALLOWED');
  }
  const isOtherName = `http://${request.headers.host}` !== site.baseUrl;
  if (isOtherName && request.headers['sec-fetch-mode'] === 'navigate') {
    // Each host name is an origin with a store of its own, so navigations all go to the same one.
    response.writeHead(307, { Location: site.baseUrl + url.pathname + url.search }).end();
  } else if (url.pathname === '/models/installed.json') {
    const files = await site.models.list();
    await answerText(JSON.stringify({ files }), 'application/json', request, response);
  } else {
    await answerModelOrFile(site, url.pathname, request, response);
  }
}

async function answerModelOrFile(
  site: Site,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, name] = /^\/models\/([\w.-]+\.onnx)$/.exec(path) ?? [];
  const model = name === undefined ? undefined : await site.models.find(name);
  if (model !== undefined) {
    await answerFile(model, path, request, response);
  } else {
    await site.files.answer(path, request, response);
  }
}

function upgrade(site: Site, sockets: WebSocketServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.on('error', () => socket.destroy());
  const path = toSocketPath(site, request);
  if (path === bridgePath) {
    sockets.handleUpgrade(request, socket, head, (connection) => site.pages.add(connection));
  } else if (path === undefined || !site.files.upgrade(path, request, socket, head)) {
    socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }
}

/** Declines an upgrade to HTTP/2, which Java and curl offer, by answering with HTTP/1.1: the request is parsed again without it. */
function declineUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = toHeaderPairs(request).flatMap(([name, value]) =>
    /^upgrade$/i.test(name) ? [] : [`${name}: ${value}`],
  );
  const start = [`${request.method} ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  socket.unshift(Buffer.concat([Buffer.from(start, 'latin1'), head]));
  server.emit('connection', socket);
}

/** The headers for the guard. The host in a request target of the absolute form replaces `Host` (RFC 9112, 3.2.2). */
function toGuarded({ url = '', headers }: IncomingMessage): IncomingMessage['headers'] {
  const [, host] = /^http:\/\/([^/?#]*)/i.exec(url) ?? [];
  return host === undefined || headers.host === undefined ? headers : { ...headers, host };
}

/**
 * Returns the path of a WebSocket; undefined unless a page of this origin opens it: a page that is connected sees requests with
 * their API keys, and answers them.
 */
function toSocketPath(site: Site, request: IncomingMessage): string | undefined {
  try {
    checkOrigin(toGuarded(request), site.port);
    return request.headers.origin === site.baseUrl ? toUrl(request, site.baseUrl).pathname : undefined;
  } catch {
    return undefined;
  }
}

/** The normalised address, so that the path that is checked is the one that is used. Throws VALIDATION_FAILED. */
function toUrl(request: IncomingMessage, baseUrl: string): URL {
  // A client that takes this server for a proxy names it in full (RFC 9112, 3.2.2). The guard has checked that name as the host.
  const target = (request.url ?? '').replace(/^http:\/\/[^/?#]*(?=\/|\?|$)\/?/i, '/');
  if (!target.startsWith('/') || !URL.canParse(baseUrl + target)) {
    throw new Failure('VALIDATION_FAILED', { message: 'The request target must be a path.' });
  }
  return new URL(baseUrl + target);
}
