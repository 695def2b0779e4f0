import { Failure } from '#core/failure.ts';
import type { CutOutOptions, CutOutProgress, CutOutResult, MattingRunner, ModelInput } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { CutOutStages } from './cut-out-stages.ts';
import { ProgressMeter } from './progress.ts';
import { openSinks, type Sinks } from './sinks/open-sinks.ts';
import { openSource } from './source/open-source.ts';
import type { Source, Span, Warn } from './source/source.ts';

/** Files may be wrong about their length by so much, and do no harm. */
const toleranceSeconds = 0.5;

/** What the matting worker offers to a run. */
export type Matting = Pick<MattingRunner, 'matte' | 'reset'>;

/** The run, from the file to the file. Every failure leaves no file behind. */
export async function cutOut(
  bytes: Bytes,
  options: CutOutOptions,
  modelInput: ModelInput,
  matting: Matting,
  onProgress: (progress: CutOutProgress) => void,
): Promise<CutOutResult> {
  const warnings = new Set<string>();
  const warn = (sentence: string): void => void warnings.add(sentence);
  const workplace = { bytes, temporaryName: `${options.outputFile}.part` };
  const source = await openSource(await bytes.read(options.inputFile), workplace, warn);
  try {
    const span = toSpan(options.trim, source.whole);
    const progress = new ProgressMeter(span.endSeconds - span.startSeconds, onProgress);
    progress.stage('Reading', 0);
    const sound = await source.openAudio(span, (share) =>
      progress.stage(`Reading the sound (${Math.round(100 * share)} %)`, 0),
    );
    const parts = { bytes, sound, span, warn };
    const sinks = await openSinks(options, source, parts, null);
    const result = await orAbort(sinks, async () => {
      const stages = new CutOutStages(options, modelInput, matting, source, sinks, progress);
      const made = await runStages(stages, source, span);
      warnIfCutShort(source, span, made.durationSeconds, warn);
      await sinks.close((share) => progress.written(share));
      return { ...made, hasAudio: sinks.hasAudio };
    });
    return { ...result, warnings: [...warnings] };
  } finally {
    await source.close();
  }
}

/**
 * While the model looks at one frame, the one before is refined and encoded here, and the one after is being decoded: the
 * three threads and those of the encoders work at the same time.
 */
async function runStages(
  stages: CutOutStages,
  source: Source,
  span: Span,
): Promise<Omit<CutOutResult, 'warnings' | 'hasAudio'>> {
  await stages.begin();
  for await (const frame of source.frames(span)) {
    await stages.add(frame);
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

/** What is asked for within what there is. */
function toSpan(trim: CutOutOptions['trim'], whole: Span): Span {
  if (!trim) {
    return whole;
  }
  const startSeconds = whole.startSeconds + trim.startSeconds;
  if (startSeconds >= whole.endSeconds) {
    const length = (whole.endSeconds - whole.startSeconds).toFixed(2);
    throw new Failure('VALIDATION_FAILED', {
      message: `trim starts at or after the end: the video lasts ${length} s.`,
    });
  }
  const endSeconds = Math.min(whole.startSeconds + trim.endSeconds, whole.endSeconds);
  return { startSeconds, endSeconds, isTrimmed: true };
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
    await sinks.abort().catch(() => undefined); // What went wrong first is what the caller is to hear.
    throw thrown;
  }
}
