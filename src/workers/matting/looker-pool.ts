import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import { watchLife } from '#wire/watch-life.ts';
import { wrap, type Remote } from '#wire/remote.ts';
import type { Looker } from '#workers/matting/looker.ts';

/** No more threads than this look at once: a frame has hardly more looks. */
const maxThreads = 4;

/** Lookers in threads of their own, each with all networks. A look is done by the next that is free. */
export type LookerPool = Looker & { terminate(): void };

/** How many lookers a pool has: one for each core. */
export const countLookers = (): number => Math.min(globalThis.navigator.hardwareConcurrency, maxThreads);

/** Starts one thread for each core. When one of them dies, all looks throw ENGINE_LOST. */
export function startLookerPool(): LookerPool {
  const { promise: died, reject } = createDeferred<never>();
  // Nobody may be waiting when a thread dies; that is no unhandled rejection.
  died.catch(() => undefined);
  const onDeath = (reason: string): void =>
    reject(new Failure('ENGINE_LOST', { message: `A thread of the matting worker stopped: ${reason}.` }));
  const workers = Array.from({ length: countLookers() }, () => startWorker(onDeath));
  return {
    ...share(
      workers.map(({ remote }) => remote),
      died,
    ),
    terminate: () => workers.forEach((one) => one.end()),
  };
}

function startWorker(onDeath: (reason: string) => void): { remote: Remote<Looker>; end: () => void } {
  const worker = new Worker(new URL('./looker.worker.ts', import.meta.url), { type: 'module', name: 'looker' });
  let isEnded = false;
  worker.addEventListener('error', ({ message }) => onDeath(message || 'it could not be started'));
  watchLife(worker, () => {
    if (!isEnded) {
      onDeath('the browser ended it, for one as it needed too much memory');
    }
  });
  return {
    remote: wrap<Looker>(worker),
    end: () => {
      isEnded = true;
      worker.terminate();
    },
  };
}

/** One looker that hands each look to the next free one of `lookers`; `died` ends all waiting. */
export function share(lookers: readonly Looker[], died: Promise<never>): Looker {
  const free = [...lookers];
  const waiting: ((looker: Looker) => void)[] = [];
  const take = (): Promise<Looker> => {
    const looker = free.shift();
    return looker ? Promise.resolve(looker) : new Promise((resolve) => waiting.push(resolve));
  };
  const give = (looker: Looker): void => {
    const next = waiting.shift();
    if (next) {
      next(looker);
    } else {
      free.push(looker);
    }
  };
  return {
    open: async (groups) => {
      await Promise.race([Promise.all(lookers.map((one) => one.open(groups))), died]);
    },
    look: async (group, picture) => {
      const looker = await take();
      try {
        return await Promise.race([looker.look(group, picture), died]);
      } finally {
        give(looker);
      }
    },
  };
}
