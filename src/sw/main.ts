import { createApi } from '#api/api.ts';
import { defaultTiming } from '#api/ports.ts';
import { knownModels } from '#core/model/manifest.ts';
import { schemaVersion } from '#store/migrations.ts';
import { Lab } from '#store/lab.ts';
import { openStore } from '#store/rows.ts';
import { createWakefulness } from '#wire/awake.ts';
import { openBell } from '#wire/bell.ts';
import { answerFetch, callApi } from './answer-fetch.ts';
import { createDownloads } from './downloads.ts';
import { readDeployedFiles } from './models.ts';
import { createWebhookSender, recordOutside } from './outside.ts';
import { createRelay, isRelayCall } from './relay.ts';
import { openJob } from './open-job.ts';
import { createShell } from './shell.ts';
import { hearPage, removeOldFiles, takeOverWhenIdle } from './versions.ts';
import { engineLockName } from '#core/protocol/engine.ts';

/** The time within which a page must start its engine, in milliseconds. */
const startMs = 10_000;

/** True if a tab holds or awaits the engine lock. Waits for an open page whose engine is still starting. */
async function hasEngine(clients: Clients): Promise<boolean> {
  const deadline = Date.now() + startMs;
  while (!(await isLockTaken())) {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (pages.length === 0 || Date.now() > deadline) {
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

async function isLockTaken(): Promise<boolean> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return [...held, ...pending].some((lock) => lock.name === engineLockName);
}

/** Runs `work` unless another thread, such as the service worker of another version, holds the lock of this name. */
const workAlone = (name: string, work: () => Promise<void>): Promise<void> =>
  navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));

declare const self: ServiceWorkerGlobalScope;

const base = new URL(self.registration.scope);
const shell = createShell(base, schemaVersion);
const store = openStore();
const bell = openBell();
const awake = createWakefulness(bell);
const lab = new Lab({ store, bell, thread: 'api' });
const ports = {
  store,
  bell,
  lab,
  clock: lab.clock,
  base,
  manifest: knownModels,
  fetchOutside: recordOutside((...request) => fetch(...request), { store, base, clock: lab.clock }),
  sendWebhook: createWebhookSender((...request) => fetch(...request), { store, base, clock: lab.clock }),
};
const downloads = createDownloads({ ...ports, stallMs: defaultTiming.stallMs, alone: workAlone });
const api = createApi({
  ...ports,
  deployedFiles: () => readDeployedFiles(shell, base),
  hasEngine: () => hasEngine(self.clients),
  keepAwake: awake.during,
  requestsWriteMs: 5000,
});
const call = (request: Request) => callApi({ api, downloads, awake }, request);
const connectRelay = createRelay({ base, answer: (request) => call(request).answer, keepAwake: awake.during });

self.addEventListener('install', (event) => {
  event.waitUntil(shell.install().then(() => takeOverWhenIdle(self, { shell, store })));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldFiles(self, shell, { maxTabs: 0 }).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => answerFetch({ base, call, shell }, event));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openJob(self, event.notification.data));
});

self.addEventListener('message', (event) => {
  if (isRelayCall(event.data)) {
    connectRelay(event.data);
    return;
  }
  const work = hearPage(self, { shell, store }, event.data);
  awake.during(work);
  event.waitUntil(work);
});
