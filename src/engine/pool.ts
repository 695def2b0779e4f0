import { createDeferred } from '#core/deferred.ts';
import { Failure } from '#core/failure.ts';
import type { MattingRunner, MediaRunner, Runners } from '#core/runners.ts';
import { proxy, wrap, type Remote } from '#wire/remote.ts';

/** How long a worker without work is kept, with its model loaded. */
const idleMs = 60_000;

/** The heavy workers: started at their first call, thrown away after an abort or a crash, retired when idle. */
export interface Pool {
  readonly runners: Runners;
  /** Rejects when a worker dies under a call, which comlink would wait for without end. */
  crashed(): Promise<never>;
  /** Ends all work at once. The next call starts new workers. */
  terminate(): void;
  /** The work is done: workers stay warm for a while. */
  rest(): void;
}

type Slot<T> = { readonly get: () => Remote<T>; readonly terminate: () => void };

export function createPool(): Pool {
  let crash = createDeferred<never>();
  // Nobody may be waiting when a worker dies; that is no unhandled rejection.
  crash.promise.catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onCrash = (name: string, event: ErrorEvent): void => {
    crash.reject(
      new Failure('INTERNAL', {
        message: `The ${name} worker stopped: ${event.message || 'it could not be started'}.`,
      }),
    );
  };
  const matting = createSlot<MattingRunner>(
    () =>
      new Worker(new URL('../workers/matting/matting.worker.ts', import.meta.url), { type: 'module', name: 'matting' }),
    (event) => onCrash('matting', event),
  );
  const media = createSlot<MediaRunner>(
    () => new Worker(new URL('../workers/media/media.worker.ts', import.meta.url), { type: 'module', name: 'media' }),
    (event) => onCrash('media', event),
  );
  const terminate = (): void => {
    clearTimeout(timer);
    matting.terminate();
    media.terminate();
    crash = createDeferred<never>();
    crash.promise.catch(() => undefined);
  };
  return {
    runners: toRunners(media, matting),
    crashed: () => crash.promise,
    terminate,
    rest: () => {
      clearTimeout(timer);
      timer = setTimeout(terminate, idleMs);
    },
  };
}

function createSlot<T>(start: () => Worker, onError: (event: ErrorEvent) => void): Slot<T> {
  let worker: Worker | undefined;
  let remote: Remote<T> | undefined;
  return {
    get: () => {
      if (!remote) {
        worker = start();
        worker.addEventListener('error', onError);
        remote = wrap<T>(worker);
      }
      return remote;
    },
    terminate: () => {
      worker?.terminate();
      worker = undefined;
      remote = undefined;
    },
  };
}

/** The ports as the runs see them: functions that are passed along become proxies here. */
function toRunners(media: Slot<MediaRunner>, matting: Slot<MattingRunner>): Runners {
  const mattingRunner: MattingRunner = {
    load: (request) => matting.get().load(request),
    matte: (picture) => matting.get().matte(picture),
    reset: () => matting.get().reset(),
  };
  return {
    matting: mattingRunner,
    media: {
      probe: (inputFile) => media.get().probe(inputFile),
      cutOut: (options, modelInput, { matte, reset }, onProgress) =>
        media.get().cutOut(options, modelInput, proxy({ matte, reset }), proxy(onProgress)),
    },
  };
}
