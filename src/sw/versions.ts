import type { Rows } from '#store/store.ts';
import type { Shell } from './shell.ts';

/**
 * Activates this version of the service worker, unless a job is open, whose streamed response would end with the old service
 * worker. The version then waits, and a page at rest asks again. It does not wait if it brings another schema of the database,
 * because the old service worker cannot read the database after its upgrade.
 */
export async function takeOverWhenIdle(
  scope: ServiceWorkerGlobalScope,
  { shell, store }: { shell: Pick<Shell, 'isOfNewSchema'>; store: Pick<Rows<'jobs'>, 'list'> },
): Promise<void> {
  if (await shell.isOfNewSchema()) {
    await scope.skipWaiting();
    return;
  }
  const queued = await store.list('jobs', { index: 'status', value: 'queued' });
  const running = await store.list('jobs', { index: 'status', value: 'running' });
  if (queued.length + running.length === 0) {
    await scope.skipWaiting();
  }
}

/**
 * Handles a message. A page sends `warm` when it is idle, so that the next visit works offline. The active version sends
 * `take-over` to a version that had to wait, and a page sends `urge` to one that has just been installed and still waits.
 */
export async function hearPage(
  scope: ServiceWorkerGlobalScope,
  {
    shell,
    store,
  }: { shell: Pick<Shell, 'warm' | 'removeOthers' | 'isOfNewSchema'>; store: Pick<Rows<'jobs'>, 'list'> },
  message: unknown,
): Promise<void> {
  if (message === 'warm') {
    scope.registration.waiting?.postMessage('take-over');
    await shell.warm();
    await removeOldFiles(scope, shell, { maxTabs: 1 });
  } else if (message === 'take-over' || message === 'urge') {
    if (message === 'take-over') {
      await shell.warm();
    }
    await takeOverWhenIdle(scope, { shell, store });
  }
}

/**
 * Removes the cached files of other versions if at most `maxTabs` tabs are open. A tab of an older version starts workers late, and
 * the host may no longer have their files. A tab that has just been opened has this version.
 */
export async function removeOldFiles(
  { clients, registration }: ServiceWorkerGlobalScope,
  shell: Pick<Shell, 'removeOthers'>,
  { maxTabs }: { maxTabs: number },
): Promise<void> {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isNewest = registration.installing === null && registration.waiting === null;
  if (tabs.length <= maxTabs && isNewest) {
    await shell.removeOthers();
  }
}
