import type { Rows } from '#store/store.ts';
import type { Shell } from './shell.ts';

/**
 * Activates this version of the service worker, unless a job is open, whose streamed response would end with the old service
 * worker. The version then waits, and a page asks again. It does not wait if it brings another schema of the database, because the
 * old service worker cannot read the database after its upgrade. Returns false if it waits.
 */
export async function takeOverWhenIdle(
  scope: ServiceWorkerGlobalScope,
  { shell, store }: { shell: Pick<Shell, 'isOfNewSchema'>; store: Pick<Rows<'jobs'>, 'list'> },
): Promise<boolean> {
  const isIdle = async (): Promise<boolean> => {
    const queued = await store.list('jobs', { index: 'status', value: 'queued' });
    const running = await store.list('jobs', { index: 'status', value: 'running' });
    return queued.length + running.length === 0;
  };
  const takesOver = (await shell.isOfNewSchema()) || (await isIdle());
  if (takesOver) {
    await scope.skipWaiting();
  }
  return takesOver;
}

/**
 * Handles a message. A page sends `warm` when it is idle, so that the next visit works offline, and `take-over` to a version that
 * waits, from time to time until it is active.
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
    await shell.warm();
    await removeOldFiles(scope, shell, { maxTabs: 1 });
  } else if (message === 'take-over' && (await takeOverWhenIdle(scope, { shell, store }))) {
    await shell.warm();
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
