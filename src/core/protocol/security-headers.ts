/**
 * The security headers of everything that the site serves. The local server sends them, the build writes them to `_headers`
 * for static hosts, and the service worker adds them to its responses.
 *
 * Pages and workers connect only to this origin. The service worker may fetch https URLs: materials that a caller named, and
 * models that a caller requested.
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

/** The headers for every path except the service worker's. */
export const siteHeaders: Readonly<Record<string, string>> = {
  ...common,
  // `credentialless` does not work: Safari reloads such a page forever.
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Content-Security-Policy': contentSecurityPolicy("'self'"),
};

/**
 * The headers for API responses and for media, which are data from elsewhere. A browser that opens such a response may only display
 * it: no script, no form, no other file, and no embedding in a frame. `allow-same-origin` lets the document of a video read its own
 * URL, which `Cross-Origin-Resource-Policy` would forbid to a document without an origin.
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

/** The headers for `sw.js`, which embeds nothing. With COEP a refusing host would look like an unreachable one. */
export const serviceWorkerHeaders: Readonly<Record<string, string>> = {
  ...common,
  'Content-Security-Policy': contentSecurityPolicy("'self' https:"),
};

/** The name of the meta element with which the local server gives a page the address of its connection. */
export const bridgeMetaName = 'offcut-bridge';
