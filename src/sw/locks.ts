import { engineLockName } from '#core/protocol/engine.ts';

/** The time within which a page must start its engine, in milliseconds. */
const startMs = 10_000;

/** True if a tab holds or awaits the engine lock. Waits for an open page whose engine is still starting. */
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

/** Runs `work` unless another thread, such as the service worker of another version, holds the lock of this name. */
export const workAlone = (name: string, work: () => Promise<void>): Promise<void> =>
  navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined));
