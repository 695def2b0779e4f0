/**
 * The path from a worker's script to the root of the site. The scripts of a build are in `assets/`; the dev server's base is
 * absolute.
 */
const upToRoot = import.meta.env.BASE_URL === './' ? '../' : import.meta.env.BASE_URL;

/** Returns the URL of a file of the site from its path relative to the root. For workers only. */
export const toSiteAddress = (path: string): URL => new URL(upToRoot + path, self.location.href);
