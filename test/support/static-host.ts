import { readFile, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const mimeTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** A plain static host that serves one folder of files below `path`. */
export type StaticHost = Awaited<ReturnType<typeof startStaticHost>>;

/**
 * Starts a host on this machine with only the features of plain ones: right types, ten minutes in the browser's cache,
 * `404.html` for missing files; no header of ours except those given, no ranges, no rewriting of addresses.
 */
export async function startStaticHost(options: {
  folder: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
}) {
  let { folder } = options;
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid');
    requested.push(pathname);
    answer(folder, options, pathname, response).catch(() => response.destroy());
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    /** Ends with a slash. `localhost`, which browsers trust without https. */
    baseUrl: `http://localhost:${port}${options.path}`,
    /** Every path that was requested, in order. */
    requested,
    /** Serves another folder from now on: a new version was deployed. */
    publish: (next: string) => {
      folder = next;
    },
    /** Disconnects the host from the network, until it is opened again at the same address. */
    close,
    open: () => listen(port),
  };
}

async function answer(
  folder: string,
  { path, headers }: { path: string; headers?: Readonly<Record<string, string>> },
  pathname: string,
  response: ServerResponse,
): Promise<void> {
  if (`${pathname}/` === path) {
    response.writeHead(301, { Location: path }).end();
    return;
  }
  const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  const file = pathname.startsWith(path) ? await findFile(folder, name.slice(path.length)) : undefined;
  const notFound = pathname.startsWith(path) ? await findFile(folder, '404.html') : undefined;
  const found = file ?? notFound;
  response.writeHead(file === undefined ? 404 : 200, {
    'Content-Type': mimeTypes[extname(found ?? 'none.html')] ?? 'application/octet-stream',
    'Cache-Control': 'max-age=600',
    ...headers,
  });
  response.end(found === undefined ? 'Not found' : await readFile(found));
}

async function findFile(folder: string, name: string): Promise<string | undefined> {
  const file = normalize(join(folder, decodeURIComponent(name)));
  const isInside = file.startsWith(normalize(folder) + sep);
  const found = isInside ? await stat(file).catch(() => undefined) : undefined;
  return found?.isFile() ? file : undefined;
}
