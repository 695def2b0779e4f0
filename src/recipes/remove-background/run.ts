import { cutOutCheckpoint, type CutOutCheckpoint } from '#core/checkpoint.ts';
import { engineVersion } from '#core/engine.ts';
import { Failure } from '#core/failure.ts';
import { requireVideo } from '#core/media-kind.ts';
import type { CutOutOptions, CutOutResult, RunnerProgress } from '#core/runners.ts';
import { describeOversize } from '#core/size-limits.ts';
import type { Size } from '#core/size.ts';
import { cutOutTimeline } from '#core/timeline.ts';
import type { Run, RunContext } from '#engine/run.ts';
import { storageFull } from '#store/room.ts';
import type { InputOf } from '../catalog.ts';
import { estimateBytes, leastBytes } from './size.ts';

type Input = InputOf<'remove-background'>;
type MadeFile = { assetId: string; file: string };

const mimeTypes = { webm: 'video/webm', mov: 'video/quicktime', mp4: 'video/mp4' } as const;

export const runRemoveBackground: Run<'remove-background'> = async (context, input) => {
  const result = context.newFile(input.outputFormat);
  const proxy = input.outputFormat === 'webm' ? null : context.newFile('webm');
  const cutOut = await cut(context, input, result, proxy);
  const name = toResultName(context.material.name);
  const assets = await Promise.all([
    context.toAsset({
      ...result,
      kind: 'result',
      name: `${name}.${input.outputFormat}`,
      extension: input.outputFormat,
      mimeType: mimeTypes[input.outputFormat],
    }),
    ...(proxy
      ? [
          context.toAsset({
            ...proxy,
            kind: 'proxy',
            name: `${name}.preview.webm`,
            extension: 'webm',
            mimeType: mimeTypes.webm,
          }),
        ]
      : []),
  ]);
  const canvas = context.toCanvas(
    cutOutTimeline({
      title: name,
      ...pick(cutOut),
      source: { assetId: context.material.id, startSeconds: input.trim?.startSeconds ?? 0 },
      cutOut: { assetId: result.assetId, proxyAssetId: proxy?.assetId ?? null },
    }),
  );
  return { assets, canvas, warnings: [...cutOut.warnings], durationSeconds: cutOut.durationSeconds };
};

async function cut(context: RunContext, input: Input, result: MadeFile, proxy: MadeFile | null): Promise<CutOutResult> {
  const { material, model, runners, report } = context;
  report({ stage: 'Reading' });
  const { video, durationSeconds } = requireVideo(await runners.media.probe(material.file), 'remove-background');
  const size = { width: video.width, height: video.height };
  requireSize(size, input.outputFormat);
  report({ stage: 'Loading the model' });
  const modelInput = await runners.matting.load({ model, quality: input.quality, ...size });
  const options = toOptions(context, input, result, proxy);
  const { fileSha256, width, height } = modelInput;
  const basis = JSON.stringify({ engineVersion, options, model: { fileSha256, width, height } });
  const hooks = {
    onProgress: ({ fraction, ...progress }: RunnerProgress) => report({ ...progress, progress: fraction }),
    onCheckpoint: (checkpoint: CutOutCheckpoint) => context.keepNotes(basis, checkpoint),
  };
  const from = cutOutCheckpoint.safeParse(context.findNotes(basis)).data ?? null;
  const { startSeconds, endSeconds } = input.trim ?? { startSeconds: 0, endSeconds: durationSeconds };
  const seconds = Math.max(0, Math.min(endSeconds, durationSeconds) - startSeconds);
  const neededBytes = estimateBytes(input, video, seconds);
  if (!from) {
    // Better now than after an hour.
    await context.requireRoom(neededBytes, leastBytes(neededBytes));
  }
  try {
    return await runners.media.cutOut(options, modelInput, runners.matting, hooks, from);
  } catch (thrown) {
    const isFull = thrown instanceof Failure && thrown.code === 'STORAGE_FULL';
    throw isFull ? storageFull('The run', neededBytes, null, thrown) : thrown;
  }
}

/** Better before the model loads than when the first frame is encoded. */
function requireSize(size: Size, format: Input['outputFormat']): void {
  const message = describeOversize(size, format);
  if (message) {
    throw new Failure('UNSUPPORTED_MEDIA', { message });
  }
}

function toOptions(
  { job, material }: RunContext,
  input: Input,
  result: MadeFile,
  proxy: MadeFile | null,
): CutOutOptions {
  return {
    inputFile: material.file,
    outputFile: result.file,
    proxyFile: proxy?.file ?? null,
    format: input.outputFormat,
    quality: input.quality,
    smoothing: input.smoothing,
    trim: input.trim ?? null,
    green: input.green,
    edge: input.edge,
    isWatermarked: job.isWatermarked,
  };
}

const pick = ({ width, height, frameRate, durationSeconds }: CutOutResult) => ({
  width,
  height,
  frameRate,
  durationSeconds,
});

/** The material's name without its extension, and what was done to it. */
const toResultName = (name: string): string => `${name.replace(/\.[^.]{1,8}$/, '') || 'video'} cut-out`;
