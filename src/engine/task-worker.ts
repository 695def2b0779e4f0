import { createDeferred } from '#core/lib/deferred.ts';
import type { TaskHooks, TaskRunner } from '#core/protocol/engine-tasks.ts';
import { Failure } from '#core/lib/failure.ts';
import { forward, wrap } from '#wire/remote.ts';
import { watchLife } from '#wire/watch-life.ts';
import { createTimeLimit } from './time-limit.ts';

/** The time for which an idle worker is kept, with its last file open. */
const idleMs = 30_000;

/** A worker that runs tasks one after another. A task that fails in it or takes too long terminates the worker. */
export interface TaskWorker {
  /** Throws UNSUPPORTED_MEDIA if `work` is not done after `limitMs`, and INTERNAL if the worker dies. */
  do<T>(limitMs: number, work: (runner: TaskRunner, hooks: TaskHooks) => Promise<T>): Promise<T>;
  /** Stops the current task, which then throws INTERNAL. */
  stop(): void;
}

/** A media runner separate from that of the jobs, so that no task disturbs a run. `start` is for tests. */
export function createTaskWorker(start: () => Worker = startMedia): TaskWorker {
  let open: ReturnType<typeof openWorker> | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const end = (): void => {
    open?.worker.terminate();
    open = null;
  };
  const doNow: TaskWorker['do'] = async (limitMs, work) => {
    clearTimeout(idle);
    open ??= openWorker(start());
    const { promise: late, reject } = createDeferred<never>();
    const limit = createTimeLimit(limitMs, () => reject(tooSlow(limitMs)));
    const hooks = { onStarting: (isStarting: boolean) => (isStarting ? limit.pause() : limit.resume()) };
    try {
      return await Promise.race([work(open.runner, hooks), late, open.died]);
    } catch (thrown) {
      // The state of the worker is unknown, and the next file must not be affected.
      end();
      throw thrown;
    } finally {
      limit.end();
      idle = setTimeout(end, idleMs);
    }
  };
  return {
    do: (limitMs, work) => {
      const turn = last.then(() => doNow(limitMs, work));
      last = turn.catch(() => undefined);
      return turn;
    },
    stop: () => {
      open?.lose('the engine ended');
      end();
    },
  };
}

const startMedia = (): Worker =>
  new Worker(new URL('../workers/media/media.worker.ts', import.meta.url), { type: 'module', name: 'tasks' });

function openWorker(worker: Worker) {
  const { promise: died, reject } = createDeferred<never>();
  died.catch(() => undefined);
  const lose = (reason: string): void =>
    reject(new Failure('INTERNAL', { message: `The worker that reads the file stopped: ${reason}.` }));
  worker.addEventListener('error', ({ message }) => lose(message || 'it could not be started'));
  watchLife(worker, () => lose('the browser terminated it, possibly out of memory'));
  const remote = wrap<TaskRunner>(worker);
  return { worker, runner: forward(() => remote), died, lose };
}

const tooSlow = (limitMs: number): Failure =>
  new Failure('UNSUPPORTED_MEDIA', {
    message: `The file could not be read within ${limitMs / 1000} s: it is damaged or too large. Export or download it again.`,
  });
