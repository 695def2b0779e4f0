/**
 * Returns the URL of a file of the site from its path relative to the root. For workers only: the scripts of a build are in `assets/`,
 * and the base of the dev server is absolute.
 */
export function toSiteAddress(path: string): URL {
  const base = import.meta.env.BASE_URL;
  return new URL((base === './' ? '../' : base) + path, self.location.href);
}
