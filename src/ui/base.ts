// Held in a name first: Vite takes `new URL('..', import.meta.url)` for an asset and would try to bundle the folder.
const here = import.meta.url;

/**
 * The folder that the site lives in, with a slash at its end. It is read from where this script is (`{base}assets/`), since
 * a page may sit at any depth (`{base}workspace/jobs/...`) and the site may live in a sub-path of its host.
 */
export const base: URL = new URL('../', here);

/** A path below the base, without a leading slash, as an address. */
export const toAddress = (path: string): string => new URL(path, base).href;
