import type { CutOutCheckpoint } from '#core/checkpoint.ts';
import { Failure } from '#core/failure.ts';
import type { CutOutHooks, CutOutOptions, CutOutResult, MattingRunner, ModelInput } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { CutOutStages, type StagesCheckpoint } from './cut-out-stages.ts';
import { ProgressMeter } from './progress.ts';
import { hasJournals, openSinks, type SinkMarks, type Sinks } from './sinks/open-sinks.ts';
import type { Frame, Source, Span, Warn } from './source/source.ts';

/** Files may be wrong about their length by so much, and do no harm. */
const toleranceSeconds = 0.5;

/** What the matting worker offers to a run. */
export type Matting = Omit<MattingRunner, 'load'>;

/**
 * After so many frames the encoders are emptied and begun anew, and a checkpoint is made. It depends on the source alone, so
 * that a run that goes on from a checkpoint does what one does that was never interrupted.
 */
const segmentFrames = 240;

/** A source, and what is to be said of it; that grows while it is read. */
export type OpenedSource = { readonly source: Source; readonly warnings: Set<string> };

type CutOut = {
  readonly options: CutOutOptions;
  readonly modelInput: ModelInput;
  readonly matting: Matting;
  readonly hooks: CutOutHooks;
  readonly from: CutOutCheckpoint | null;
};

/** The run, from the file, which it closes, to the file. Beside that it leaves journals, whose names begin with that of the file. */
export async function cutOut(bytes: Bytes, { source, warnings }: OpenedSource, run: CutOut): Promise<CutOutResult> {
  const { options, hooks } = run;
  const warn = (sentence: string): void => void warnings.add(sentence);
  const workplace = { bytes, temporaryName: `${options.outputFile}.part` };
  try {
    const from = run.from && (await hasJournals(bytes, options, run.from.journals)) ? run.from : null;
    from?.warnings.forEach(warn);
    const span = toSpan(options.trim, source.whole);
    const progress = new ProgressMeter(span.endSeconds - span.startSeconds, hooks.onProgress);
    progress.begin((from?.endUs ?? 0) / 1e6);
    const sound = await source.openAudio(span, workplace, (share) => progress.sound(share));
    const parts = { bytes, sound, span, warn };
    const sinks = await openSinks(options, source, parts, from?.journals ?? null);
    const result = await orAbort(sinks, async () => {
      const stages = new CutOutStages(options, run.modelInput, run.matting, source, sinks, progress);
      const note = (made: StagesCheckpoint, journals: SinkMarks): Promise<void> =>
        hooks.onCheckpoint({ ...made, journals: [...journals], warnings: [...warnings] });
      const made = await runStages({ stages, source, sinks, span, from, note }).finally(() => stages.close());
      warnIfCutShort(source, span, made.durationSeconds, warn);
      await sinks.close((share) => progress.written(share));
      return { ...made, hasAudio: sinks.hasAudio };
    });
    return { ...result, warnings: [...warnings] };
  } finally {
    await source.close();
  }
}

type StagesRun = {
  readonly stages: CutOutStages;
  readonly source: Source;
  readonly sinks: Sinks;
  readonly span: Span;
  readonly from: CutOutCheckpoint | null;
  readonly note: (made: StagesCheckpoint, journals: SinkMarks) => Promise<void>;
};

/**
 * While the model looks at one frame, the one before is refined and encoded here, and the one after is being decoded: the
 * three threads and those of the encoders work at the same time.
 */
async function runStages(run: StagesRun): Promise<Omit<CutOutResult, 'warnings' | 'hasAudio'>> {
  const { stages, source, sinks, span, from, note } = run;
  await stages.begin(from);
  let noted: Promise<void> = Promise.resolve();
  for await (const frame of skipDone(source.frames(span, stages, from?.last.timestampUs), from)) {
    await stages.add(frame);
    if (stages.askedCount % segmentFrames === 0) {
      const made = await stages.save();
      const marks = await sinks.cut();
      await noted;
      noted = note(made, marks);
      // It is awaited at the next checkpoint; until then its failure is not unhandled, only not looked at yet.
      noted.catch(() => undefined);
    }
  }
  await noted;
  if (stages.askedCount === 0) {
    throw noFrames(span, source.whole);
  }
  const { frameCount, endUs, coverage } = await stages.end();
  const { width, height, frameRate } = source.info.video;
  return {
    width,
    height,
    durationSeconds: endUs / 1e6,
    frameRate,
    frameCount,
    coverage,
  };
}

/** The frames behind the checkpoint, of frames that begin with those of its last time or before. */
async function* skipDone(
  frames: AsyncGenerator<Frame, void>,
  from: CutOutCheckpoint | null,
): AsyncGenerator<Frame, void> {
  const last = from?.last ?? { timestampUs: Number.NEGATIVE_INFINITY, frameCount: 0 };
  let left = last.frameCount;
  for await (const frame of frames) {
    const isDone = frame.timestampUs < last.timestampUs || (frame.timestampUs === last.timestampUs && left-- > 0);
    if (!isDone) {
      yield frame;
    }
  }
}

/** What is asked for within what there is. */
function toSpan(trim: CutOutOptions['trim'], whole: Span): Span {
  if (!trim) {
    return whole;
  }
  const startSeconds = whole.startSeconds + trim.startSeconds;
  if (startSeconds >= whole.endSeconds) {
    throw trimFailure(`trim starts at or after the end of the video, which lasts ${toLength(whole)} s.`);
  }
  const endSeconds = Math.min(whole.startSeconds + trim.endSeconds, whole.endSeconds);
  return { startSeconds, endSeconds, isTrimmed: true };
}

/** What is wrong with a trim, at the place in the input where it can be mended. */
const trimFailure = (message: string): Failure =>
  new Failure('VALIDATION_FAILED', { message, details: [{ path: 'trim.startSeconds', message }] });

const toLength = ({ startSeconds, endSeconds }: Span): string => (endSeconds - startSeconds).toFixed(2);

/** What to say where there was no frame at all. */
function noFrames(span: Span, whole: Span): Failure {
  return span.isTrimmed
    ? trimFailure(
        `trim holds no frame of the video, which lasts ${toLength(whole)} s: its sound may last longer than its pictures.`,
      )
    : new Failure('UNSUPPORTED_MEDIA', { message: 'The video has no frame that could be decoded here.' });
}

/** A damaged file often just stops giving frames, without an error. */
function warnIfCutShort(source: Source, span: Span, durationSeconds: number, warn: Warn): void {
  const expected = Math.min(source.statedEndSeconds ?? 0, span.endSeconds) - span.startSeconds;
  if (expected - durationSeconds > toleranceSeconds) {
    const times = `${durationSeconds.toFixed(1)} s of ${expected.toFixed(1)} s`;
    warn(`The video breaks off early: the result holds ${times}, which is as far as it could be read.`);
  }
}

async function orAbort<T>(sinks: Sinks, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    sinks.abort();
    throw thrown;
  }
}
