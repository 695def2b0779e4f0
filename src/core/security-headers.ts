/**
 * The security headers of everything that the site serves. The local server sends them, the build writes them to `_headers`
 * for static hosts, and the service worker adds them to what it answers.
 *
 * Pages and workers talk to this origin alone. The service worker may fetch https: materials that a caller named, and models
 * that one asked for.
 */
const contentSecurityPolicy = (connect: string): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const common = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const;

/** For every path but the service worker's. */
export const siteHeaders: Readonly<Record<string, string>> = {
  ...common,
  // Not `credentialless`: Safari reloads such a page for ever.
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Content-Security-Policy': contentSecurityPolicy("'self'"),
};

/**
 * For answers of the API and for media: data that came from elsewhere. Opened by itself it may show itself and do nothing
 * else: no script, no form, no other file, and no frame around it. `allow-same-origin` lets the document of a video read its
 * own address, which `Cross-Origin-Resource-Policy` would forbid to a document without an origin.
 */
export const dataHeaders: Readonly<Record<string, string>> = {
  ...common,
  'Content-Security-Policy': [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-same-origin allow-downloads',
  ].join('; '),
};

/** For `sw.js`. It embeds nothing; with COEP it could not tell a host that refuses from one that cannot be reached. */
export const serviceWorkerHeaders: Readonly<Record<string, string>> = {
  ...common,
  'Content-Security-Policy': contentSecurityPolicy("'self' https:"),
};

/** The name of the meta element by which the local server tells a page where to connect. */
export const bridgeMetaName = 'offcut-bridge';
