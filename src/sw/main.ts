import { createApi } from '#api/api.ts';
import { defaultTiming } from '#api/ports.ts';
import { knownModels } from '#core/model/manifest.ts';
import { systemClock } from '#core/lib/time.ts';
import { schemaVersion } from '#store/migrations.ts';
import { openStore } from '#store/rows.ts';
import { createWakefulness } from '#wire/awake.ts';
import { openBell } from '#wire/bell.ts';
import { answerFetch } from './answer-fetch.ts';
import { createDownloads } from './downloads.ts';
import { hasEngine, workAlone } from './locks.ts';
import { readDeployedFiles } from './models.ts';
import { recordOutside } from './outside.ts';
import { createShell } from './shell.ts';
import { hearPage, removeOldFiles, takeOverWhenIdle } from './versions.ts';

declare const self: ServiceWorkerGlobalScope;

const base = new URL(self.registration.scope);
const shell = createShell(base, schemaVersion);
const store = openStore();
const bell = openBell();
const awake = createWakefulness(bell);
const ports = {
  store,
  bell,
  clock: systemClock,
  base,
  manifest: knownModels,
  fetchOutside: recordOutside((...request) => fetch(...request), { store, base, clock: systemClock }),
};
const downloads = createDownloads({ ...ports, stallMs: defaultTiming.stallMs, alone: workAlone });
const api = createApi({
  ...ports,
  deployedFiles: () => readDeployedFiles(shell, base),
  hasEngine: () => hasEngine(self.clients),
  keepAwake: awake.during,
});

self.addEventListener('install', (event) => {
  event.waitUntil(shell.install().then(() => takeOverWhenIdle(self, { shell, store })));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldFiles(self, shell, { maxTabs: 0 }).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => answerFetch({ base, api, shell, downloads, awake }, event));

self.addEventListener('message', (event) => {
  const work = hearPage(self, { shell, store }, event.data);
  awake.during(work);
  event.waitUntil(work);
});
