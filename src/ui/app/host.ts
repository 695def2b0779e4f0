import { signal } from '@preact/signals';
import { createDeferred } from '#core/lib/deferred.ts';
import { bridgeMetaName } from '#core/protocol/security-headers.ts';
import { base } from './base.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { findFileLack, findLack } from './find-lack.ts';

/** The state of the service worker's control over this page. */
export type HostState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'reloading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string };

export const hostState = signal<HostState>({ kind: 'starting' });

/** True once a newer service worker controls the site, so that this page is outdated. */
export const isOutdated = signal(false);

const gate = createDeferred();
// Prevents an unhandled rejection: it may reject before any caller awaits it.
gate.promise.catch(() => undefined);
/** Resolves once the service worker controls this page; every API call awaits it. Rejects with OffcutError. */
export const serverReady: Promise<void> = gate.promise;

/** Registers the service worker for this page. Never throws: `hostState` reports the outcome. */
export async function startHost(): Promise<void> {
  try {
    await becomeControlled();
  } catch (thrown) {
    fail(toSentence(thrown));
  }
}

function fail(message: string): void {
  hostState.value = { kind: 'failed', message };
  gate.reject(new OffcutError({ code: 'UNREACHABLE', message, retryable: true }));
}

/** The URL of the local server's relay; null on a static host. */
export function findBridge(): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${bridgeMetaName}"]`)?.content ?? null;
}

/** Referenced here, because a browser may terminate an unreferenced worker. */
let awakeWorker: Worker | undefined;

/** Starts the worker that keeps the service worker alive while it handles requests. */
export function keepServerAwake(): void {
  awakeWorker ??= new Worker(new URL('../../workers/awake.worker.ts', import.meta.url), {
    type: 'module',
    name: 'awake',
  });
}

async function becomeControlled(): Promise<void> {
  const lack = findLack();
  if (lack !== null) {
    fail(lack);
    return;
  }
  const files = findFileLack();
  const { serviceWorker } = navigator;
  // A controlled page does not wait: registering again checks for a newer version.
  const registering = serviceWorker.register(new URL('sw.js', base), { scope: base.pathname });
  registering.then(urgeNewVersions, () => undefined);
  if (serviceWorker.controller === null) {
    const registration = await registering;
    // After a hard reload the installed service worker does not control the page until the next load.
    if (registration.active !== null && reloadOnce('uncontrolled')) {
      return;
    }
    await waitForControl(registration);
  }
  const fileLack = await files;
  if (fileLack !== null) {
    fail(fileLack);
    return;
  }
  allowReload('uncontrolled');
  // If the host sends no COOP and COEP headers, the service worker adds them from the second load on, which enables threads.
  if (!window.crossOriginIsolated && reloadOnce('isolation')) {
    return;
  }
  serviceWorker.addEventListener('controllerchange', () => void noteVersion());
  hostState.value = { kind: 'ready' };
  gate.resolve();
}

/** Sets `isOutdated`, unless this page has the version of the new service worker. */
async function noteVersion(): Promise<void> {
  // The entry script's name is different in each version; other scripts may be shared by several.
  const first = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? import.meta.url;
  const script = new URL(first).pathname.slice(base.pathname.length);
  const page = await fetch(base).then(
    (response) => response.text(),
    () => '',
  );
  isOutdated.value = !page.includes(script);
}

/** The interval at which a version that waits is asked to take over, in milliseconds. */
const urgeMs = 2000;

/**
 * Asks a new version to take over for as long as it waits: for the end of a job, or for Chromium. To activate a version, Chromium
 * stops the old one; an event that arrives meanwhile starts the old one again, and then Chromium waits until it has had no event
 * for 30 seconds.
 */
function urgeNewVersions(registration: ServiceWorkerRegistration): void {
  setInterval(() => registration.waiting?.postMessage('take-over'), urgeMs);
}

const installEventMs = 10_000;

/** Resolves when the installing worker controls this page; rejects when the installation fails. */
async function waitForControl(registration: ServiceWorkerRegistration): Promise<void> {
  const control = createDeferred();
  navigator.serviceWorker.addEventListener('controllerchange', () => control.resolve(), { once: true });
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  // Firefox aborts an installation after one minute, as on a slow network, unless the service worker receives events.
  const timer = setInterval(() => worker?.postMessage('installing'), installEventMs);
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'redundant') {
      control.reject(
        new Error(
          'The service worker could not be installed. The network may have failed, or storage may be full or blocked. Reload the page.',
        ),
      );
    }
  });
  void navigator.serviceWorker.ready.then(async () => {
    await new Promise((resolve) => setTimeout(resolve, 4000));
    if (navigator.serviceWorker.controller === null && !reloadOnce('uncontrolled')) {
      control.reject(new Error('The service worker does not control this page. Close other Offcut tabs, then reload.'));
    }
  });
  await control.promise.finally(() => clearInterval(timer));
}

/** Reloads the page, once per session and reason. Returns false if it did so before or cannot record it. */
function reloadOnce(reason: 'uncontrolled' | 'isolation'): boolean {
  try {
    const name = `offcut:reloaded:${reason}`;
    if (sessionStorage.getItem(name) !== null) {
      return false;
    }
    sessionStorage.setItem(name, 'yes');
  } catch {
    return false;
  }
  hostState.value = { kind: 'reloading' };
  location.reload();
  return true;
}

function allowReload(reason: 'uncontrolled' | 'isolation'): void {
  try {
    sessionStorage.removeItem(`offcut:reloaded:${reason}`);
  } catch {
    // Without session storage there is nothing to clear.
  }
}

const toSentence = (thrown: unknown): string =>
  thrown instanceof Error && !(thrown instanceof DOMException) && !(thrown instanceof TypeError)
    ? thrown.message
    : 'The service worker could not be installed. Allow this site to store data in this browser, then reload.';
