import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import { watchLife } from '#wire/watch-life.ts';
import { transfer, wrap } from '#wire/remote.ts';
import type { InferenceWorker } from '#workers/matting/inference-worker.ts';

/** The maximum number of inference workers: a frame rarely has more crops. */
const maxThreads = 4;

/** Inference workers, each with all networks. The next free worker processes a crop. */
export type InferencePool = InferenceWorker & { terminate(): void };

/** Returns the number of inference workers of a pool: one for each core. */
export const countInferenceWorkers = (): number => Math.min(globalThis.navigator.hardwareConcurrency, maxThreads);

/** Starts one inference worker for each core. If one of them stops, all crops throw ENGINE_LOST. */
export function startInferencePool(): InferencePool {
  const { promise: died, reject } = createDeferred<never>();
  // A worker can stop while no call is pending; that is not an unhandled rejection.
  died.catch(() => undefined);
  const onDeath = (reason: string): void =>
    reject(new Failure('ENGINE_LOST', { message: `A thread of the matting worker stopped: ${reason}.` }));
  const workers = Array.from({ length: countInferenceWorkers() }, () => startWorker(onDeath));
  return {
    ...share(
      workers.map(({ remote }) => remote),
      died,
    ),
    terminate: () => workers.forEach((one) => one.end()),
  };
}

function startWorker(onDeath: (reason: string) => void): { remote: InferenceWorker; end: () => void } {
  const worker = new Worker(new URL('./inference.worker.ts', import.meta.url), { type: 'module', name: 'inference' });
  let isEnded = false;
  worker.addEventListener('error', ({ message }) => onDeath(message || 'it could not be started'));
  watchLife(worker, () => {
    if (!isEnded) {
      onDeath('the browser terminated it, possibly out of memory');
    }
  });
  const remote = wrap<InferenceWorker>(worker);
  return {
    remote: {
      open: (groups) => remote.open(groups),
      // Each crop has its own buffer, so it need not be copied.
      infer: (group, picture) => remote.infer(group, transfer(picture, [picture.rgb.buffer])),
    },
    end: () => {
      isEnded = true;
      worker.terminate();
    },
  };
}

/** Returns an inference worker that passes each crop to the next free one of `inferenceWorkers`; `died` rejects all pending calls. */
export function share(inferenceWorkers: readonly InferenceWorker[], died: Promise<never>): InferenceWorker {
  const free = [...inferenceWorkers];
  const waiting: ((inferenceWorker: InferenceWorker) => void)[] = [];
  const take = (): Promise<InferenceWorker> => {
    const inferenceWorker = free.shift();
    return inferenceWorker ? Promise.resolve(inferenceWorker) : new Promise((resolve) => waiting.push(resolve));
  };
  const give = (inferenceWorker: InferenceWorker): void => {
    const next = waiting.shift();
    if (next) {
      next(inferenceWorker);
    } else {
      free.push(inferenceWorker);
    }
  };
  return {
    open: async (groups) => {
      await Promise.race([Promise.all(inferenceWorkers.map((one) => one.open(groups))), died]);
    },
    infer: async (group, picture) => {
      const inferenceWorker = await take();
      try {
        return await Promise.race([inferenceWorker.infer(group, picture), died]);
      } finally {
        give(inferenceWorker);
      }
    },
  };
}
