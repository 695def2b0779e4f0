import { base } from '#ui/app/base.ts';

/** Returns the URL that saves a file instead of showing it. */
export function toDownloadHref(url: string): string {
  const address = new URL(url, base);
  // Chromium sends a link with the attribute `download` past the service worker, the only host of the file on a static site.
  address.searchParams.set('download', '');
  return address.href;
}
