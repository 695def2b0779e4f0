import { recoverJobs } from '#store/losses.ts';
import { runEngine } from './engine.ts';
import type { EnginePorts } from './ports.ts';

/**
 * Runs the engine as the lab says: pauses, restarts and crashes it. Returns when it has crashed, or when `signal` aborts. Only the
 * holder of the engine lock may call it.
 */
export async function runLabEngine(ports: EnginePorts, signal: AbortSignal): Promise<void> {
  const { lab, store, bell, clock, pool } = ports;
  let { endedEngines } = ports;
  while (!signal.aborted && lab.settings.engine.state !== 'crashed') {
    const change = watchSetting(ports, signal);
    if (lab.settings.engine.state === 'paused') {
      await recoverJobs(store, endedEngines, clock.now());
      bell.ring('jobs');
      await change.happened;
    } else {
      await runEngine({ ...ports, endedEngines }, change.signal).finally(change.end);
      pool.terminate();
    }
    change.end();
    // The interruption of a run by the lab does not count as a loss.
    endedEngines = [...endedEngines, ports.engineId];
  }
}

/** Resolves as soon as the lab lets the engine work or hold its lock. */
export async function waitUntilAllowed({ lab }: Pick<EnginePorts, 'lab'>): Promise<void> {
  await lab.load();
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (lab.settings.engine.state !== 'crashed') {
        unsubscribe();
        resolve();
      }
    };
    const unsubscribe = lab.listen(look);
    look();
  });
}

type Change = { readonly signal: AbortSignal; readonly happened: Promise<void>; readonly end: () => void };

/** Watches for another state or a restart of the engine, and for the end of `outer`. */
function watchSetting({ lab }: EnginePorts, outer: AbortSignal): Change {
  const { state, restarts } = lab.settings.engine;
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const unsubscribe = lab.listen(() => {
    const now = lab.settings.engine;
    if (now.state !== state || now.restarts !== restarts) {
      abort();
    }
  });
  outer.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    happened: new Promise((resolve) => {
      controller.signal.addEventListener('abort', () => resolve());
    }),
    end: () => {
      unsubscribe();
      outer.removeEventListener('abort', abort);
    },
  };
}
