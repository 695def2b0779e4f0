import type { CutOutCheckpoint, DoneSegments } from '#core/model/cut-out-checkpoint.ts';
import { Failure } from '#core/lib/failure.ts';
import { chooseProxy } from '#core/protocol/proxy.ts';
import type { ClipMatting, CutOutOptions, CutOutResult, ModelInput, RunnerHooks } from '#core/protocol/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { CutOutStages } from './cut-out-stages.ts';
import { LoggedMatting } from './logged-matting.ts';
import { fitInside } from './picture/fit-inside.ts';
import { ProgressMeter } from './progress.ts';
import { runSegments, type SegmentWork } from './segments.ts';
import { hasJournals, openSinks, planSinks, type Sinks } from './sinks/open-sinks.ts';
import type { OutputSpec } from './sinks/sink.ts';
import type { Judge } from './subject-verdict.ts';
import { readFrames, type Frame, type Source, type Span, type Warn } from './source/source.ts';

/** The maximum difference between stated and actual duration that causes no warning. */
const toleranceSeconds = 0.5;

/** A source and its warnings, which grow while it is read. */
export type OpenedSource = { readonly source: Source; readonly warnings: Set<string> };

type CutOut = {
  readonly options: CutOutOptions;
  readonly modelInput: ModelInput;
  readonly matting: ClipMatting;
  readonly judges: readonly Judge[];
  readonly hooks: RunnerHooks<CutOutCheckpoint>;
  readonly from: CutOutCheckpoint | null;
};

/**
 * Removes the background of a file and writes the result. Closes the source. Leaves journals and a log of mattes, whose names begin
 * with the name of the output file.
 */
export async function cutOut(bytes: Bytes, { source, warnings }: OpenedSource, run: CutOut): Promise<CutOutResult> {
  const { options, modelInput, hooks } = run;
  const warn = (sentence: string): void => void warnings.add(sentence);
  const workplace = { bytes, temporaryName: `${options.outputFile}.part` };
  try {
    const outputs = listOutputs(options, source);
    const from = await checkJournals(bytes, outputs, run.from);
    const done = from?.done ?? null;
    from?.warnings.forEach(warn);
    const span = toSpan(options.trim, source.whole);
    const progress = new ProgressMeter(span.endSeconds - span.startSeconds, 'Removing background', hooks.onProgress);
    progress.begin((done?.endUs ?? 0) / 1e6, done?.frameCount ?? 0);
    const onSound = (share: number): void => progress.sound(share);
    const sound = options.isSilent
      ? null
      : await source.openAudio(span, workplace, onSound, options.audioTrack ?? null);
    const sinks = await openSinks(outputs, { bytes, sound, span, warn }, done?.journals ?? null);
    const result = await orAbort(sinks, async () => {
      const matting = await LoggedMatting.open(
        run.matting,
        modelInput,
        bytes,
        options.outputFile,
        from?.mattes ?? null,
      );
      const stages = new CutOutStages(options, modelInput, { matting, judges: run.judges }, source, sinks, progress);
      const work = createWork(stages, matting, sinks, done, warnings);
      const made = await runStages({ stages, work, source, span, done, note: hooks.onCheckpoint }).finally(() =>
        matting.close(),
      );
      warnIfCutShort(source, span, made.durationSeconds, warn);
      await sinks.close((share) => progress.written(share));
      return { ...made, hasAudio: sinks.hasAudio };
    });
    return { ...result, warnings: [...warnings] };
  } finally {
    await source.close();
  }
}

/** Tries the encoders of a cutout of `source`, whose answers are cached in this worker. Never rejects. */
export const prepareCutOut = (options: CutOutOptions, source: Source): Promise<void> =>
  planSinks(listOutputs(options, source), () => undefined).then(
    () => undefined,
    () => undefined,
  );

/** Returns the checkpoint, or null if the files on the disk are shorter than it says; then the run starts from the beginning. */
async function checkJournals(
  bytes: Bytes,
  outputs: readonly OutputSpec[],
  from: CutOutCheckpoint | null,
): Promise<CutOutCheckpoint | null> {
  const files = outputs.map(({ file }) => file);
  return !from?.done || (await hasJournals(bytes, files, from.done.journals)) ? from : null;
}

