import type { DoneSegments } from '#core/model/cut-out-checkpoint.ts';
import type { ClipMatting, CutOutOptions, Matte, ModelInput } from '#core/protocol/runners.ts';
import { Refiner } from './matte/refiner.ts';
import { SceneCuts } from './analysis/scene-cuts.ts';
import { Smoothing } from './matte/smoothing.ts';
import type { Planes } from './picture/planes.ts';
import { Reducer } from './picture/small-picture.ts';
import { Workspace } from './picture/workspace.ts';
import { Snapshot } from './snapshot.ts';
import type { ProgressMeter } from './progress.ts';
import type { Sinks } from './sinks/open-sinks.ts';
import type { Frame, Source } from './source/source.ts';
import { SubjectVerdict, type Judge } from './subject-verdict.ts';
import { createWatermark, type Watermark } from './watermark.ts';

/**
 * The number of frames at the model while another one is finished. With two, neither side waits for the other or for the transfer.
 */
const framesAhead = 2;

/** A frame at the model, with its small images. */
type Waiting = {
  readonly frame: Frame;
  readonly reducer: Reducer;
  readonly isSceneCut: boolean;
  readonly matte: Promise<Matte>;
  readonly verdict: Promise<void>;
};

/** The totals of all frames. */
export type Totals = { readonly frameCount: number; readonly endUs: number; readonly coverage: number };

/** The state of the stages in a checkpoint, at the end of a segment. */
export type StagesCheckpoint = Omit<DoneSegments, 'journals'>;

/** The stages of a frame from the decoder to the sink. */
export class CutOutStages {
  readonly #matting: ClipMatting;
  readonly #source: Source;
  readonly #sinks: Sinks;
  readonly #progress: ProgressMeter;
  readonly #reducers: Reducer[];
  readonly #cuts: SceneCuts;
  readonly #smoothing: Smoothing;
  readonly #refiner: Refiner;
  readonly #workspace: Workspace;
  readonly #snapshot: Snapshot;
  readonly #watermark: Watermark | null;
  readonly #verdict: SubjectVerdict;
  readonly #waiting: Waiting[] = [];
  #asked = 0;
  #frameCount = 0;
  #last = { timestampUs: 0, frameCount: 0 };
  #endUs = 0;

  /** `judges` are the open models that `options` names. */
  constructor(
    options: CutOutOptions,
    model: ModelInput,
    { matting, judges }: { readonly matting: ClipMatting; readonly judges: readonly Judge[] },
    source: Source,
    sinks: Sinks,
    progress: ProgressMeter,
  ) {
    const full = { width: source.info.video.width, height: source.info.video.height };
    this.#matting = matting;
    this.#source = source;
    this.#sinks = sinks;
    this.#progress = progress;
    // One frame is read or finished while the others are at the model.
    const framesInUse = framesAhead + 1;
    this.#workspace = new Workspace(full, model, framesInUse, judges);
    const { kernels } = this.#workspace;
    this.#reducers = Array.from({ length: framesInUse }, () => new Reducer(full, model, kernels));
    this.#cuts = new SceneCuts(model);
    this.#smoothing = new Smoothing(model.isRecurrent ? 0 : options.smoothing, model);
    this.#refiner = new Refiner(this.#workspace, model, options.quality, options.edge);
    this.#snapshot = new Snapshot(full, source.colour.matrix);
    this.#watermark = options.isWatermarked ? createWatermark(full) : null;
    this.#verdict = new SubjectVerdict(judges, this.#workspace, source.colour.matrix);
  }

  /** Prepares for the first frame: of the video, or after `from`. Must be called before that frame. */
  async begin(from: StagesCheckpoint | null): Promise<void> {
    await this.#matting.reset();
    if (!from) {
      return;
    }
    await this.#matting.restore(from.states.model);
    this.#cuts.restore(from.states.cuts);
    this.#smoothing.restore(from.states.smoothing);
    this.#refiner.restore(from.states.refiner);
    this.#frameCount = from.frameCount;
    this.#last = { ...from.last };
    this.#endUs = from.endUs;
    this.#verdict.restore(from);
  }

