import { Failure } from '#core/lib/failure.ts';
import { PeaksBuilder } from '#core/lib/peaks.ts';
import type { ModelEntry, RunnableModel } from '#core/model/models.ts';
import type { TaskRunner, MediaFacts } from '#core/protocol/engine-tasks.ts';
import type { Runners } from '#core/protocol/run.ts';
import type { LoadRequest, MediaInfo, ModelInput } from '#core/protocol/runners.ts';
import type { Pool } from '#engine/pool.ts';
import type { TaskWorker } from '#engine/task-worker.ts';
import type { LabClock } from '#store/lab-clock.ts';
import type { Store } from '#store/store.ts';
import { createEmulatedMedia, toRhythm, writeBytes, writeFile } from './emulated-media.ts';
import { readInfo } from './read-info.ts';

type Parts = {
  readonly bytes: Store['bytes'];
  readonly clock: LabClock;
  /** The duration of a cutout or render, in seconds. */
  readonly workSeconds: () => number;
};

/** The number of progress reports of a cutout or render. */
const reports = 10;

/** The heavy workers of an engine, which decode nothing and run no model. */
export type EmulatedPool = Pool & {
  /** Waits as long as a cutout or render takes. */
  readonly work: (onShare: (share: number, etaSeconds: number) => void) => Promise<void>;
  /** Applies a changed duration to the current work. */
  readonly recheck: () => void;
};

const never = new Promise<never>(() => undefined);

export function createEmulatedPool({ bytes, clock, workSeconds }: Parts): EmulatedPool {
  let current = new AbortController();
  let wait = new AbortController();
  /** Waits, or until `recheck` is called. */
  const rest = async (seconds: number): Promise<void> => {
    wait = new AbortController();
    const { signal } = wait;
    await clock.sleep(seconds, AbortSignal.any([current.signal, signal])).catch((thrown: unknown) => {
      if (current.signal.aborted || !signal.aborted) {
        throw thrown;
      }
    });
  };
  const work: EmulatedPool['work'] = async (onShare) => {
    const startedAt = clock.now();
    for (let [step, share] = [0, 0]; share < 1; step += 1) {
      // The duration may change during the work. A frozen clock does not delay it.
      const [seconds, passed] = [workSeconds(), (clock.now() - startedAt) / 1000];
      const elapsed = clock.setting.mode === 'frozen' ? Math.max(passed, (step * seconds) / reports) : passed;
      share = elapsed >= seconds ? 1 : elapsed / seconds;
      onShare(share, Math.max(0, seconds - elapsed));
      await (share < 1 && rest(Math.min(seconds / reports, seconds - elapsed)));
    }
  };
  const media = createEmulatedMedia({ bytes, work });
  const empty = async (): Promise<Float32Array> => new Float32Array(0);
  const runners: Runners = {
    media,
    matting: {
      prepare: async () => undefined,
      load: async (requests) => requests.map(toModelInput),
      matte: async (_, { width, height }) => ({ width, height, alpha: new Uint8Array(width * height).fill(255) }),
      reset: async () => undefined,
      save: () => Promise.reject(new Failure('INTERNAL')),
      restore: async () => undefined,
    },
    detection: { open: async () => undefined, hear: empty, endSound: empty, findFaces: async () => [] },
  };
  return {
    runners,
    crashed: () => never,
    tryModel: (model) => checkModel(bytes, model),
    work,
    recheck: () => wait.abort(),
    terminate: () => {
      current.abort(new Failure('CANCELED'));
      current = new AbortController();
    },
    rest: () => undefined,
  };
}

/** Every ONNX file starts with the tag of its version. */
const onnxTag = 0x08;

/** Checks the start of a model's files. Throws MODEL_UNUSABLE for a file that is not ONNX. */
async function checkModel(bytes: Store['bytes'], { entry, pieces }: RunnableModel<ModelEntry>): Promise<void> {
  for (const [file] of Object.values(pieces)) {
    const head = file === undefined ? new ArrayBuffer(0) : await (await bytes.read(file)).slice(0, 1).arrayBuffer();
    if (new Uint8Array(head)[0] !== onnxTag) {
      const message = `The file of the model "${entry.name}" is not an ONNX model. Add another file.`;
      throw new Failure('MODEL_UNUSABLE', { message });
    }
  }
}

const toModelInput = ({ models, width, height }: LoadRequest): ModelInput => ({
  modelId: models.map(({ entry }) => entry.id).join('+'),
  width,
  height,
  isRecurrent: false,
  filesSha256: models.map(({ entry }) => entry.id),
});

/** A worker that answers the requests for images, peaks and beats of materials. */
export function createEmulatedTasks(bytes: Store['bytes']): TaskWorker {
  const runner: TaskRunner = {
    inspect: async ({ file }) => toFacts(await readInfo(await bytes.read(file))),
    async answer(work, outputFile) {
      const answer = (mimeType: string, notes: Record<string, number>) => ({
        file: outputFile,
        mimeType,
        notes,
        warnings: [],
      });
      if (work.kind === 'peaks') {
        const peaks = new Blob(new PeaksBuilder(48_000).finish());
        await writeBytes(bytes, outputFile, new Uint8Array(await peaks.arrayBuffer()));
        return { ...answer('application/octet-stream', {}), sizeBytes: peaks.size };
      }
      if (work.kind === 'beats') {
        const info = await readInfo(await bytes.read(work.file));
        const rhythm = toRhythm(info.kind === 'picture' ? 0 : info.durationSeconds);
        const text = new TextEncoder().encode(JSON.stringify(rhythm));
        await writeBytes(bytes, outputFile, text);
        return { ...answer('application/json', {}), sizeBytes: text.byteLength };
      }
      const format = work.kind === 'frame' ? 'png' : 'webp';
      await writeFile(bytes, outputFile, format);
      const { size: sizeBytes } = await bytes.read(outputFile);
      const height = Math.round((work.width * 9) / 16);
      const strip = work.kind === 'filmstrip' ? { count: work.count, stepSeconds: 0 } : {};
      return { ...answer(`image/${format}`, { width: work.width, height, ...strip }), sizeBytes };
    },
  };
  return { do: (_, work) => work(runner, { onStarting: () => undefined }), stop: () => undefined };
}

/** The size of an image, which is not read. */
const pictureSize = { width: 1280, height: 720 };

function toFacts(info: MediaInfo): MediaFacts {
  const { width, height } = info.kind === 'picture' ? pictureSize : info.kind === 'video' ? info.video : noSize;
  const audio = info.kind === 'picture' ? null : info.audio;
  const track = audio && { index: 0, codec: audio.codec, channels: audio.channels, channelLayout: 'stereo' };
  return {
    kind: info.kind,
    width,
    height,
    durationSeconds: info.kind === 'picture' ? null : info.durationSeconds,
    frameRate: info.kind === 'video' ? info.video.frameRate : null,
    hasSound: audio !== null,
    audioTracks: track ? [{ ...track, isDefault: true }] : [],
    fault: null,
  };
}

const noSize = { width: null, height: null };
