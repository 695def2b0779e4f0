import { Failure } from '#core/failure.ts';
import type { Asset } from '#core/records.ts';
import type { RunnerProgress } from '#core/runners.ts';
import { renderCheckpoint, type AssetFile, type RenderCheckpoint, type RenderOptions } from '#core/timeline/render.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Run, RunContext } from '#engine/run.ts';
import { storageFull } from '#store/room.ts';
import type { InputOf } from '../catalog.ts';
import { exportFormats } from './formats.ts';
import { estimateBytes, leastBytes } from './size.ts';

type Input = InputOf<'export'>;

export const runExport: Run<'export'> = {
  make: async (context, input) => {
    const document = await context.readDocument();
    // The fingerprint is a hash of all that the file depends on, the document with its assets included.
    const step = context.step('render', context.job.fingerprint);
    const made = step.file('result', input.format);
    const options = toOptions(context, input, document, made.file);
    const from = renderCheckpoint.safeParse(step.notes).data ?? null;
    if (!from) {
      await context.requireRoom(estimateBytes(input), leastBytes(input));
    }
    const rendered = await render(context, options, input, (checkpoint) => step.keep(checkpoint), from);
    const asset = await context.toAsset({
      ...made,
      kind: 'result',
      name: `${document.title || 'canvas'}.${input.format}`,
      extension: input.format,
      mimeType: exportFormats[input.format].mimeType,
    });
    return {
      assets: [asset],
      resultId: asset.id,
      document: null,
      warnings: [...rendered.warnings],
      durationSeconds: input.durationSeconds,
    };
  },
};

async function render(
  { runners, report }: RunContext,
  options: RenderOptions,
  input: Input,
  onCheckpoint: (checkpoint: RenderCheckpoint) => Promise<void>,
  from: RenderCheckpoint | null,
) {
  const onProgress = ({ fraction, ...progress }: RunnerProgress): void => report({ ...progress, progress: fraction });
  try {
    return await runners.media.render(options, { onProgress, onCheckpoint }, from);
  } catch (thrown) {
    const isFull = thrown instanceof Failure && thrown.code === 'STORAGE_FULL';
    throw isFull ? storageFull('The export', estimateBytes(input), null, thrown) : thrown;
  }
}

function toOptions(
  { job, materials }: RunContext,
  { format, width, height, frameRate, quality, span, background }: Input,
  document: TimelineDocument,
  outputFile: string,
): RenderOptions {
  const { isWatermarked } = job;
  const assets = Object.fromEntries(materials.map((asset) => [asset.id, toFile(asset)]));
  return {
    document,
    assets,
    outputFile,
    format,
    width,
    height,
    frameRate,
    quality,
    span,
    background,
    isWatermarked,
  };
}

const toFile = ({ file, mimeType }: Asset): AssetFile => ({ file, mimeType });
