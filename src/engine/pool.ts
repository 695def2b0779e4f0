import { createDeferred, type Deferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import { voiceWindow, type DetectionRunner } from '#core/analysis/detection.ts';
import {
  isRunnableDetector,
  isRunnableMatte,
  type DetectorEntry,
  type ModelEntry,
  type RunnableModel,
} from '#core/model/models.ts';
import type { FileProber, MediaRunner } from '#core/protocol/media-ports.ts';
import type { Runners } from '#core/protocol/run.ts';
import { loadOne, type MattingRunner, type MediaInfo } from '#core/protocol/runners.ts';
import { watchLife } from '#wire/watch-life.ts';
import { forward, wrap, type Remote } from '#wire/remote.ts';
import { createTimeLimit } from './time-limit.ts';

/** The time for which an idle worker is kept, with its model loaded. */
const idleMs = 60_000;

/** The time limit to open a model and run it on its first image. */
const tryMs = 5 * 60_000;

/** The time limit to open and inspect a file; videos of several hours take less than two seconds. */
const probeMs = 60_000;

/** The heavy workers: started at their first call, replaced after an abort or a crash, terminated when idle. */
export interface Pool {
  readonly runners: Runners;
  /** Rejects with ENGINE_LOST if a worker dies during a call. Comlink would wait for its response forever. */
  crashed(): Promise<never>;
  /** Opens a model in a separate worker and runs it once. Throws MODEL_UNUSABLE if that fails. */
  tryModel(model: RunnableModel<ModelEntry>): Promise<void>;
  /** Stops all work immediately. The next call starts new workers. */
  terminate(): void;
  /** Reports the end of the work. The workers stay loaded for a while. */
  rest(): void;
}

type Slot<T> = { readonly get: () => Remote<T>; readonly terminate: () => void };

export function createPool(): Pool {
  let crash = createCrash();
  let idle: ReturnType<typeof setTimeout> | undefined;
  // A worker in use is not idle, so its earlier idle timer must not terminate it.
  const onUse = (): void => {
    clearTimeout(idle);
    idle = undefined;
  };
  const onDeath = (name: string, reason: string): void => {
    if (idle === undefined) {
      crash.reject(new Failure('ENGINE_LOST', { message: `The ${name} worker stopped: ${reason}.` }));
    } else {
      // The worker was not in use, and the next run gets new workers.
      terminate();
    }
  };
  const watch = { onUse, onDeath };
  const matting = createSlot<MattingRunner>('matting', watch, startMatting);
  const media = createSlot<MediaRunner>('media', watch, () => {
    return new Worker(new URL('../workers/media/media.worker.ts', import.meta.url), { type: 'module', name: 'media' });
  });
  const detection = createSlot<DetectionRunner>('detection', watch, startDetection);
  const terminate = (): void => {
    onUse();
    matting.terminate();
    detection.terminate();
    media.terminate();
    // Otherwise calls that still wait for a response would never settle.
    crash.reject(new Failure('INTERNAL', { message: 'The workers were terminated during a run.' }));
    crash = createCrash();
  };
  return {
    runners: toRunners({ media, matting, detection }, () => crash.promise),
    crashed: () => {
      onUse();
      return crash.promise;
    },
    tryModel,
    terminate,
    rest: () => {
      clearTimeout(idle);
      idle = setTimeout(terminate, idleMs);
    },
  };
}

const startMatting = (): Worker =>
  new Worker(new URL('../workers/matting/matting.worker.ts', import.meta.url), { type: 'module', name: 'matting' });

const startDetection = (): Worker =>
  new Worker(new URL('../workers/detection/detection.worker.ts', import.meta.url), {
    type: 'module',
    name: 'detection',
  });

async function tryModel(model: RunnableModel<ModelEntry>): Promise<void> {
  const worker = isRunnableMatte(model) ? startMatting() : startDetection();
  const { promise: stopped, reject: stop } = createDeferred<never>();
  const giveUp = (why: string): void =>
    stop(new Failure('MODEL_UNUSABLE', { message: `The model "${model.entry.name}" could not be tried: ${why}.` }));
  worker.addEventListener('error', (event) => giveUp(event.message || 'its worker did not start'));
  const timer = setTimeout(() => giveUp(`it took longer than ${tryMs / 60_000} minutes`), tryMs);
  try {
    await Promise.race([runOnce(worker, model), stopped]);
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

/** Runs a model once: one matte of an image of each size, one window of silence, or one grey image. */
async function runOnce(worker: Worker, model: RunnableModel<ModelEntry>): Promise<void> {
  if (isRunnableDetector(model)) {
    return detectOnce(wrap<DetectionRunner>(worker), model);
  }
  if (isRunnableMatte(model)) {
    return matteOnce(wrap<MattingRunner>(worker), model);
  }
}

async function matteOnce(matting: Remote<MattingRunner>, model: RunnableModel): Promise<void> {
  for (const { width, height } of model.entry.variants) {
    const size = await loadOne(matting, { models: [model], quality: 'fast', width, height });
    const rgb = new Uint8Array(3 * size.width * size.height).fill(128);
    await matting.matte(size.modelId, { width: size.width, height: size.height, rgb });
  }
}

async function detectOnce(detection: Remote<DetectionRunner>, model: RunnableModel<DetectorEntry>): Promise<void> {
  await detection.open(model);
  if (model.entry.task === 'voice') {
    await detection.hear(new Float32Array(voiceWindow));
    return;
  }
  const [width, height] = [64, 64];
  await detection.findFaces({ width, height, rgb: new Uint8Array(3 * width * height).fill(128) });
}

function createCrash(): Deferred<never> {
  const crash = createDeferred<never>();
  // A worker may end while no call waits for it; this must not cause an unhandled rejection.
  crash.promise.catch(() => undefined);
  return crash;
}

type Watch = { readonly onUse: () => void; readonly onDeath: (name: string, reason: string) => void };

function createSlot<T>(name: string, watch: Watch, start: () => Worker): Slot<T> {
  let worker: Worker | undefined;
  let remote: Remote<T> | undefined;
  return {
    get: () => {
      watch.onUse();
      if (!remote) {
        const started = start();
        started.addEventListener('error', ({ message }) => watch.onDeath(name, message || 'it could not be started'));
        watchLife(started, () => {
          if (started === worker) {
            watch.onDeath(name, 'the browser terminated it, possibly out of memory');
          }
        });
        worker = started;
        remote = wrap<T>(started);
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

type Slots = {
  readonly media: Slot<MediaRunner>;
  readonly matting: Slot<MattingRunner>;
  readonly detection: Slot<DetectionRunner>;
};

/** Returns the ports for the runs. */
function toRunners({ media, matting, detection }: Slots, crashed: () => Promise<never>): Runners {
  const mediaPort = forward(media.get);
  const prober: FileProber = {
    probe: (inputFile) => probeInTime(mediaPort, inputFile, { terminate: media.terminate, crashed: crashed() }),
  };
  return {
    matting: forward(matting.get),
    detection: forward(detection.get),
    media: new Proxy(mediaPort, { get: (port, name) => Reflect.get(prober, name) ?? Reflect.get(port, name) }),
  };
}

/**
 * Inspects a file with a time limit. A damaged file may cause an endless loop, which only terminating the worker can end. Rejects
 * when `crashed` does.
 */
async function probeInTime(
  media: FileProber,
  inputFile: string,
  { terminate, crashed }: { readonly terminate: () => void; readonly crashed: Promise<never> },
): Promise<MediaInfo> {
  const { promise: late, reject } = createDeferred<never>();
  const limit = createTimeLimit(probeMs, () => {
    terminate();
    reject(
      new Failure('UNSUPPORTED_MEDIA', {
        message: `The file could not be opened within ${probeMs / 1000} s: it is damaged, or its index is much too large. Export or download it again.`,
      }),
    );
  });
  const hooks = { onStarting: (isStarting: boolean) => (isStarting ? limit.pause() : limit.resume()) };
  try {
    return await Promise.race([media.probe(inputFile, hooks), late, crashed]);
  } finally {
    limit.end();
  }
}
