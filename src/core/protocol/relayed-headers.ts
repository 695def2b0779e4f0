/** A header on requests that a page sends for the local server. A server that receives it knows that the browser did not answer. */
export const relayedHeader = 'offcut-relayed';

/**
 * The Cache-Control that the caller of a relayed response receives. The relaying page itself gets `no-store`: for any other
 * response Chromium reads 64 MiB ahead of its reader (BufferingBytesConsumer in Blink), so a slow caller would fill its memory.
 */
export const callerCacheControlHeader = 'offcut-cache-control';

/** A header on requests of programs that may control the sandbox. The local server adds it, and removes it from other requests. */
export const sandboxHeader = 'offcut-sandbox';

/** A header that names the rules of the lab that have affected a response. The local server does not repair such a response. */
export const faultHeader = 'X-Offcut-Fault';
