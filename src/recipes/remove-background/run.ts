import type { InputOf } from '#core/protocol/operation.ts';
import { Failure } from '#core/lib/failure.ts';
import { outputFormats } from '#core/model/formats.ts';
import type { Asset } from '#core/model/records.ts';
import type { Run, RunContext, RunResult } from '#core/protocol/run.ts';
import { makeCutOut, type CutOutSettings, type CutOutWorkers, type MadeCutOut } from '../run-helpers/cut-out.ts';
import { suggestObject } from '../run-helpers/suggest-object.ts';
import { cutOutDocument } from './document.ts';
import { removeBackground } from './recipe.ts';

type Input = InputOf<typeof removeBackground>;

export const run: Run<typeof removeBackground, CutOutWorkers> = {
  make: async (context, input) => {
    const [material] = context.materials;
    const { models, job } = context;
    if (!material || models.length === 0) {
      throw new Failure('INTERNAL', { message: `Job ${job.id} names no material or no model.` });
    }
    const settings = toSettings(input, job.isWatermarked);
    const task = { who: removeBackground.name, material, models, settings, hasMattes: false };
    const made = await suggestObject(models, () => makeCutOut(context, task));
    return toResult(context, input, material, made);
  },
};

const toSettings = (input: Input, isWatermarked: boolean): CutOutSettings => ({
  format: input.outputFormat,
  quality: input.quality,
  smoothing: input.smoothing,
  trim: input.trim ?? null,
  green: input.green,
  edge: input.edge,
  isWatermarked,
  isSilent: false,
  ...(input.audioTrack !== undefined && { audioTrack: input.audioTrack }),
});

async function toResult(
  context: RunContext,
  input: Input,
  material: Asset,
  { files: { result, proxy }, cutOut }: MadeCutOut,
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
  // An MP4 has no alpha, so its canvas uses the additional file with alpha, over the same color.
  const isOverColour = outputFormat === 'mp4' && proxy !== null;
  const document = cutOutDocument({
    title: name,
    width,
    height,
    frameRate,
    durationSeconds,
    source: { assetId: material.id, startSeconds: trim?.startSeconds ?? 0, audioTrack: input.audioTrack },
    cutOut: isOverColour
      ? { assetId: proxy.assetId, proxyAssetId: null }
      : { assetId: result.assetId, proxyAssetId: proxy?.assetId ?? null },
    backdrop: isOverColour ? input.green : null,
  });
  const assets = await Promise.all([
    context.toAsset({ ...result, ...made }),
    ...(proxy ? [context.toAsset({ ...proxy, ...beside })] : []),
  ]);
  return { assets, resultId: result.assetId, document, warnings: [...warnings], durationSeconds };
}

/** Returns the material's name without its extension, plus "cut-out". */
const toResultName = (name: string): string => `${name.replace(/\.[^.]{1,8}$/, '') || 'video'} cut-out`;
