import type { OutputFormat, SoundFormat } from '#core/model/formats.ts';
import type { Asset } from '#core/model/records.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import type { RenderOptions } from '#core/timeline/render.ts';
import type { Renderer } from '#core/protocol/media-ports.ts';
import type { Media, RunContext, RunResult } from '#core/protocol/run.ts';
import { defaults } from '../export/defaults.ts';
import { exportFormats } from '../export/formats.ts';
import { estimateBytes, minBytes } from '../export/size.ts';
import { renderFile, toAssetFiles } from './render-file.ts';

type Wanted = {
  /** The canvas of the result, in its own size and frame rate. */
  readonly document: TimelineDocument;
  /** The name of the result, without its extension. */
  readonly name: string;
  readonly outputFormat: OutputFormat | SoundFormat;
  /** The rows of kind `part`: created files that the document names besides the materials. */
  readonly parts?: readonly Asset[];
  /** The rows of kind `sidecar`: additional files of the result. */
  readonly sidecars?: readonly Asset[];
  /** The target loudness of the audio; absent to leave it unchanged. */
  readonly loudness?: RenderOptions['loudness'];
  /** The video whose audio is copied; absent to mix the audio. */
  readonly soundOf?: RenderOptions['soundOf'];
  readonly soundTrack?: RenderOptions['soundTrack'] | undefined;
  /** The warnings from before the render. */
  readonly warnings?: readonly string[];
};

/** The last step of a run with a canvas: renders its document to a file, in segments that survive a failure of the worker. */
export async function renderDocument(
  context: RunContext<Media<Renderer>>,
  { document, name, outputFormat, parts = [], sidecars = [], loudness, soundOf, soundTrack, warnings = [] }: Wanted,
): Promise<RunResult> {
  const { job, materials } = context;
  const { width, height, frameRate } = document;
  const settings = {
    document,
    assets: toAssetFiles([...materials, ...parts]),
    format: outputFormat,
    width,
    height,
    frameRate,
    quality: 'best',
    span: null,
    background: defaults.background,
    isWatermarked: job.isWatermarked,
    ...(loudness && { loudness }),
    ...(soundOf !== undefined && { soundOf }),
    ...(soundTrack !== undefined && { soundTrack }),
  } as const;
  const step = context.step('render', JSON.stringify(settings));
  const made = step.file('result', outputFormat);
  const output = { format: outputFormat, quality: 'best', width, height, frameRate } as const;
  const durationSeconds = getDocumentSeconds(document);
  const rendered = await renderFile(
    context,
    step,
    { ...settings, outputFile: made.file },
    {
      subject: 'The run',
      neededBytes: estimateBytes({ ...output, durationSeconds }),
      minBytes: minBytes({ ...output, durationSeconds }),
    },
  );
  const result = await context.toAsset({
    ...made,
    kind: 'result',
    name: `${name}.${outputFormat}`,
    extension: outputFormat,
    mimeType: exportFormats[outputFormat].mimeType,
  });
  return {
    assets: [result, ...parts, ...sidecars],
    resultId: result.id,
    document,
    warnings: [...warnings, ...rendered.warnings],
    durationSeconds,
  };
}
