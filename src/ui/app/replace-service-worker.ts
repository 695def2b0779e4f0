// Loaded by the dev server only (`src/build/development.ts`).

/** A service worker that waits for a job does not block the page's own updates. */
const maxWaitMs = 5000;

import.meta.hot?.on('offcut:service-worker', () => void replaceServiceWorker().catch(reportError));

/** Installs the new service worker and then reloads the page, so that the page's first request gets the new code. */
async function replaceServiceWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  const next = registration.installing ?? registration.waiting;
  if (next !== null) {
    await Promise.race([
      new Promise((resolve) => next.addEventListener('statechange', () => next.state === 'activated' && resolve(null))),
      new Promise((resolve) => setTimeout(resolve, maxWaitMs)),
    ]);
  }
  location.reload();
}
