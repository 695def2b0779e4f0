// A constant, because Vite treats `new URL('..', import.meta.url)` as an asset and would try to bundle the folder.
const here = import.meta.url;

/**
 * The root folder of the site, with a slash at its end. In a build it is derived from the address of this script
 * (`{base}assets/`): pages have any depth (`{base}workspace/jobs/...`), and the site may be in a sub-path of its host. The
 * dev server's base is absolute.
 */
export const base: URL = new URL(import.meta.env.BASE_URL === './' ? '../' : import.meta.env.BASE_URL, here);

/** A path below the base, without a leading slash, as an address. */
export const toAddress = (path: string): string => new URL(path, base).href;
