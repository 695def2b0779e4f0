import type { IncomingHttpHeaders } from 'node:http';
import { shorten } from '#core/lib/shorten.ts';
import { Failure } from '#core/lib/failure.ts';
import { sandboxHeader } from '#core/protocol/lab-headers.ts';

/** The host names of this server. Any other name may belong to a site that points it here (DNS rebinding). */
const ownNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Checks Host and Origin. Throws FORBIDDEN if the request is addressed to another host or was sent by a page of another origin, and
 * VALIDATION_FAILED without a Host.
 */
export function checkOrigin(headers: IncomingHttpHeaders, port: number): void {
  const { host, origin } = headers;
  if (host === undefined) {
    throw new Failure('VALIDATION_FAILED', { message: 'The request has no Host header, which HTTP/1.1 requires.' });
  }
  // Both browsers and URL omit port 80.
  const ownHosts = ownNames.map((name) => new URL(`http://${name}:${port}`).host);
  if (!ownHosts.includes(host.toLowerCase())) {
    throw new Failure('FORBIDDEN', {
      message: `This server only responds at ${ownHosts[0]} and ${ownHosts[1]}, not at "${shorten(host)}".`,
    });
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Failure('FORBIDDEN', { message: 'Pages of other sites may not call this server.' });
  }
}

/**
 * Whether a script or element of a page sent the request. Such a request only arrives here if no service worker controls that page,
 * so relaying it to a page would be a loop. Node's fetch sends `sec-fetch-mode` too, so the other two headers decide.
 */
export function isFromPage(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'];
  const site = headers['sec-fetch-site'];
  const isNavigation = destination === 'document';
  return !isNavigation && (destination ?? site ?? 'none') !== 'none';
}

/** Returns the headers of a request with the mark of a program that may control the sandbox, or without it. */
export const markSandbox = (rawHeaders: readonly string[], isOpen: boolean): string[] => [
  ...rawHeaders.filter((_, at) => rawHeaders[at - (at % 2)]?.toLowerCase() !== sandboxHeader),
  ...(isOpen ? [sandboxHeader, '1'] : []),
];

const apiPath = /^\/(v1|api\/mcp|media)(\/|$)|^\/api-reference\/openapi\.json$/;
const sandboxPath = /^\/(api\/mcp\/)?sandbox(\/|$)/;

/** Returns the part that serves a path: the API in the page, the sandbox in the page (closed by default), or the static site. */
export function toPart(path: string): 'api' | 'sandbox' | 'site' {
  if (sandboxPath.test(path)) {
    return 'sandbox';
  }
  return apiPath.test(path) ? 'api' : 'site';
}
