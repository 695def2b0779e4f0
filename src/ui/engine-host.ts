import { computed, signal } from '@preact/signals';
import { engineLockName } from '#core/engine.ts';

/** The client that holds the engine's lock now; undefined before the first look, null when none does. */
const holder = signal<string | null | undefined>(undefined);
/** The client that held it before this tab brought its own worker. */
const otherTab = signal<string | null>(null);
const hasFailed = signal(false);

/** A worker that dies again and again must not keep the page busy. */
const restartMs = 1000;

/** Who does the work: nobody yet, this tab, another one, or none since the worker could not start. */
export const enginePlace = computed<'starting' | 'here' | 'elsewhere' | 'failed'>(() => {
  if (typeof holder.value === 'string') {
    return holder.value === otherTab.value ? 'elsewhere' : 'here';
  }
  return hasFailed.value ? 'failed' : 'starting';
});

/** Starts this tab's engine. It waits for the lock by itself, so that one tab leads and another takes over. */
export async function startEngine(): Promise<void> {
  otherTab.value = await findHolder();
  startWorker();
  void watchHolder();
}

/** A browser that needs memory may end the worker and say nothing, but then gives away the lock that the worker names first. */
function startWorker(): void {
  const worker = new Worker(new URL('../engine/main.ts', import.meta.url), { type: 'module', name: 'engine' });
  worker.addEventListener('error', () => (hasFailed.value = true));
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
    void navigator.locks.request(data, () => {
      setTimeout(startWorker, restartMs);
    });
  });
}

/** Looks for as long as the page lives: often until someone has the lock. */
async function watchHolder(): Promise<void> {
  for (;;) {
    holder.value = await findHolder();
    await new Promise((resolve) => setTimeout(resolve, typeof holder.value === 'string' ? 2000 : 200));
  }
}

async function findHolder(): Promise<string | null> {
  const { held = [] } = await navigator.locks.query();
  return held.find(({ name }) => name === engineLockName)?.clientId ?? null;
}
