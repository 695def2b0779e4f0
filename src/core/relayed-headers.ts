/** Set on what a page fetches for the local server. If it comes back to the server, nothing in the browser has answered it. */
export const relayedHeader = 'offcut-relayed';

/**
 * The Cache-Control of a relayed answer as its caller is to see it. The relaying page itself gets `no-store`: of any other
 * answer Chromium reads 64 MiB ahead of its reader (BufferingBytesConsumer in Blink), so a slow caller would fill its memory.
 */
export const callerCacheControlHeader = 'offcut-cache-control';
