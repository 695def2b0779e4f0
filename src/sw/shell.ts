import { siteHeaders } from '#core/protocol/security-headers.ts';

/** Defined by the build: the files of this version, as paths relative to the app's root, and a hash of their content. */
declare const __SHELL_FILES__: readonly string[];
declare const __WARM_FILES__: readonly string[];
declare const __BUILD__: string;

const cachePrefix = 'offcut-';

/** The list of the models of a deployment. */
export const installedModelsPath = 'models/installed.json';

/** The pages and files of the product, cached so that it works offline. */
export interface Shell {
  /** Caches the files that a page needs to open. */
  install(): Promise<void>;
  /** Caches the files that the engine needs to work. */
  warm(): Promise<void>;
  removeOthers(): Promise<void>;
  /** True if the earlier versions use another schema of the database, and none of them uses this one's. */
  isOfNewSchema(): Promise<boolean>;
  answer(request: Request): Promise<Response>;
  /** Returns the response of the network, or of the cache when offline; a network error if both fail. */
  fetchFresh(url: URL): Promise<Response>;
}

/**
 * Creates the cache of this version. `schemaVersion` is that of the database; it is part of the cache's name, so that the next
 * version can read it.
 */
export function createShell(base: URL, schemaVersion: number): Shell {
  const { cacheName, removeOthers, isOfNewSchema } = createVersions(base, schemaVersion);
  const open = (): Promise<Cache> => caches.open(cacheName);
  const addMissing = async (files: readonly string[]): Promise<void> => {
    const cache = await open();
    const add = async (url: URL): Promise<void> => {
      if (!(await cache.match(url))) {
        await cache.add(new Request(url, { cache: 'no-cache' }));
      }
    };
    await Promise.all(files.map((file) => add(new URL(file, base))));
  };
  const fetchFresh = async (url: URL): Promise<Response> => {
    const cache = await open();
    try {
      const response = await fetch(url, { cache: 'no-cache' });
      if (response.ok) {
        await keep(cache, url, response.clone());
        return response;
      }
    } catch {
      // Offline: the cached copy is used below.
    }
    return (await cache.match(url)) ?? Response.error();
  };
  const warm = async (): Promise<void> => {
    await addMissing(__WARM_FILES__);
    // The list may change without a new version, because models are added to a deployment.
    await fetchFresh(new URL(installedModelsPath, base));
  };
  let warming: Promise<void> | undefined;
  return {
    install: () => addMissing(['.', ...__SHELL_FILES__]),
    warm: () => (warming ??= warm().finally(() => (warming = undefined))),
    removeOthers,
    isOfNewSchema,
    fetchFresh,
    answer: async (request) => {
      if (request.mode !== 'navigate') {
        return answerFile(await open(), request, base);
      }
      // Some files, such as the notices, are opened as pages too. Redirects are followed here, so that URLs stay relative.
      return isFile(new URL(request.url).pathname)
        ? answerFile(await open(), new Request(request.url), base)
        : toPage(await fetchFresh(base), base);
    },
  };
}

/** Returns the name of this version's cache and functions to read those of other versions. */
function createVersions(base: URL, schemaVersion: number) {
  const versionPrefix = `${cachePrefix}${base.pathname}-`;
  const schemaPrefix = `${versionPrefix}${schemaVersion}.`;
  const cacheName = `${schemaPrefix}${__BUILD__}`;
  const listOthers = async (): Promise<string[]> =>
    (await caches.keys()).filter((name) => name.startsWith(versionPrefix) && name !== cacheName);
  return {
    cacheName,
    removeOthers: async (): Promise<void> => {
      await Promise.all((await listOthers()).map((name) => caches.delete(name)));
    },
    isOfNewSchema: async (): Promise<boolean> => {
      const others = await listOthers();
      return others.length > 0 && !others.some((name) => name.startsWith(schemaPrefix));
    },
  };
}

/**
 * Returns the one page for every path of the workspace. Its URLs are relative to the root, so they are made absolute. The headers
 * that isolate it are added, because many static hosts cannot send them.
 */
async function toPage(response: Response, base: URL): Promise<Response> {
  if (!response.ok) {
    return protect(response);
  }
  const html = (await response.text()).replaceAll(/\b(src|href)="\.\//g, `$1="${base.pathname}`);
  const headers = new Headers({ ...siteHeaders, 'Content-Type': 'text/html; charset=utf-8' });
  return new Response(html, { headers });
}

/** Returns a file from the cache or else from the network. Files of this version are cached when they are fetched. */
async function answerFile(cache: Cache, request: Request, base: URL): Promise<Response> {
  const { pathname } = new URL(request.url);
  const compiled = isCompiledOnce(pathname) ? await findInHttpCache(request.url) : undefined;
  if (compiled) {
    return compiled;
  }
  // A tab of an older version may request its own built files, which the host no longer has.
  const cached = (await cache.match(request)) ?? (isBuilt(pathname) ? await caches.match(request) : undefined);
  if (cached && !request.headers.has('range') && request.cache !== 'reload') {
    return protect(cached);
  }
  const response = await fetch(request);
  const isWhole = request.method === 'GET' && response.status === 200;
  if (isWhole && isKept(pathname.slice(base.pathname.length))) {
    await keep(cache, request, response.clone());
  }
  return protect(response);
}

/**
 * Returns the response of the browser's HTTP cache, without a request to the network. Chromium caches the compiled code of a
 * WebAssembly file only if its response arrives unchanged from there: for a response of a Cache it compiles the file at each start.
 */
async function findInHttpCache(url: string): Promise<Response | undefined> {
  const response = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined);
  return response?.ok ? response : undefined;
}

/**
 * Returns the response with the headers of the site, which many static hosts cannot send. They forbid framing and other content
 * types, and an isolated page starts only workers whose scripts are isolated too.
 */
function protect(response: Response): Response {
  const isProtected = Object.entries(siteHeaders).every(([name, value]) => response.headers.get(name) === value);
  // Copies the response, because a navigation refuses a redirected one. A network error has status 0 and no headers.
  if ((isProtected && !response.redirected) || response.status === 0) {
    return response;
  }
  const { body, status, statusText } = response;
  const headers = new Headers(response.headers);
  Object.entries(siteHeaders).forEach(([name, value]) => headers.set(name, value));
  return new Response(body, { status, statusText, headers });
}

/** Caches a response. If the storage is full, the response is still returned. */
const keep = (cache: Cache, key: Request | URL, response: Response): Promise<void> =>
  cache.put(key, response).catch(() => undefined);

/** True for the path of a file. Paths of pages have no extension, except for the name that hosts give the first one. */
const isFile = (path: string): boolean => /\.\w+$/.test(path) && !path.endsWith('/index.html');

/** True for built files. Their names contain a hash of their content, so they are the same in every version. */
const isBuilt = (path: string): boolean => path.includes('/assets/');

/** True for WebAssembly whose name contains a hash of its content. */
const isCompiledOnce = (path: string): boolean => isBuilt(path) && path.endsWith('.wasm');

/**
 * True for files, by their path relative to the root, whose content never changes within one version: built files, models, fonts,
 * and the ffmpeg core.
 */
const isKept = (path: string): boolean =>
  /^(assets|models|fonts|ffmpeg)\/.+\.(js|mjs|css|wasm|onnx|woff2?)$/.test(path);
