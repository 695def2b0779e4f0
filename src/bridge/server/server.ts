import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { shorten } from '#core/lib/shorten.ts';
import { Failure } from '#core/lib/failure.ts';
import { frameBytesMax, pieceBytes, transferPath } from '#core/protocol/relay.ts';
import { siteHeaders } from '#core/protocol/security-headers.ts';
import { localWebhookPath } from '#core/protocol/webhooks.ts';
import { projectDir } from '../cli/build.ts';
import { answerFailure } from './answer.ts';
import { forward, toHeaderPairs } from './forward.ts';
import { checkOrigin, isFromPage, markSandbox, toPart } from './guard.ts';
import { createInstalledModels, type InstalledModels } from './installed-models.ts';
import { answerLocalWebhook } from './local-webhook.ts';
import { Pages, type Absence } from './pages.ts';
import { answerParserErrors } from './parser-errors.ts';
import { limitStalledBody } from './stalled-body.ts';
import { answerFile, answerStatic, answerText, bridgePath } from './static-files.ts';

type RequestLimits = {
  /** The time limit from the start of a request, or of its connection, to the end of its head. */
  readonly headMs: number;
  /** The time limit between two chunks of its body. */
  readonly silentBodyMs: number;
};

const defaultLimits: RequestLimits = { headMs: 30_000, silentBodyMs: 60_000 };

/** The files of the site: by default those of the build in `distDir`, in development those of Vite. */
export interface SiteFiles {
  /** The security headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Responds with a file. Throws NOT_FOUND. */
  answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Accepts a WebSocket of a page of this server. Returns false for an unknown path. */
  upgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  /** Closes its WebSockets and frees its resources. */
  close(): Promise<void>;
}

export type ServerOptions = {
  /** The port; 0 for any free port. */
  readonly port: number;
  readonly distDir: string;
  readonly files?: SiteFiles;
  /** Additional folders with model weights, under any file name. */
  readonly modelsDirs?: readonly string[];
  /** Whether clients outside the browser may control the sandbox. Pages always may. */
  readonly isSandboxOpen?: boolean;
  /** The time limits for slow requests; shorter in tests. */
  readonly limits?: RequestLimits;
  /** Receives a line for each unexpected error. */
  readonly log?: (line: string) => void;
};

export type RunningServer = {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  /** Resolves with true when a page can respond, and with false after `timeoutMs`. */
  waitForPage(timeoutMs: number): Promise<boolean>;
  /** Sets the message for clients while no page is connected; undefined for a message that says how to connect one. */
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
 * Throws VALIDATION_FAILED if the port cannot be used.
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
      manifestFile: join(projectDir, 'models', 'manifest.json'),
      distDir: options.distDir,
      extraDirs: options.modelsDirs ?? [],
    }),
  };
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: frameBytesMax,
  });
  answerParserErrors(server);
  server.on('request', (request, response) => void handle(site, request, response));
  // An unknown expectation may be ignored (RFC 9110, 10.1.1). Node would respond with 417 without an envelope.
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
      // The files close first, because the server would wait for their WebSockets.
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
    // A frame of the relay has the bytes that have arrived meanwhile, and a fixed cost.
    highWaterMark: pieceBytes,
    connectionsCheckingInterval: headersTimeout / 2,
    // Runs and uploads may take many minutes.
    requestTimeout: 0,
    // Longer than clients keep an idle connection, so that no client sends on a connection that is being closed.
    keepAliveTimeout: 65_000,
    // The guard refuses a request without Host. Node's own refusal would have no envelope.
    requireHostHeader: false,
  });
}

