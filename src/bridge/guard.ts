import type { IncomingHttpHeaders } from 'node:http';
import { excerpt } from '#core/excerpt.ts';
import { Failure } from '#core/failure.ts';
import { relayedHeader } from '#core/relayed-headers.ts';

/** The names under which this machine reaches the server. Any other Host is a site that had its name point here. */
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
  // Browsers leave port 80 out, and so does URL.
  const ownHosts = ownNames.map((name) => new URL(`http://${name}:${port}`).host);
  if (!ownHosts.includes(host.toLowerCase())) {
    throw new Failure('FORBIDDEN', {
      message: `This server answers as ${ownHosts[0]} and ${ownHosts[1]} only, not as "${excerpt(host)}".`,
    });
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Failure('FORBIDDEN', { message: 'Pages of other sites may not call this server.' });
  }
}

/**
 * True for what a script or an element of a page asked for. In a page that the service worker controls such a request never
 * gets here, so nothing in the browser can answer it, and handing it to a page would go round in circles. Node's own fetch
 * sends `sec-fetch-mode`, hence the other two.
 */
export function isFromPage(headers: IncomingHttpHeaders): boolean {
  const destination = headers['sec-fetch-dest'];
  const site = headers['sec-fetch-site'];
  const isNavigation = destination === 'document';
  return !isNavigation && (destination ?? site ?? 'none') !== 'none';
}

/** True for what this server has handed to a page already, whose service worker knew no answer and passed it on. */
export const isRelayed = (headers: IncomingHttpHeaders): boolean => headers[relayedHeader] !== undefined;

const apiPath = /^\/(v1|api\/mcp|media)(\/|$)|^\/api-reference\/openapi\.json$/;
const sandboxPath = /^\/(api\/mcp\/)?sandbox(\/|$)/;

/** Whose business a path is: the API's in the page, the sandbox's (only there when it was opened), or the site's. */
export function toPart(path: string): 'api' | 'sandbox' | 'site' {
  if (sandboxPath.test(path)) {
    return 'sandbox';
  }
  return apiPath.test(path) ? 'api' : 'site';
}
