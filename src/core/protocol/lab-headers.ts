/** A header on requests of programs that may control the sandbox. The local server adds it, and removes it from other requests. */
export const sandboxHeader = 'offcut-sandbox';

/** A header that names the rules of the lab that have affected a response. The local server does not repair such a response. */
export const faultHeader = 'X-Offcut-Fault';
