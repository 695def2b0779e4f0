import { engineLockName } from '#core/protocol/engine.ts';
import { knownModels } from '#core/model/manifest.ts';
import { Lab } from '#store/lab.ts';
import { openStore } from '#store/rows.ts';
import { openBell } from '#wire/bell.ts';
import { askEndedLives, showLife } from '#wire/life.ts';
import { runs } from '../recipes/runs.ts';
import { runLabEngine, waitUntilAllowed } from './lab-engine.ts';
import { createTaskWorker } from './task-worker.ts';
import { createPool } from './pool.ts';
import { toSlowPool } from './slow-pool.ts';

/** The time for which an engine that failed, for example on a full disk, leaves the lock to others before a retry. */
const restartMs = 5000;

const [store, bell] = [openStore(), openBell()];
const lab = new Lab({ store, bell, thread: 'engine' });

const ports = {
  store,
  bell,
  lab,
  clock: lab.clock,
  pool: toSlowPool(createPool(), lab),
  taskWorkers: { pictures: createTaskWorker(), peaks: createTaskWorker() },
  models: knownModels,
  runs,
  engineId: showLife(),
};
const { signal } = new AbortController();

void work();

/**
 * Every tab starts this worker, but only the holder of the engine lock works. When its tab closes, the next worker gets the lock
 * some thirty milliseconds later. The lock is released at the end of the thread, or after a failure of the store.
 */
async function work(): Promise<never> {
  let hasCrashed = false;
  for (;;) {
    try {
      await waitUntilAllowed(ports);
      await navigator.locks.request(engineLockName, async () => {
        await lab.takeOver();
        const ended = await askEndedLives();
        // A crash that the lab requested does not count as a loss.
        await runLabEngine({ ...ports, endedEngines: hasCrashed ? [...ended, ports.engineId] : ended }, signal);
      });
      hasCrashed = true;
    } catch (thrown) {
      hasCrashed = false;
      // oxlint-disable-next-line no-console -- the only trace of a defect in the engine
      console.error(thrown);
      await new Promise((resolve) => {
        setTimeout(resolve, restartMs);
      });
    }
  }
}