/** Lists the outputs: the requested file, a WebM proxy if browsers do not play that file or it has no alpha, and the mattes. */
function listOutputs(options: CutOutOptions, { info, colour }: Source): OutputSpec[] {
  const { outputFile, proxyFile, mattesFile, format, quality, green } = options;
  const { width, height, frameRate } = info.video;
  const main = {
    file: outputFile,
    format,
    width,
    height,
    frameRate,
    quality,
    colour,
    hasAlpha: true,
    background: green,
  };
  const outputs: OutputSpec[] = [main];
  if (proxyFile !== null) {
    const proxy = chooseProxy(format, quality);
    outputs.push({
      ...main,
      ...fitInside(main, proxy.longSidePx),
      file: proxyFile,
      format: 'webm',
      quality: proxy.quality,
    });
  }
  if (mattesFile !== null) {
    outputs.push({ ...main, file: mattesFile, format: 'mattes' });
  }
  return outputs;
}

/**
 * Creates the work on segments. Within a segment only the mattes are stored, and a resumed run repeats everything else: an encoder
 * cannot be stopped and continued without a change to the result.
 */
function createWork(
  stages: CutOutStages,
  matting: LoggedMatting,
  sinks: Sinks,
  from: DoneSegments | null,
  warnings: ReadonlySet<string>,
): SegmentWork<Frame, CutOutCheckpoint> {
  let done = from;
  return {
    get addedCount() {
      return stages.askedCount;
    },
    get isFull() {
      return matting.isFull;
    },
    add: (frame) => stages.add(frame),
    endSegment: async () => {
      const made = await stages.save();
      matting.endSegment();
      done = { ...made, journals: [...(await sinks.endSegment())] };
      return { done, mattes: null, warnings: [...warnings] };
    },
    keep: async () => {
      const mattes = await matting.keep();
      return mattes && { done, mattes, warnings: [...warnings] };
    },
  };
}

type StagesRun = {
  readonly stages: CutOutStages;
  readonly work: SegmentWork<Frame, CutOutCheckpoint>;
  readonly source: Source;
  readonly span: Span;
  readonly done: DoneSegments | null;
  readonly note: (checkpoint: CutOutCheckpoint) => Promise<void>;
};

/**
 * Runs the stages concurrently. While the model processes one frame, this thread refines and encodes the one before, and the one
 * after is decoded. These three threads and those of the encoders work at the same time.
 */
async function runStages(run: StagesRun): Promise<Omit<CutOutResult, 'warnings' | 'hasAudio'>> {
  const { stages, work, source, span, done, note } = run;
  await stages.begin(done);
  await runSegments(skipDone(readFrames(source.pictures(span, done?.last.timestampUs), stages), done), work, note);
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

/** Skips the frames of finished segments. `frames` begins at or before the timestamp of the last finished frame. */
async function* skipDone(frames: AsyncGenerator<Frame, void>, done: DoneSegments | null): AsyncGenerator<Frame, void> {
  const last = done?.last ?? { timestampUs: Number.NEGATIVE_INFINITY, frameCount: 0 };
  let left = last.frameCount;
  for await (const frame of frames) {
    const isDone = frame.timestampUs < last.timestampUs || (frame.timestampUs === last.timestampUs && left-- > 0);
    if (!isDone) {
      yield frame;
    }
  }
}

/** Returns the requested span within the video. */
function toSpan(trim: CutOutOptions['trim'], whole: Span): Span {
  if (!trim) {
    return whole;
  }
  const { startSeconds } = trim;
  if (startSeconds >= whole.endSeconds) {
    throw trimFailure(`trim starts at or after the end of the video, which is ${toLength(whole)} s long.`);
  }
  const endSeconds = Math.min(trim.endSeconds, whole.endSeconds);
  return { startSeconds, endSeconds, isTrimmed: true };
}

/** Creates a validation error at the path of the trim in the input. */
const trimFailure = (message: string): Failure =>
  new Failure('VALIDATION_FAILED', { message, details: [{ path: 'trim.startSeconds', message }] });

const toLength = ({ endSeconds }: Span): string => endSeconds.toFixed(2);

/** Creates the error for a span without any frame. */
function noFrames(span: Span, whole: Span): Failure {
  return span.isTrimmed
    ? trimFailure(
        `trim contains no frame of the video, which is ${toLength(whole)} s long. Its audio may be longer than its frames.`,
      )
    : new Failure('UNSUPPORTED_MEDIA', { message: 'The video has no frame that can be decoded in this browser.' });
}

/** Warns if the frames end early: a damaged file often ends without an error. */
function warnIfCutShort(source: Source, span: Span, durationSeconds: number, warn: Warn): void {
  const expected = Math.min(source.statedEndSeconds ?? 0, span.endSeconds) - span.startSeconds;
  if (expected - durationSeconds > toleranceSeconds) {
    const times = `${durationSeconds.toFixed(1)} s of ${expected.toFixed(1)} s`;
    warn(`The video ends early: the result contains ${times}, up to where the video could be read.`);
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