  /** The planes into which the next frame must be read. */
  get free(): Planes {
    return this.#workspace.free;
  }

  /** The number of frames that were sent to the model, including those before the checkpoint. */
  get askedCount(): number {
    return this.#frameCount + this.#waiting.length;
  }

  /** Finishes all frames added, and returns the state that the next one depends on. */
  async save(): Promise<StagesCheckpoint> {
    await this.#finishAllBut(0);
    return {
      frameCount: this.#frameCount,
      last: { ...this.#last },
      endUs: this.#endUs,
      ...this.#verdict.save(),
      states: {
        cuts: this.#cuts.save(),
        smoothing: this.#smoothing.save(),
        refiner: this.#refiner.save(),
        model: await this.#matting.save(),
      },
    };
  }

  /** Sends a frame, which is in `free`, to the model, and finishes an earlier one meanwhile. */
  async add(frame: Frame): Promise<void> {
    await this.#ask(frame);
    await this.#finishAllBut(framesAhead);
  }

  /**
   * Finishes the last frames; at least one frame must have been added. Throws NO_SUBJECT if there is no subject (`SubjectVerdict`).
   */
  async end(): Promise<Totals> {
    await this.#finishAllBut(0);
    await this.#progress.settle();
    this.#verdict.requireSubject();
    return { frameCount: this.#frameCount, endUs: this.#endUs, coverage: this.#verdict.coverage };
  }

  async #ask(frame: Frame): Promise<void> {
    const reducer = this.#reducers[this.#asked++ % this.#reducers.length];
    if (!reducer) {
      return;
    }
    this.#workspace.take();
    reducer.reduce(frame.planes);
    const isSceneCut = this.#cuts.isCut(reducer.small.y);
    if (isSceneCut) {
      await this.#matting.reset();
    }
    const verdict = this.#verdict.judge(frame.planes, reducer.small, frame.timestampUs);
    const picture = reducer.toModelPicture(this.#source.colour.matrix);
    const matte = this.#matting.matte(picture);
    // The promises are awaited some frames later. Until then a rejection must not count as unhandled.
    matte.catch(() => undefined);
    verdict.catch(() => undefined);
    this.#waiting.push({ frame, reducer, isSceneCut, matte, verdict });
  }

  /** Finishes frames, oldest first, until at most `left` are at the model. */
  async #finishAllBut(left: number): Promise<void> {
    while (this.#waiting.length > left) {
      const next = this.#waiting.shift();
      await (next && this.#finish(next));
    }
  }

  async #finish({ frame, reducer, isSceneCut, matte, verdict }: Waiting): Promise<void> {
    const [{ alpha }] = await Promise.all([matte, verdict]);
    if (isSceneCut) {
      this.#smoothing.reset();
    }
    this.#paint(frame, reducer, this.#smoothing.add(alpha, reducer.small));
    const { timestampUs, durationUs } = frame;
    const { alpha: drawn } = this.#workspace;
    await this.#sinks.write({ colour: frame.planes, alpha: drawn, timestampUs, durationUs, isKeyWanted: isSceneCut });
    this.#frameCount++;
    this.#last = { timestampUs, frameCount: this.#last.timestampUs === timestampUs ? this.#last.frameCount + 1 : 1 };
    this.#endUs = Math.max(this.#endUs, timestampUs + durationUs);
    this.#progress.frame(this.#endUs / 1e6, () => this.#snapshot.draw(frame.planes, drawn));
  }

  /** Paints alpha, and the subject's colours over those of `frame`. */
  #paint({ planes, alpha: ownAlpha }: Frame, { small }: Reducer, matte: Float32Array): void {
    const alpha = this.#workspace.alphaPixels;
    this.#refiner.study(matte, small);
    this.#verdict.add(this.#refiner.coverage);
    this.#refiner.paint({ planes, ownAlpha, alpha });
    this.#watermark?.burn(planes, alpha);
  }
}
