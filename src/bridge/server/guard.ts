import type { IncomingHttpHeaders } from 'node:http';
import { shorten } from '#core/lib/shorten.ts';
import { Failure } from '#core/lib/failure.ts';
import { relayedHeader } from '#core/protocol/relayed-headers.ts';

/** The host names of this server. With any other, a site has pointed its own name here (DNS rebinding). */
const ownNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Throws FORBIDDEN unless the request is meant for this server and, where a page sent it, comes from a page of this server;
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
      message: `This server answers as ${ownHosts[0]} and ${ownHosts[1]} only, not as "${shorten(host)}".`,
    });
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Failure('FORBIDDEN', { message: 'Pages of other sites may not call this server.' });
  }
}

/**
 * True for a request of a page's script or element. It only gets here when no service worker controls that page, so relaying
 * it to a page would be a loop. Node's fetch sends `sec-fetch-mode` too, so the other two headers decide.
 */
export function isFromPage(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'];
  const site = headers['sec-fetch-site'];
  const isNavigation = destination === 'document';
  return !isNavigation && (destination ?? site ?? 'none') !== 'none';
}

/** True for a request that was relayed to a page before, and came back because no service worker answered it. */
export const isRelayed = (headers: IncomingHttpHeaders): boolean => headers[relayedHeader] !== undefined;

const apiPath = /^\/(v1|api\/mcp|media)(\/|$)|^\/api-reference\/openapi\.json$/;
const sandboxPath = /^\/(api\/mcp\/)?sandbox(\/|$)/;

/** Who answers a path: the API in the page, the sandbox in the page (closed by default), or the static site. */
export function toPart(path: string): 'api' | 'sandbox' | 'site' {
  if (sandboxPath.test(path)) {
    return 'sandbox';
  }
  return apiPath.test(path) ? 'api' : 'site';
}
