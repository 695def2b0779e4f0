/**
 * Whether a list of ETags, as in If-None-Match, contains this one. The comparison is weak (RFC 9110, 13.1.2), because proxies mark
 * the ETags of responses that they compress as weak.
 */
export const isListed = (list: string | null, etag: string): boolean =>
  (list ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