/** Listens on the loopback interface and returns the port. Throws VALIDATION_FAILED if the port cannot be used. */
export async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toPortFailure(error, port)));
    server.listen({ port, host: '127.0.0.1' }, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

function toPortFailure(error: NodeJS.ErrnoException, port: number): Failure {
  const taken = `Port ${port} is in use. Choose another, for example with "--port ${port + 1}".`;
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

/** Handles a request. Converts every error to an HTTP response. */
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

/** The methods that a page can fetch with and that an API can use. */
const relayedMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

async function route(site: Site, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const part = toPart(url.pathname);
  if (url.pathname.startsWith(transferPath)) {
    site.pages.transfers.accept(url.pathname, request, response);
  } else if (part === 'site') {
    await answerSite(site, url, request, response);
  } else if (!relayedMethods.includes(request.method ?? '')) {
    response.setHeader('Allow', relayedMethods.join(', '));
    throw new Failure('METHOD_NOT_ALLOWED');
  } else if (isFromPage(request.headers)) {
    throw new Failure('ENGINE_UNAVAILABLE', {
      message: 'The service worker does not control this page yet. Wait a moment, or reload the page.',
    });
  } else if (part === 'sandbox' && !site.options.isSandboxOpen) {
    throw new Failure('FORBIDDEN', {
      message:
        'Only the workspace may use the sandbox. To open the sandbox to other clients, start the server with "npm start -- --sandbox".',
    });
  } else {
    request.rawHeaders = markSandbox(request.rawHeaders, site.options.isSandboxOpen === true);
    await forward(site.pages, site.baseUrl, url.pathname + url.search, request, response);
  }
}

async function answerSite(site: Site, url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (url.pathname === `/${localWebhookPath}` && request.method === 'POST') {
    await answerLocalWebhook(site.baseUrl, request, response);
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    throw new Failure('METHOD_NOT_ALLOWED');
  }
  const isOtherName = `http://${request.headers.host}` !== site.baseUrl;
  if (isOtherName && request.headers['sec-fetch-mode'] === 'navigate') {
    // Each host name is an origin with its own store, so all navigations are redirected to the same one.
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
    sockets.handleUpgrade(request, socket, head, (connection) => site.pages.add(connection, socket));
  } else if (path === undefined || !site.files.upgrade(path, request, socket, head)) {
    socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  }
}

/** Declines an upgrade to HTTP/2, which Java and curl offer: parses the request again without it and responds with HTTP/1.1. */
function declineUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = toHeaderPairs(request).flatMap(([name, value]) =>
    /^upgrade$/i.test(name) ? [] : [`${name}: ${value}`],
  );
  const start = [`${request.method} ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  socket.unshift(Buffer.concat([Buffer.from(start, 'latin1'), head]));
  server.emit('connection', socket);
}

/** Returns the headers for the guard. The host of a request target in absolute form replaces `Host` (RFC 9112, 3.2.2). */
function toGuarded({ url = '', headers }: IncomingMessage): IncomingMessage['headers'] {
  const [, host] = /^http:\/\/([^/?#]*)/i.exec(url) ?? [];
  return host === undefined || headers.host === undefined ? headers : { ...headers, host };
}

/**
 * Returns the path of a WebSocket; undefined unless a page of this origin opens it. The check protects API keys, because a
 * connected page receives requests with their keys.
 */
function toSocketPath(site: Site, request: IncomingMessage): string | undefined {
  try {
    checkOrigin(toGuarded(request), site.port);
    return request.headers.origin === site.baseUrl ? toUrl(request, site.baseUrl).pathname : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the normalised URL, so that the checked path is the path that is used. Throws VALIDATION_FAILED. */
function toUrl(request: IncomingMessage, baseUrl: string): URL {
  // A client that treats this server as a proxy sends the full URL (RFC 9112, 3.2.2). The guard has checked its host.
  const target = (request.url ?? '').replace(/^http:\/\/[^/?#]*(?=\/|\?|$)\/?/i, '/');
  if (!target.startsWith('/') || !URL.canParse(baseUrl + target)) {
    throw new Failure('VALIDATION_FAILED', { message: 'The request target must be a path.' });
  }
  return new URL(baseUrl + target);
}
