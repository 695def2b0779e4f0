import { isJobNotice } from '#core/protocol/job-notice.ts';

/** The part of a service worker's global scope that opens pages. */
type Scope = { readonly clients: Pick<Clients, 'matchAll' | 'openWindow'> };

/**
 * Opens the job of a clicked notification: in the tab that shows it, else in the tab that was focused last, else in a new one.
 * Ignores other data.
 */
export async function openJob({ clients }: Scope, data: unknown): Promise<void> {
  if (!isJobNotice(data)) {
    return;
  }
  const { href } = data;
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === href) ?? tabs[0];
  if (!tab) {
    await clients.openWindow(href);
    return;
  }
  if (tab.url !== href) {
    tab.postMessage(data);
  }
  await tab.focus();
}
