import { cutOutCheckpoint, type CutOutCheckpoint } from '#core/checkpoint.ts';
import { Failure } from '#core/failure.ts';
import { outputFormats } from '#core/formats.ts';
import type { RunnableModel } from '#core/models.ts';
import type { Asset } from '#core/records.ts';
import { requireVideo } from '#core/require-video.ts';
import {
  loadOne,
  type CutOutOptions,
  type CutOutResult,
  type ModelInput,
  type RunnerProgress,
  type VideoInfo,
} from '#core/runners.ts';
import { describeOversize } from '#core/size-limits.ts';
import type { Size } from '#core/size.ts';
import type { MadeFile, Run, RunContext, RunResult, Step } from '#engine/run.ts';
import { storageFull } from '#store/room.ts';
import type { InputOf } from '../catalog.ts';
import { cutOutDocument } from './document.ts';
import { removeBackground } from './recipe.ts';
import { estimateBytes, leastBytes } from './size.ts';

type Input = InputOf<'remove-background'>;

/** What is cut out of what, with which models. */
type Task = { readonly input: Input; readonly material: Asset; readonly models: readonly RunnableModel[] };

/** The files of a run; a page plays the proxy where it cannot play the result. */
type Files = { readonly result: MadeFile; readonly proxy: MadeFile | null };

export const runRemoveBackground: Run<'remove-background'> = {
  make: async (context, input) => {
    const [material] = context.materials;
    const { models } = context;
    if (!material || models.length === 0) {
      throw new Failure('INTERNAL', { message: `Job ${context.job.id} names no material or no model.` });
    }
    const { files, cutOut } = await makeCutOut(context, { input, material, models });
    return toResult(context, input, material, files, cutOut);
  },
};

async function makeCutOut(context: RunContext, task: Task): Promise<{ files: Files; cutOut: CutOutResult }> {
  const { runners, report, job } = context;
  const { input, material, models } = task;
  report({ stage: 'Reading' });
  const info = requireVideo(await runners.media.probe(material.file), removeBackground.name);
  const size = { width: info.video.width, height: info.video.height };
  requireSize(size, input.outputFormat);
  report({ stage: models.length > 1 ? 'Loading the models' : 'Loading the model' });
  const modelInput = await loadOne(runners.matting, { models, quality: input.quality, ...size });
  const settings = toSettings(input, material, job.isWatermarked);
  const step = context.step('cut-out', toBasis(settings, modelInput));
  const files = {
    result: step.file('result', input.outputFormat),
    proxy: input.outputFormat === 'webm' ? null : step.file('proxy', 'webm'),
  };
  const options = { ...settings, outputFile: files.result.file, proxyFile: files.proxy?.file ?? null };
  return { files, cutOut: await cut(context, step, options, modelInput, info) };
}

/** Better before the model loads than when the first frame is encoded. Throws UNSUPPORTED_MEDIA. */
function requireSize(size: Size, format: Input['outputFormat']): void {
  const message = describeOversize(size, format);
  if (message) {
    throw new Failure('UNSUPPORTED_MEDIA', { message });
  }
}

/** All that the pictures of a cut-out depend on, so that an attempt goes on only where it began. */
function toBasis(settings: object, { filesSha256, width, height }: ModelInput): string {
  return JSON.stringify({ version: removeBackground.version, settings, model: { filesSha256, width, height } });
}

async function cut(
  { runners, report, requireRoom }: RunContext,
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
    // Better now than after an hour.
    await requireRoom(neededBytes, leastBytes(neededBytes));
  }
  try {
    return await runners.media.cutOut(options, modelInput, runners.matting, hooks, from);
  } catch (thrown) {
    const isFull = thrown instanceof Failure && thrown.code === 'STORAGE_FULL';
    throw isFull ? storageFull('The run', neededBytes, null, thrown) : thrown;
  }
}

const toSettings = (
  input: Input,
  { file }: Asset,
  isWatermarked: boolean,
): Omit<CutOutOptions, 'outputFile' | 'proxyFile'> => ({
  inputFile: file,
  format: input.outputFormat,
  quality: input.quality,
  smoothing: input.smoothing,
  trim: input.trim ?? null,
  green: input.green,
  edge: input.edge,
  isWatermarked,
});

async function toResult(
  context: RunContext,
  input: Input,
  material: Asset,
  { result, proxy }: Files,
  cutOut: CutOutResult,
): Promise<RunResult> {
  const { outputFormat, trim } = input;
  const name = toResultName(material.name);
  const made = {
    kind: 'result',
    name: `${name}.${outputFormat}`,
    extension: outputFormat,
    mimeType: outputFormats[outputFormat].mimeType,
  } as const;
  const beside = {
    kind: 'proxy',
    name: `${name}.proxy.webm`,
    extension: 'webm',
    mimeType: outputFormats.webm.mimeType,
  } as const;
  const { width, height, frameRate, durationSeconds, warnings } = cutOut;
  const document = cutOutDocument({
    title: name,
    width,
    height,
    frameRate,
    durationSeconds,
    source: { assetId: material.id, startSeconds: trim?.startSeconds ?? 0 },
    cutOut: { assetId: result.assetId, proxyAssetId: proxy?.assetId ?? null },
  });
  const assets = await Promise.all([
    context.toAsset({ ...result, ...made }),
    ...(proxy ? [context.toAsset({ ...proxy, ...beside })] : []),
  ]);
  return { assets, resultId: result.assetId, document, warnings: [...warnings], durationSeconds };
}

/** The material's name without its extension, and what was done to it. */
const toResultName = (name: string): string => `${name.replace(/\.[^.]{1,8}$/, '') || 'video'} cut-out`;
