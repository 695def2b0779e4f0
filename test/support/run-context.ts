import type { DetectionRunner } from '#core/analysis/detection.ts';
import type { Asset } from '#core/model/records.ts';
import type { MediaRunner } from '#core/protocol/media-ports.ts';
import type { JobProgress, RunContext, Runners } from '#core/protocol/run.ts';
import type { MattingRunner, VideoInfo } from '#core/protocol/runners.ts';
import type { RenderOptions, RenderResult } from '#core/timeline/render.ts';
import { createContext, Work } from '#engine/context.ts';
import { createMemoryStore } from '#store/memory.ts';
import { testJob } from './rows.ts';

/** The functions of the workers that a test implements; a call of any other function throws an error with its name. */
export const createWorkers = (parts: {
  readonly media?: Partial<MediaRunner>;
  readonly matting?: Partial<MattingRunner>;
  readonly detection?: Partial<DetectionRunner>;
}): Runners => ({
  media: createWorker('media', parts.media ?? {}),
  matting: createWorker('matting', parts.matting ?? {}),
  detection: createWorker('detection', parts.detection ?? {}),
});

function createWorker<T extends object>(worker: string, functions: Partial<T>): T {
  const missing = (name: string): unknown => {
    throw new Error(`The test does not implement ${name} of the ${worker} worker.`);
  };
  const isOptional = (name: string | symbol): boolean =>
    name in functions || typeof name !== 'string' || name === 'then';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has every function that is called
  return new Proxy(functions, {
    get: (target, name) => (isOptional(name) ? Reflect.get(target, name) : () => missing(String(name))),
  }) as T;
}

/** Creates the context of one attempt at a job, with these materials and workers. */
export function createRunContext<Workers>({
  runners,
  materials,
  report = () => undefined,
}: {
  readonly runners: Workers;
  readonly materials: readonly Asset[];
  readonly report?: (progress: JobProgress) => void;
}): RunContext<Workers> {
  const [store, clock, job] = [createMemoryStore(), { now: () => 1000 }, testJob()];
  const keep = (): Promise<void> => Promise.resolve();
  const work = new Work({
    store,
    clock,
    job,
    checkpoint: undefined,
    keep,
    finished: new Promise<void>(() => undefined),
  });
  return createContext({ store, clock, job, materials, models: [], runners, work, report });
}

/** A video of 640x360 and 3 s without audio, as a probe describes it. */
export const testVideo: VideoInfo = {
  kind: 'video',
  container: 'MP4',
  durationSeconds: 3,
  video: { codec: 'avc', width: 640, height: 360, frameRate: 30, rotation: 0 },
  audio: null,
};

/** The result of a render of 3 s without audio. */
export const toRenderResult = ({ width, height, frameRate }: RenderOptions): RenderResult => ({
  width,
  height,
  durationSeconds: 3,
  frameRate,
  frameCount: 3 * frameRate,
  hasAudio: false,
  loudness: null,
  warnings: [],
});
