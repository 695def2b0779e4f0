import type { Asset } from '#core/model/records.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { StillsRenderer } from '#core/protocol/media-ports.ts';
import type { Media, Proposal, RunContext, Step } from '#core/protocol/run.ts';
import { defaults } from '../export/defaults.ts';
import { toAssetFiles } from './render-file.ts';

/** The longer side of preview images, in pixels. */
const usualLongSide = 960;

type Shown = {
  /** The canvas to render, as the result would be. */
  readonly document: TimelineDocument;
  /** The rows of created files that the document names besides the materials. */
  readonly parts?: readonly Asset[];
  /** The longer side of the images if there are many small ones. */
  readonly longSide?: number;
};

type Moment = {
  /** The name of its file within the step. */
  readonly role: string;
  /** The time of the canvas. */
  readonly canvasSeconds: number;
  /** The displayed time in the source, if it differs. */
  readonly atSeconds?: number;
};

/** Renders frames of one canvas as preview images, and opens the canvas only once. */
export async function previewPictures(
  context: RunContext<Media<StillsRenderer>>,
  step: Step,
  { document, parts = [], longSide = usualLongSide }: Shown,
  moments: readonly Moment[],
): Promise<Proposal<never>['previews']> {
  const shrink = Math.min(1, longSide / Math.max(document.width, document.height));
  const files = moments.map((moment) => ({ ...moment, made: step.file(moment.role, 'png') }));
  await context.runners.media.drawStills({
    document,
    assets: toAssetFiles([...context.materials, ...parts]),
    width: Math.max(1, Math.round(document.width * shrink)),
    height: Math.max(1, Math.round(document.height * shrink)),
    background: defaults.background,
    isWatermarked: context.job.isWatermarked,
    pictures: files.map(({ made, canvasSeconds }) => ({ atSeconds: canvasSeconds, outputFile: made.file })),
  });
  return Promise.all(
    files.map(async ({ made, role, canvasSeconds, atSeconds = canvasSeconds }) => {
      const facts = { kind: 'preview', name: `${role}.png`, extension: 'png', mimeType: 'image/png' } as const;
      return { atSeconds, asset: await context.toAsset({ ...made, ...facts }) };
    }),
  );
}
