import { createApi, isApiPath } from '#api/api.ts';
import { defaultTiming } from '#api/ports.ts';
import { knownModels } from '#core/manifest.ts';
import { systemClock } from '#core/time.ts';
import { openStore } from '#store/rows.ts';
import { openBell } from '#wire/bell.ts';
import { createShell } from './shell.ts';
import { createDownloads } from './downloads.ts';
import { hasEngine, workAlone } from './locks.ts';
import { readDeployedFiles } from './models.ts';
import { removeOldFiles, takeOverWhenIdle } from './versions.ts';

declare const self: ServiceWorkerGlobalScope;

const base = new URL(self.registration.scope);
const shell = createShell(base);
const store = openStore();
const ports = {
  store,
  bell: openBell(),
  clock: systemClock,
  base,
  manifest: knownModels,
  fetchOutside: (...request: Parameters<typeof fetch>) => fetch(...request),
};
const downloads = createDownloads({ ...ports, stallMs: defaultTiming.stallMs, alone: workAlone });
const api = createApi({
  ...ports,
  deployedFiles: () => readDeployedFiles(shell, base),
  hasEngine: () => hasEngine(self.clients),
});

self.addEventListener('install', (event) => {
  event.waitUntil(shell.install().then(() => takeOverWhenIdle(self, store)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldFiles(self, shell, { mostTabs: 0 }).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) {
    return;
  }
  if (isApiPath(url, base)) {
    const answer = api(request);
    event.respondWith(answer);
    // A download goes on for minutes after a call; then the service worker may be ended, and it waits for the next one.
    event.waitUntil(answer.then(() => downloads.wake()));
  } else {
    event.respondWith(shell.answer(request));
  }
});

// A page sends `keep-alive` while a job is open, which by itself keeps Firefox from cutting a streamed answer; `warm` once
// it is at rest, so that the next visit works offline. A version that had to wait is sent `take-over` then.
self.addEventListener('message', (event) => {
  if (event.data === 'warm') {
    self.registration.waiting?.postMessage('take-over');
    event.waitUntil(shell.warm().then(() => removeOldFiles(self, shell, { mostTabs: 1 })));
  }
  if (event.data === 'take-over') {
    event.waitUntil(shell.warm().then(() => takeOverWhenIdle(self, store)));
  }
});
