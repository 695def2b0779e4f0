import { computed, signal } from '@preact/signals';
import { engineLockName } from '#core/protocol/engine.ts';
import { startNestedWorkers } from '#wire/start-nested-workers.ts';
import { answerEndedLives, watchLife } from '#wire/watch-life.ts';

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
  window.addEventListener('pagehide', noteEnd);
  // Safari may keep a page that was left, with its workers, and show it again.
  window.addEventListener('pageshow', ({ persisted }) => persisted && forgetEnd());
  void watchHolder();
}

/** A worker that ends, as browsers end one that needs too much memory, is started again. */
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

/** The life of this tab's engine, when it has shown one. */
let life: string | null = null;
const endedKey = 'offcut:ended-engines';
const endedMax = 20;

/**
 * Notes that this tab's engine ends because somebody closes or reloads the page, so that the run that it was working on does
 * not count as lost. Only local storage can be written while a page goes away.
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
    // Without local storage an end counts as a loss, of which a run survives one.
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
