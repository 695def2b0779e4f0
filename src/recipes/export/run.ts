import type { InputOf } from '#core/protocol/operation.ts';
import type { RenderOptions } from '#core/timeline/render.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Renderer } from '#core/protocol/media-ports.ts';
import type { Media, Run, RunContext } from '#core/protocol/run.ts';
import { renderFile, toAssetFiles } from '../run-helpers/render-file.ts';
import { exportFormats } from './formats.ts';
import { estimateBytes, minBytes } from './size.ts';
import type { exportCanvas } from './recipe.ts';

type Input = InputOf<typeof exportCanvas>;

export const run: Run<typeof exportCanvas, Media<Renderer>> = {
  make: async (context, input) => {
    const document = await context.readDocument();
    // The fingerprint is a hash of everything that the file depends on, including the document with its assets.
    const step = context.step('render', context.job.fingerprint);
    const made = step.file('result', input.format);
    const options = toOptions(context, input, document, made.file);
    const room = { subject: 'The export', neededBytes: estimateBytes(input), minBytes: minBytes(input) };
    const rendered = await renderFile(context, step, options, room);
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

function toOptions(
  { job, materials }: RunContext,
  { format, width, height, frameRate, quality, videoBitrate, span, background }: Input,
  document: TimelineDocument,
  outputFile: string,
): RenderOptions {
  const { isWatermarked } = job;
  return {
    document,
    assets: toAssetFiles(materials),
    outputFile,
    format,
    width,
    height,
    frameRate,
    quality,
    ...(videoBitrate !== undefined && { videoBitrate }),
    span,
    background,
    isWatermarked,
  };
}
