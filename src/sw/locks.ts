import { engineLockName } from '#core/engine.ts';

/** How long a page may take from its first byte to asking for the lock. */
const startMs = 10_000;

/** True when a tab holds the engine's lock, or is about to: a page is open and its worker is still starting. */
export async function hasEngine(clients: Clients): Promise<boolean> {
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

/** Does the work unless another thread, as the service worker of another version, is at work under the same name. */
export const workAlone = (name: string, work: () => Promise<void>): Promise<void> =>
  navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
