import * as z from 'zod';
import { cutOutCheckpoint, type CutOutCheckpoint } from '#core/model/cut-out-checkpoint.ts';
import { Failure } from '#core/lib/failure.ts';
import { storageFull } from '#core/model/storage-full.ts';
import type { RunnableModel } from '#core/model/models.ts';
import type { Asset } from '#core/model/records.ts';
import { requireVideo } from '#core/model/require-video.ts';
import {
  type CutOutOptions,
  type CutOutResult,
  type MattingRunner,
  type ModelInput,
  type RunnerProgress,
  type VideoInfo,
} from '#core/protocol/runners.ts';
import { describeOversize, describeUndersize, minSubjectSidePx } from '#core/model/size-limits.ts';
import type { Size } from '#core/lib/size.ts';
import { splitModels } from '#core/model/subject-judge.ts';
import type { CutOutMaker, FileProber } from '#core/protocol/media-ports.ts';
import type { MadeFile, Matting, Media, RunContext, Step } from '#core/protocol/run.ts';
import { defaults } from '../remove-background/defaults.ts';
import { removeBackground } from '../remove-background/recipe.ts';
import { estimateBytes, minBytes } from '../remove-background/size.ts';

/** The workers that create a cutout. */
export type CutOutWorkers = Media<FileProber & CutOutMaker> & Matting;

/** The settings of a cutout, without its file names. */
export type CutOutSettings = Omit<CutOutOptions, 'inputFile' | 'outputFile' | 'proxyFile' | 'mattesFile' | 'judges'>;

/** The source, settings and models of a cutout. `who` is the name of the recipe. */
type CutOutTask = {
  readonly who: string;
  readonly material: Asset;
  readonly models: readonly RunnableModel[];
  readonly settings: CutOutSettings;
  /** Whether the small mattes of all frames are needed too. */
  readonly hasMattes: boolean;
};

/** The files of a cutout; a page plays the proxy if it cannot play the result. */
type CutOutFiles = { readonly result: MadeFile; readonly proxy: MadeFile | null; readonly mattes: MadeFile | null };

/** A cutout with complete files. */
export type MadeCutOut = { readonly files: CutOutFiles; readonly cutOut: CutOutResult };

/**
 * Cuts the subject out of a video, as a step from which later attempts resume, even after a review. Throws UNSUPPORTED_MEDIA,
 * NO_SUBJECT, STORAGE_FULL, and VALIDATION_FAILED for a trim outside the video.
 */
export async function makeCutOut(context: RunContext<CutOutWorkers>, task: CutOutTask): Promise<MadeCutOut> {
  const { runners, report } = context;
  const { who, material, models, settings, hasMattes } = task;
  const step = context.step('cut-out', toBasis(task));
  const files = {
    result: step.file('result', settings.format),
    proxy: settings.format === 'webm' ? null : step.file('proxy', 'webm'),
    mattes: hasMattes ? step.file('mattes', 'bin') : null,
  };
  const before = step.isDone ? cutOutResult.safeParse(step.notes).data : undefined;
  if (before) {
    return { files, cutOut: before };
  }
  report({ stage: 'Reading' });
  const [first] = models;
  // The workers start together, and the matting worker loads its runtime while the other one opens the file.
  void (first && runners.matting.prepare(first).catch(() => undefined));
  const info = requireVideo(await runners.media.probe(material.file), who);
  const size = { width: info.video.width, height: info.video.height };
  requireSize(size, settings.format);
  report({ stage: models.length > 1 ? 'Loading the models' : 'Loading the model' });
  const names = {
    inputFile: material.file,
    outputFile: files.result.file,
    proxyFile: files.proxy?.file ?? null,
    mattesFile: files.mattes?.file ?? null,
  };
  const loading = load(runners.matting, task, size);
  void runners.media.prepareCutOut({ ...settings, ...names, judges: [] }).catch(() => undefined);
  const { modelInput, judges } = await loading;
  const cutOut = await cut(context, step, { ...settings, ...names, judges }, modelInput, info);
  await step.finish(cutOut);
  return { files, cutOut };
}

