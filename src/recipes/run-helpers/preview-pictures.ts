import type { Asset } from '#core/records.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Proposal, RunContext, Step } from '#core/run.ts';
import { defaults } from '../export/defaults.ts';
import { toAssetFiles } from './render-file.ts';

/** The longer side of a proposal's pictures, in pixels. */
const usualLongSide = 960;

type Shown = {
  /** What the pictures show: a canvas as the result would be. */
  readonly document: TimelineDocument;
  /** Rows of made files that the document names besides the materials. */
  readonly parts?: readonly Asset[];
  /** The longer side of pictures that are many and small. */
  readonly longSide?: number;
};

type Moment = {
  /** Names its file within the step. */
  readonly role: string;
  /** Of the canvas. */
  readonly canvasSeconds: number;
  /** The time that the picture is told to show, where that is another one: of the source. */
  readonly atSeconds?: number;
};

/** Frames of one canvas as pictures of a proposal, for which it is opened once. */
export async function previewPictures(
  context: RunContext,
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
