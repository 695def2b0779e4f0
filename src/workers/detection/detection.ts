import type { DetectionRunner, FaceDetector, VoiceDetector } from '#core/analysis/detection.ts';
import { Failure } from '#core/lib/failure.ts';
import type { DetectorEntry, RunnableModel } from '#core/model/models.ts';
import { guard } from '#workers/matting/guard.ts';
import { loadModelFile, type ModelFiles } from '#workers/matting/model-file.ts';
import { createQueue } from '#workers/matting/queue.ts';
import { openCpuSession, type RuntimeFiles, type Session } from '#workers/matting/session.ts';
import { createSilero } from './silero.ts';
import { createYunet } from './yunet.ts';

type Options = {
  readonly files: ModelFiles;
  /** Null if onnxruntime finds its own files, as in Node. */
  readonly runtimeFiles: RuntimeFiles | null;
};

/** A detector, and the file that it was loaded from. */
type Opened<T> = {
  readonly entry: DetectorEntry;
  readonly sha256: string;
  readonly session: Session;
  readonly detector: T;
};

/** Creates a detection runner in this thread. Calls run one after the other, in the order of arrival. */
export function createDetection(options: Options): DetectionRunner {
  const inOrder = createQueue();
  const voice = new Place<VoiceDetector>(options, createSilero);
  const faces = new Place<FaceDetector>(options, createYunet);
  return {
    open: (model) => inOrder(() => (model.entry.task === 'voice' ? voice : faces).open(model)),
    hear: (samples) => inOrder(() => voice.use((detector) => detector.hear(samples))),
    endSound: () => inOrder(() => voice.use((detector) => detector.endSound())),
    findFaces: (picture) => inOrder(() => faces.use((detector) => detector.findFaces(picture))),
  };
}

/** The slot of a task's detector. */
class Place<T> {
  readonly #options: Options;
  readonly #create: (entry: DetectorEntry, session: Session) => T;
  #opened: Opened<T> | null = null;

  constructor(options: Options, create: (entry: DetectorEntry, session: Session) => T) {
    this.#options = options;
    this.#create = create;
  }

  async open(model: RunnableModel<DetectorEntry>): Promise<void> {
    const { entry } = model;
    const before = this.#opened;
    this.#opened = null;
    const [file] = entry.variants;
    if (!file) {
      throw new Failure('INTERNAL', { message: `The model "${entry.name}" names no file.` });
    }
    const { sha256 } = file;
    if (before && before.sha256 !== sha256) {
      await before.session.release();
    }
    const session = before?.sha256 === sha256 ? before.session : await openFile(this.#options, model, file);
    this.#opened = { entry, sha256, session, detector: this.#create(entry, session) };
  }

  /** Runs the detector. Errors of onnxruntime become Failures. Throws INTERNAL if no detector is open. */
  use<R>(work: (detector: T) => Promise<R>): Promise<R> {
    const opened = this.#opened;
    if (!opened) {
      throw new Failure('INTERNAL', { message: 'No detector is open.' });
    }
    return guard('INTERNAL', opened.entry, () => work(opened.detector));
  }
}

/** These graphs are too small for threads. */
const threadCount = 1;

async function openFile(
  { files, runtimeFiles }: Options,
  model: RunnableModel<DetectorEntry>,
  file: DetectorEntry['variants'][number],
): Promise<Session> {
  const bytes = await loadModelFile(model, file, files);
  return guard('MODEL_UNUSABLE', model.entry, () => openCpuSession(bytes, runtimeFiles, threadCount));
}
