import { base } from '#ui/app/base.ts';

/** The address at which a file is saved instead of shown. */
export function toDownloadHref(url: string): string {
  const address = new URL(url, base);
  // Chromium sends a link with the attribute `download` past the service worker, which alone has the file on a static host.
  address.searchParams.set('download', '');
  return address.href;
}