/** Opens the models, and those that decide whether there is a subject, which process the whole frame once in the `fast` variant. */
async function load(
  matting: Pick<MattingRunner, 'load'>,
  { models, settings }: CutOutTask,
  size: Size,
): Promise<{ modelInput: ModelInput; judges: ModelInput[] }> {
  const { mattes, judges } = splitModels(models, settings.quality);
  const requests = [
    { models: mattes, quality: settings.quality, ...size },
    ...judges.map((judge) => ({ models: [judge], quality: 'fast' as const, ...size })),
  ];
  const [modelInput, ...opened] = await matting.load(requests);
  if (!modelInput) {
    throw new Failure('INTERNAL', { message: 'The models were not opened.' });
  }
  return { modelInput, judges: opened };
}

type PartTask = Omit<CutOutTask, 'settings' | 'hasMattes'> &
  Partial<Pick<CutOutTask, 'hasMattes'>> &
  Pick<CutOutSettings, 'quality'> & {
    /** The span to cut out, in seconds of the material; null for all of it. */
    readonly window: CutOutSettings['trim'];
  };

/**
 * Creates a cutout for a layer of a canvas: the matte of remove-background in a WebM with alpha, without audio, whose times count
 * from the start of the window. `part` is its row, for the canvas and `renderDocument`; `mattes` is set if they were requested.
 * Throws and resumes as `makeCutOut`: the same task again is free, even after a review, unless its file was removed to free
 * storage.
 */
export async function makeCutOutPart(
  context: RunContext<CutOutWorkers>,
  { who, material, models, quality, window, hasMattes = false }: PartTask,
): Promise<{ readonly part: Asset; readonly mattes: MadeFile | null; readonly cutOut: CutOutResult }> {
  const settings: CutOutSettings = {
    format: 'webm',
    quality,
    smoothing: defaults.smoothing,
    trim: window,
    green: defaults.green,
    edge: defaults.edge,
    isWatermarked: false,
    isSilent: true,
  };
  const { files, cutOut } = await makeCutOut(context, { who, material, models, settings, hasMattes });
  const facts = { kind: 'part', name: 'cut-out.webm', extension: 'webm', mimeType: 'video/webm' } as const;
  return { part: await context.toAsset({ ...files.result, ...facts }), mattes: files.mattes, cutOut };
}

/** The result of a cutout that an earlier attempt completed. */
const cutOutResult = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  durationSeconds: z.number().min(0),
  frameRate: z.number().positive(),
  frameCount: z.int().positive(),
  hasAudio: z.boolean(),
  coverage: z.number(),
  warnings: z.array(z.string()),
});

/** Returns everything that the frames of a cutout depend on, so that an attempt resumes only the same work. */
function toBasis({ material, models, settings, hasMattes }: CutOutTask): string {
  const files = models.map(({ entry }) => entry.variants.map(({ sha256 }) => sha256));
  return JSON.stringify({
    version: removeBackground.version,
    material: material.id,
    settings,
    models: files,
    ...(hasMattes && { hasMattes }),
  });
}

/** Checks the size before the models load, instead of when the first frame is encoded. Throws UNSUPPORTED_MEDIA. */
function requireSize(size: { width: number; height: number }, format: CutOutSettings['format']): void {
  const message = describeOversize(size, format) ?? describeUndersize(size, minSubjectSidePx);
  if (message) {
    throw new Failure('UNSUPPORTED_MEDIA', { message });
  }
}

async function cut(
  { runners, report, requireRoom }: RunContext<CutOutWorkers>,
  step: Step,
  options: CutOutOptions,
  modelInput: ModelInput,
  { video, durationSeconds }: VideoInfo,
): Promise<CutOutResult> {
  const hooks = {
    onProgress: ({ fraction, ...progress }: RunnerProgress) => report({ ...progress, progress: fraction }),
    onCheckpoint: (checkpoint: CutOutCheckpoint) => step.keep(checkpoint),
  };
  const from = cutOutCheckpoint.safeParse(step.notes).data ?? null;
  const { startSeconds, endSeconds } = options.trim ?? { startSeconds: 0, endSeconds: durationSeconds };
  const seconds = Math.max(0, Math.min(endSeconds, durationSeconds) - startSeconds);
  const neededBytes = estimateBytes({ outputFormat: options.format, quality: options.quality }, video, seconds);
  if (!from) {
    // Fail now instead of after an hour.
    await requireRoom(neededBytes, minBytes(neededBytes));
  }
  try {
    return await runners.media.cutOut(options, modelInput, runners.matting, hooks, from);
  } catch (thrown) {
    const isFull = thrown instanceof Failure && thrown.code === 'STORAGE_FULL';
    throw isFull ? storageFull('The run', neededBytes, null, thrown) : thrown;
  }
}
