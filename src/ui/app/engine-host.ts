import { computed, signal } from '@preact/signals';
import { engineLockName } from '#core/protocol/engine.ts';
import { startNestedWorkers } from '#wire/start-nested-workers.ts';
import { answerEndedLives, watchLife } from '#wire/watch-life.ts';

/** The client that holds the engine's lock; undefined before the first check, null if no client does. */
const holder = signal<string | null | undefined>(undefined);
/** The client that held it before this tab started its own worker. */
const otherTab = signal<string | null>(null);
const hasFailed = signal(false);

/** Limits restarts: a worker that crashes repeatedly must not keep the page busy. */
const restartMs = 1000;

/** The engine's host: not known yet, this tab, another tab, or none because the worker could not start. */
export const enginePlace = computed<'starting' | 'here' | 'elsewhere' | 'failed'>(() => {
  if (typeof holder.value === 'string') {
    return holder.value === otherTab.value ? 'elsewhere' : 'here';
  }
  return hasFailed.value ? 'failed' : 'starting';
});

/** Starts this tab's engine. The engine waits for the lock, so that one tab leads and another takes over. */
export async function startEngine(): Promise<void> {
  otherTab.value = await findHolder();
  startWorker();
  window.addEventListener('pagehide', noteEnd);
  // Safari may cache a page that the user left, with its workers, and show it again.
  window.addEventListener('pageshow', ({ persisted }) => persisted && forgetEnd());
  void watchHolder();
}

/** Restarts a worker that ends. Browsers terminate workers that use too much memory. */
function startWorker(): void {
  const worker = new Worker(new URL('../../engine/main.ts', import.meta.url), { type: 'module', name: 'engine' });
  const endNested = startNestedWorkers(worker);
  worker.addEventListener('error', () => (hasFailed.value = true));
  answerEndedLives(worker, readEnded);
  watchLife(
    worker,
    () => {
      endNested();
      setTimeout(startWorker, restartMs);
    },
    (name) => {
      life = name;
    },
  );
}

/** The lifetime id of this tab's engine, once it has reported one. */
let life: string | null = null;
const endedKey = 'offcut:ended-engines';
const endedMax = 20;

/**
 * Records that this tab's engine ends because the user closes or reloads the page, so that its run does not count as
 * crashed. Only local storage can be written while a page unloads.
 */
function noteEnd(): void {
  if (life !== null) {
    writeEnded([life, ...readEnded()].slice(0, endedMax));
  }
}

const forgetEnd = (): void => writeEnded(readEnded().filter((name) => name !== life));

function writeEnded(names: readonly string[]): void {
  try {
    localStorage.setItem(endedKey, JSON.stringify(names));
  } catch {
    // Without local storage the end counts as a crash; a run survives one.
  }
}

function readEnded(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(endedKey) ?? '[]');
    return Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Polls while the page is open: frequently until a client holds the lock. */
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
