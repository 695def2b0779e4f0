import type { Asset } from '#core/records.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Proposal, RunContext, Step } from '#engine/run.ts';
import { defaults } from '../export/defaults.ts';
import { toAssetFiles } from './render-file.ts';

/** The longer side of a proposal's pictures, in pixels. */
const longSide = 960;

type Wanted = {
  /** What the picture shows: a canvas as the result would be. */
  readonly document: TimelineDocument;
  /** Of the canvas. */
  readonly canvasSeconds: number;
  /** The time that the picture is told to show, where that is another one: of the source. */
  readonly atSeconds?: number;
  /** Rows of made files that the document names besides the materials. */
  readonly parts?: readonly Asset[];
};

/** A frame of a canvas as a picture of a proposal. `role` names its file within the step. */
export async function previewPicture(
  context: RunContext,
  step: Step,
  role: string,
  { document, canvasSeconds, atSeconds = canvasSeconds, parts = [] }: Wanted,
): Promise<Proposal<never>['previews'][number]> {
  const made = step.file(role, 'png');
  const shrink = Math.min(1, longSide / Math.max(document.width, document.height));
  const options = {
    document,
    assets: toAssetFiles([...context.materials, ...parts]),
    outputFile: made.file,
    format: 'png',
    width: Math.max(1, Math.round(document.width * shrink)),
    height: Math.max(1, Math.round(document.height * shrink)),
    frameRate: document.frameRate,
    quality: 'fast',
    span: { startSeconds: canvasSeconds, endSeconds: canvasSeconds },
    background: defaults.background,
    isWatermarked: context.job.isWatermarked,
  } as const;
  await context.runners.media.render(
    options,
    { onProgress: () => undefined, onCheckpoint: async () => undefined },
    null,
  );
  const asset = await context.toAsset({
    ...made,
    kind: 'preview',
    name: `${role}.png`,
    extension: 'png',
    mimeType: 'image/png',
  });
  return { atSeconds, asset };
}
