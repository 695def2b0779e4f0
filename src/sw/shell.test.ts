import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { siteHeaders } from '#core/protocol/security-headers.ts';
import { createShell } from './shell.ts';

const base = new URL('https://offcut.test/some/folder/');
/** The response of the host to the next request. */
let fromHost: Response;
/** The addresses of cached responses. */
const cached: string[] = [];

beforeEach(() => {
  cached.length = 0;
  // Node has no Cache API. An empty cache that stores nothing is sufficient for a first visit.
  const cache = { match: async () => undefined, put: async (request: Request) => void cached.push(request.url) };
  vi.stubGlobal('caches', { open: async () => cache, match: async () => undefined });
  vi.stubGlobal('fetch', async () => fromHost);
  vi.stubGlobal('__BUILD__', 'test');
});
afterEach(() => vi.unstubAllGlobals());

const answer = (path: string): Promise<Response> => createShell(base, 4).answer(new Request(new URL(path, base)));
const navigate = (path: string): Promise<Response> => {
  const request = new Request(new URL(path, base));
  Object.defineProperty(request, 'mode', { value: 'navigate' });
  return createShell(base, 4).answer(request);
};

it.each([
  ['none of them', {}],
  ['only those that isolate', { 'Cross-Origin-Embedder-Policy': 'require-corp' }],
  ['another policy', { ...siteHeaders, 'Content-Security-Policy': "default-src 'self'" }],
])('adds the headers of the site if the host sends %s', async (_, headers) => {
  fromHost = new Response('text', { headers: { 'Content-Type': 'text/plain', ...headers } });
  const response = await answer('notes.txt');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/plain',
    ...Object.fromEntries(Object.entries(siteHeaders).map(([name, value]) => [name.toLowerCase(), value])),
  });
  expect(await response.text()).toBe('text');
});

it("adds them to the host's response for a missing page", async () => {
  vi.stubGlobal('fetch', async () => new Response('<p>Not today</p>', { status: 503 }));
  vi.stubGlobal('caches', { open: async () => ({ match: async () => new Response('old', { status: 404 }) }) });
  const response = await navigate('workspace/jobs');
  expect([response.status, response.headers.get('X-Content-Type-Options')]).toEqual([404, 'nosniff']);
  expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
});

it('passes on a response that has them already, and a network error, unchanged', async () => {
  fromHost = new Response('text', { headers: siteHeaders });
  expect(await answer('notes.txt')).toBe(fromHost);
  fromHost = Response.error();
  expect(await answer('notes.txt')).toBe(fromHost);
});

it('caches files in folders that never change, but not modules of the dev server with such a folder in their path', async () => {
  fromHost = new Response('text');
  await answer('models/matte.onnx');
  await answer('src/ui/models/models.css');
  expect(cached).toEqual([new URL('models/matte.onnx', base).href]);
});

it('passes on WebAssembly of the HTTP cache, so that its compiled code is cached, and else answers as for other files', async () => {
  const compiled = new Response('wasm');
  const asked: string[] = [];
  let inHttpCache: Response = compiled;
  vi.stubGlobal('fetch', async (request: Request | string, { cache = 'default' }: RequestInit = {}) => {
    asked.push(cache);
    return request instanceof Request ? fromHost : inHttpCache;
  });
  fromHost = new Response('from the host', { headers: siteHeaders });
  expect(await answer('assets/runtime-a1b2.wasm')).toBe(compiled);
  expect([asked, cached]).toEqual([['only-if-cached'], []]);
  inHttpCache = new Response(null, { status: 504 });
  expect(await answer('assets/runtime-a1b2.wasm')).toBe(fromHost);
  expect(cached).toEqual([new URL('assets/runtime-a1b2.wasm', base).href]);
});
