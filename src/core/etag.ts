/**
 * Whether a list of ETags, as If-None-Match has it, names this one. Compares weakly (RFC 9110, 13.1.2): proxies mark as weak what
 * they compress.
 */
export const isListed = (list: string | null, etag: string): boolean =>
  (list ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
